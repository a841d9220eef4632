import type { Feature } from '#server/feature.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { deleteOldContacts } from './contact.queries.ts';
import { contactRoutes } from './contact.routes.ts';

/** Messages of visitors, and the replies. */
export const contact: Feature = {
  name: 'contact',
  routes: contactRoutes,
  logScreens: [{ action: 'Message ', path: () => paths.admin.contacts }],
  cleanUps: { contacts: ({ database }) => deleteOldContacts(database, limits.kept.contactDays) },
};
