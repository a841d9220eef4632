import { ContactForm } from '#web/features/contact/ContactForm.tsx';
import { island } from '../hydrate.tsx';

export const mount = island(ContactForm);
