import { type ArchivedConference, listConferenceArchive } from '#shared/contracts/conferences.ts';
import { meetingTypeLabel } from '#shared/options.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/calls/api.ts';
import { msg, t } from '#web/lib/languages/text.ts';
import type { ArchiveEntry } from './Archive.tsx';
import { archivePage } from './archive-page.tsx';

/** A conference as a line of a list. */
export const conferenceEntry = (conference: ArchivedConference): ArchiveEntry => ({
  to: paths.conference(conference.id),
  title: conference.title,
  at: conference.startsAt,
  note: conference.over
    ? t(`${t(meetingTypeLabel(conference.meetingType))}, over`)
    : t(meetingTypeLabel(conference.meetingType)),
});

export const { load, meta, Page } = archivePage({
  load: (page) => api(listConferenceArchive, { query: { page } }),
  entryOf: conferenceEntry,
  title: msg('More conferences'),
  description: msg('Further conferences and webinars of the association.'),
  latest: { to: paths.conferences, label: msg('The next conferences') },
  emptyText: msg('There are no further conferences.'),
  address: paths.conferencesArchive,
  label: msg('Pages of conferences'),
});
