import { Registration } from '#web/features/registrations/apply/Registration.tsx';
import { island } from '../hydrate.tsx';

export const mount = island(Registration);
