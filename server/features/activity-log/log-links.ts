import type { Readable } from '#server/platform/database/client.ts';
import type { LogRow } from '#server/platform/log/log-search.queries.ts';
import type { LogScreen } from '#server/platform/log/screens.ts';
import { paths } from '#shared/paths.ts';

const { admin } = paths;

/** @returns the path in the office's area for a line's subject, '' when it no longer exists */
export async function linksOf(
  db: Readable,
  screens: readonly LogScreen[],
  rows: readonly LogRow[],
): Promise<(row: LogRow) => string> {
  const screenOf = ({ kind, action }: LogRow) =>
    kind === 'content' ? screens.find((each) => action.startsWith(each.action)) : undefined;
  const found = new Map<LogScreen, Set<string>>();
  for (const [screen, about] of Map.groupBy(rows, screenOf)) {
    const subjects = new Set(about.map(({ subject }) => subject));
    if (screen?.existing) found.set(screen, new Set(await screen.existing(db, [...subjects])));
  }
  return (row) => {
    const { kind, subject, member, mail } = row;
    if (member)
      return `${admin.registrations}?${new URLSearchParams({ tab: member.status, search: member.reference })}`;
    if (kind === 'content') {
      const screen = screenOf(row);
      return screen && (found.get(screen)?.has(subject) ?? true) ? screen.path(subject) : '';
    }
    const isAdministrator = subject.includes('@') && (kind === 'administrator' || mail !== null);
    return isAdministrator ? admin.administrators : '';
  };
}
