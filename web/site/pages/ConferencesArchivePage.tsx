import { listConferenceArchive } from '#shared/contracts/conferences.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/api.ts';
import { conferenceEntry } from './archive-entries.ts';
import { archivePage } from './archive-page.tsx';

export const { load, meta, Page } = archivePage({
  load: (page) => api(listConferenceArchive, { query: { page } }),
  entryOf: conferenceEntry,
  title: 'More conferences',
  description: 'Further conferences and webinars of the association.',
  latest: { to: paths.conferences, label: 'The next conferences' },
  emptyText: 'There are no further conferences.',
  address: paths.conferencesArchive,
  label: 'Pages of conferences',
});
