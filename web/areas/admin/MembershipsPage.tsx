import { MembershipsAdmin } from '#web/features/memberships/MembershipsAdmin.tsx';

export const Component = MembershipsAdmin;
