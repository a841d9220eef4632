import { ResourceTabs } from '#web/features/resources/ResourceTabs.tsx';
import { island } from '../hydrate.tsx';

export const mount = island(ResourceTabs);
