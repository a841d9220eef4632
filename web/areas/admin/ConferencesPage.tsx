import { ConferencesAdmin } from '#web/features/conferences/ConferencesAdmin.tsx';

export const Component = ConferencesAdmin;
