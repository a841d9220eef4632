import { ResourcesAdmin } from '#web/features/resources/ResourcesAdmin.tsx';

export const Component = ResourcesAdmin;
