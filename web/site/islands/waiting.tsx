import { Waiting } from '#web/features/registrations/apply/Waiting.tsx';
import { island } from '../hydrate.tsx';

export const mount = island(Waiting);
