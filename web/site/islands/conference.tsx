import { ConferenceDetails } from '#web/features/participations/ConferenceDetails.tsx';
import { island } from '../hydrate.tsx';

export const mount = island(ConferenceDetails);
