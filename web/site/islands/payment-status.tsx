import { PaymentStatus } from '#web/features/registrations/apply/PaymentStatus.tsx';
import { island } from '../hydrate.tsx';

export const mount = island(PaymentStatus);
