import { PaymentArea } from '#web/features/registrations/apply/PaymentArea.tsx';
import { island } from '../hydrate.tsx';

export const mount = island(PaymentArea);
