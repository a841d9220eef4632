import { CountAgain } from '#web/features/votes/CountAgain.tsx';
import { island } from '../hydrate.tsx';

export const mount = island(CountAgain);
