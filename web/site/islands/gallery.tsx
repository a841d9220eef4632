import { Gallery } from '#web/features/gallery/Gallery.tsx';
import { island } from '../hydrate.tsx';

export const mount = island(Gallery);
