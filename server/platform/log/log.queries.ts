import { and, inArray, lt, sql } from 'drizzle-orm';
import { inBatches } from '#server/platform/batches.ts';
import type { Queryable } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { log } from './tables.ts';

/** One line of the office's log. It names records by reference number or title and holds no personal data. */
export type LogEntry = LogLine &
  (
    | { kind: 'decision' | 'login' | 'export' | 'administrator' | 'member' | 'security' | 'reading'; feature?: never }
    /** The feature whose screen shows the record. */
    | { kind: 'content'; feature: string }
  );

interface LogLine {
  /** An administrator's e-mail, 'member', 'visitor' or 'website'. */
  by: string;
  /** Reference number or title of the record. */
  subject?: string;
  /** The action as a short plain phrase that could follow a name: 'changed the record'. */
  action: string;
  /** For decisions: the status before and after. */
  from?: string;
  to?: string;
  /** What the person was told. */
  reason?: string;
  /** The office's own remark. */
  note?: string;
  memberId?: string;
  /** Of a bulk import: such a line is left out of the log's list, which has one for the whole import. */
  importId?: string;
}

/** Writes one line; in a transaction it is committed with the change. */
export async function writeLog(tx: Queryable, entry: LogEntry): Promise<void> {
  await tx.insert(log).values(entry);
}

/** Writes several lines in one statement. */
export async function writeLogLines(tx: Queryable, entries: readonly LogEntry[]): Promise<void> {
  for (const batch of inBatches(entries, 500)) await tx.insert(log).values([...batch]);
}

/** Deletes free text about people from the log; only in the transaction that deletes their records. */
export async function clearHistoryNotes(tx: Queryable, memberIds: readonly string[]): Promise<void> {
  await tx
    .update(log)
    .set({ reason: '', note: '' })
    .where(inArray(log.memberId, [...memberIds]));
}

/**
 * Deletes logins, security events and readings older than `days` days. All other lines stay: they are few, and the association's
 * own record of who decided and changed what.
 */
export async function deleteOldLogins(db: Queryable, days: number): Promise<void> {
  await db
    .delete(log)
    .where(
      and(
        inArray(log.kind, ['login', 'security', 'reading']),
        lt(log.at, sql`${currentTime} - make_interval(days => ${days})`),
      ),
    );
}
