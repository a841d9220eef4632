import { TiersAdmin } from '#web/features/tiers/TiersAdmin.tsx';

export const Component = TiersAdmin;
