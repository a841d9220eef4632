import type { LibraryDocument } from '#shared/contracts/library.ts';
import { formatDay } from '#web/lib/format.ts';
import { t } from '#web/lib/text.ts';

export const sizeText = (bytes: number): string =>
  bytes >= 1_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1_000))} KB`;

const pagesText = (pages: number | null) =>
  pages === null ? '' : t('{pages, plural, one {# page} other {# pages}}', { pages });

/** What stands below a title: its category, which the office has written, and the rest. */
export const documentParts = ({ category, date, number, language, pages }: LibraryDocument): [string, string] => [
  category,
  [date && formatDay(date), number, t(language), pagesText(pages)].filter(Boolean).join(' · '),
];
