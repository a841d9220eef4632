import { ContactsAdmin } from '#web/features/contact/ContactsAdmin.tsx';

export const Component = ContactsAdmin;
