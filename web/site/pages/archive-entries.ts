import type { ArchivedConference } from '#shared/contracts/conferences.ts';
import type { ArchivedNews } from '#shared/contracts/news.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#web/lib/text.ts';
import type { ArchiveEntry } from './Archive.tsx';

export const newsEntry = (item: ArchivedNews): ArchiveEntry => ({
  to: paths.newsItem(item._id),
  title: item.Newstitle,
  at: item.createdAt,
  note: item.Location,
});

export const conferenceEntry = (conference: ArchivedConference): ArchiveEntry => ({
  to: paths.conference(conference._id),
  title: conference.WebinarName,
  at: conference.MeetingDate,
  note: conference.over ? `${t(conference.MeetingType)}, over` : t(conference.MeetingType),
});
