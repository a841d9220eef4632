import type { LogRow } from '#server/platform/log/log-search.queries.ts';
import { mailName } from '#shared/mail-names.ts';

/** A line of the log in the office's words. */
export function textOf({ kind, action, from, to, note, times }: LogRow): string {
  if (kind === 'mail') return `${mailName(action)} to ${to}`;
  const change = from !== to ? `: ${from || 'nothing'} → ${to || 'nothing'}` : '';
  const remarks = [note, times > 1 ? `${times} times` : ''].filter((text) => text !== '').join(', ');
  const line = `${action}${change}${remarks ? ` (${remarks})` : ''}`;
  return line.charAt(0).toUpperCase() + line.slice(1);
}
