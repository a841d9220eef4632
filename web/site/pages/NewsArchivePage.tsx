import { type ArchivedNews, listNewsArchive } from '#shared/contracts/news.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/calls/api.ts';
import { msg } from '#web/lib/languages/text.ts';
import type { ArchiveEntry } from './Archive.tsx';
import { archivePage } from './archive-page.tsx';

/** An item as a line of a list. */
export const newsEntry = (item: ArchivedNews): ArchiveEntry => ({
  to: paths.newsItem(item.id),
  title: item.title,
  at: item.createdAt,
  note: item.location,
});

export const { load, meta, Page } = archivePage({
  load: (page) => api(listNewsArchive, { query: { page } }),
  entryOf: newsEntry,
  title: msg('Earlier news'),
  description: msg('News of the association, older than the latest.'),
  latest: { to: paths.news, label: msg('The latest news') },
  emptyText: msg('There is nothing older than the latest news.'),
  address: paths.newsArchive,
  label: msg('Pages of earlier news'),
});
