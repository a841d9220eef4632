import { TierTabs } from '#web/features/tiers/TierTabs.tsx';
import { island } from '../hydrate.tsx';

export const mount = island(TierTabs);
