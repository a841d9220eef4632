import type { Feature } from '#server/feature.ts';
import { dayInWords } from '#server/platform/languages/dates.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { deleteOldContacts, messagesWith } from './contact.queries.ts';
import { contactRoutes } from './contact.routes.ts';

/** Messages of visitors, and the replies. */
export const contact: Feature = {
  name: 'contact',
  routes: contactRoutes,
  logScreens: [{ action: 'Message ', path: () => paths.admin.contacts }],
  cleanUps: { contacts: ({ database }) => deleteOldContacts(database, limits.kept.contactDays) },
  search: {
    kind: 'message',
    heading: 'Messages',
    power: 'members',
    async find(db, term, { reach }) {
      // Their senders are of no State.
      if (!reach.isAll) return [];
      return (await messagesWith(db, term)).map(({ id, name, message, createdAt }) => ({
        id,
        title: name,
        details: [dayInWords(createdAt), message.replace(/\s+/gu, ' ').trim()],
        link: paths.admin.opened(paths.admin.contacts, id),
      }));
    },
  },
};
