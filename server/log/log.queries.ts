import { and, inArray, lt, sql } from 'drizzle-orm';
import type { Queryable } from '#server/database/client.ts';
import { log } from '#server/database/tables/office.ts';
import { currentTime } from '#server/database/time.ts';

/** One line of the office's log. It names records by reference number or title and holds no personal data. */
export interface LogEntry {
  kind: 'decision' | 'login' | 'export' | 'content' | 'administrator' | 'member' | 'security' | 'reading';
  /** An administrator's e-mail, 'member', 'visitor' or 'website'. */
  by: string;
  /** Reference number or title of what it was done to. */
  subject?: string;
  /** What was done, as a short plain phrase that could follow a name: 'changed the record'. */
  action: string;
  /** For decisions: the status before and after. */
  from?: string;
  to?: string;
  /** What the person was told. */
  reason?: string;
  /** The office's own remark. */
  note?: string;
  memberId?: string;
  /** Of a list that does it to many: not in the log's list, which has a line for the whole. */
  importId?: string;
}

/** Writes one line; inside a transaction it is there exactly when the change is. */
export async function writeLog(tx: Queryable, entry: LogEntry): Promise<void> {
  await tx.insert(log).values(entry);
}

/**
 * Removes logins, security events and what was opened, older than `days` days. All other lines stay: they are few, and the association's
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
