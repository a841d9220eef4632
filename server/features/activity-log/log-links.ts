import { type Feature, type LogScreen, screenFor } from '#server/feature.ts';
import type { Readable } from '#server/platform/database/client.ts';
import type { LogRow } from '#server/platform/log/log-search.queries.ts';
import { mailName } from '#shared/mail-names.ts';
import { paths } from '#shared/paths.ts';

const { admin } = paths;

/** @returns the path in the office's area for a line's subject, '' when it no longer exists */
export async function linksOf(
  db: Readable,
  features: readonly Feature[],
  rows: readonly LogRow[],
): Promise<(row: LogRow) => string> {
  const screenOf = (row: LogRow) => (row.kind === 'content' ? screenFor(features, row) : undefined);
  const idsByScreen = new Map<LogScreen, Set<string>>();
  for (const [screen, about] of Map.groupBy(rows, screenOf)) {
    const subjects = new Set(about.map(({ subject }) => subject));
    if (screen?.existing) idsByScreen.set(screen, new Set(await screen.existing(db, [...subjects])));
  }
  return (row) => {
    const { kind, subject, member, mail } = row;
    if (member)
      return `${admin.registrations}?${new URLSearchParams({ tab: member.status, search: member.reference })}`;
    if (kind === 'content') {
      const screen = screenOf(row);
      return screen && (idsByScreen.get(screen)?.has(subject) ?? true) ? screen.path(subject) : '';
    }
    const isAdministrator = subject.includes('@') && (kind === 'administrator' || mail !== null);
    return isAdministrator ? admin.administrators : '';
  };
}

/** A line of the log in the office's words. */
export function textOf({ kind, action, from, to, note, times }: LogRow): string {
  if (kind === 'mail') return `${mailName(action)} to ${to}`;
  const change = from !== to ? `: ${from || 'nothing'} → ${to || 'nothing'}` : '';
  const remarks = [note, times > 1 ? `${times} times` : ''].filter((text) => text !== '').join(', ');
  const line = `${action}${change}${remarks ? ` (${remarks})` : ''}`;
  return line.charAt(0).toUpperCase() + line.slice(1);
}
