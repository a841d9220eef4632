import type { Readable } from '#server/database/client.ts';
import type { LogRow } from '#server/log/log-search.queries.ts';
import { paths } from '#shared/paths.ts';
import { findTitles, type TitledKind } from './log.queries.ts';

const { admin } = paths;
const searched = (path: string, text: string) => `${path}?q=${encodeURIComponent(text)}`;

/** The screen of a content change, by the beginning of its action. */
const screens: readonly { action: string; titled?: TitledKind; path: string }[] = [
  { action: 'News ', titled: 'news', path: admin.news },
  { action: 'Conference ', titled: 'conference', path: admin.conferences },
  { action: 'Link ', titled: 'link', path: admin.resources },
  { action: 'Gallery ', path: admin.gallery },
  { action: 'Membership ', path: admin.memberships },
  { action: 'Message ', path: admin.contacts },
  { action: 'Important update', path: `${admin.settings}?tab=updates` },
];

/** The settings tab of a change. */
const settingsTabs: Record<string, string> = {
  'Association details': '?tab=association',
  'Payment details': '?tab=payment',
  'About text': '?tab=about',
  'Retention periods': '?tab=retention',
};

/** @returns the path in the office's area for a line's subject, '' when it no longer exists */
export async function linksOf(db: Readable, rows: readonly LogRow[]): Promise<(row: LogRow) => string> {
  const subjects = rows.filter(({ kind, subject }) => kind === 'content' && subject !== '').map((row) => row.subject);
  const titles = subjects.length > 0 ? await findTitles(db, [...new Set(subjects)]) : [];
  const isThere = (kind: TitledKind, title: string) =>
    titles.some((each) => each.kind === kind && each.title === title);

  return ({ kind, action, subject, member, mail }) => {
    if (member) {
      const query = new URLSearchParams({ tab: member.status, search: member.reference });
      return `${admin.registrations}?${query}`;
    }
    if (kind === 'content') {
      if (action === 'Settings changed') return `${admin.settings}${settingsTabs[subject] ?? ''}`;
      const screen = screens.find((each) => action.startsWith(each.action));
      if (!screen?.titled) return screen?.path ?? '';
      return isThere(screen.titled, subject) ? searched(screen.path, subject) : '';
    }
    const isAdministrator = subject.includes('@') && (kind === 'administrator' || mail !== null);
    return isAdministrator ? admin.administrators : '';
  };
}
