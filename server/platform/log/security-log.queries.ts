import { createHash } from 'node:crypto';
import { and, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import { administrators } from '#server/features/administrators/tables.ts';
import { members } from '#server/features/members/tables.ts';
import type { Queryable } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { clock } from '#shared/clock.ts';
import { plainEmail } from '#shared/typing.ts';
import type { SecurityEvent } from './log.ts';
import { log } from './tables.ts';

/** Lines per kind of event and hour; further events are counted in one line. */
const linesAnHour = 100;
const hourMs = 60 * 60 * 1_000;

interface Account {
  by: string;
  /** A reference, an administrator's e-mail, or a masked unknown e-mail. */
  subject: string;
}

/** The person of an event, as the log may name them. */
export async function findAccount(db: Queryable, who: SecurityEvent['who']): Promise<Account> {
  if (who === undefined) return { by: 'visitor', subject: '' };
  if ('administrator' in who) return { by: who.administrator, subject: who.administrator };
  if ('memberId' in who) {
    return { by: 'member', subject: (await findReference(db, eq(members.id, who.memberId))) ?? '' };
  }
  const email = plainEmail(who.typed).toLowerCase();
  const [administrator] = await db
    .select({ email: administrators.email })
    .from(administrators)
    .where(eq(administrators.email, email));
  const active = and(eq(members.email, email), inArray(members.status, ['New', 'Approved']));
  return {
    by: 'visitor',
    subject: administrator?.email ?? (await findReference(db, active)) ?? maskEmail(email),
  };
}

async function findReference(db: Queryable, where: SQL | undefined): Promise<string | undefined> {
  const [row] = await db.select({ reference: members.reference }).from(members).where(where);
  return row?.reference;
}

type Line = Omit<SecurityEvent, 'who'> & Account & { times: number };

/** Counts an event in this hour's line for the same event, in a new line, or, beyond the limit, in a shared one. */
export async function countSecurityEvent(db: Queryable, line: Line): Promise<void> {
  const hour = Math.floor(clock.ms() / hourMs);
  const note = [line.call, line.network && `from ${line.network}`].filter(Boolean).join(' ');
  const key = keyOf(hour, line.action, line.by, line.subject, note);
  const counted = await db
    .update(log)
    .set({ times: sql`${log.times} + ${line.times}`, at: sql`greatest(${log.at}, ${currentTime})` })
    .where(and(eq(log.countKey, key)))
    .returning({ id: log.id });
  if (counted.length > 0) return;
  const isOneMore = line.network !== '' && (await countLines(db, hour, line.action)) < linesAnHour;
  const { by, subject, action, times } = line;
  const entry = isOneMore
    ? { by, subject, note, countKey: key }
    : { by: 'visitor', subject: '', note: 'others, too many to list', countKey: keyOf(hour, action) };
  await db
    .insert(log)
    .values({ kind: 'security', action, times, ...entry })
    .onConflictDoUpdate({
      target: log.countKey,
      targetWhere: sql`count_key is not null`,
      set: { times: sql`${log.times} + excluded.times`, at: sql`greatest(${log.at}, ${currentTime})` },
    });
}

function countLines(db: Queryable, hour: number, action: string): Promise<number> {
  const since = new Date(hour * hourMs);
  return db.$count(log, and(eq(log.kind, 'security'), eq(log.action, action), gte(log.at, since)));
}

const keyOf = (...parts: (string | number)[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/**
 * An e-mail in the form in which the log may hold it when it belongs to nobody: first character and host, `k…@example.org`. Any
 * other text may be a password in the wrong field, and is left out.
 */
export function maskEmail(text: string): string {
  const [, first, host] = /^(\S)\S*@([a-z\d.-]{1,60})$/i.exec(text) ?? [];
  return first === undefined ? 'no e-mail' : `${first}…@${host}`;
}
