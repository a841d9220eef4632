import type { Queryable } from '#server/database/client.ts';
import { log } from '#server/database/tables/office.ts';

/** One line of the office's log. It names records by reference number or title and holds no personal data. */
export interface LogEntry {
  kind: 'decision' | 'login' | 'export' | 'content' | 'administrator' | 'member';
  /** An administrator's e-mail, 'member' or 'website'. */
  by: string;
  /** Reference number or title of what it was done to. */
  subject?: string;
  /** What was done, as a short plain phrase. */
  action: string;
  /** For decisions: the status before and after. */
  from?: string;
  to?: string;
  note?: string;
  memberId?: string;
}

/** Writes one line; inside a transaction it is there exactly when the change is. */
export async function writeLog(tx: Queryable, entry: LogEntry): Promise<void> {
  await tx.insert(log).values(entry);
}
