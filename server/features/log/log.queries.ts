import { and, desc, eq, gte, ilike, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#server/database/client.ts';
import { administrators } from '#server/database/tables/auth.ts';
import { members } from '#server/database/tables/members.ts';
import { log, mail } from '#server/database/tables/office.ts';

/** One line of the office's log. It names records by reference number or title and holds no personal data. */
export interface LogEntry {
  kind: 'decision' | 'login' | 'export' | 'content' | 'administrator' | 'member';
  /** An administrator's e-mail, 'member' or 'website'. */
  by: string;
  /** Reference number or title of what it was done to. */
  subject?: string;
  /** What was done, as a short plain phrase that could follow a name: 'changed the record'. */
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

/** Counts what may happen very often: one line an hour, whose note is the number of times. */
export async function countInLog(db: Queryable, entry: Pick<LogEntry, 'kind' | 'by' | 'action'>): Promise<void> {
  const counted = await db
    .update(log)
    .set({ note: sql`(${log.note}::int + 1)::text` })
    .where(
      eq(
        log.id,
        sql`(select ${log.id} from ${log} where ${and(
          gte(log.at, sql`date_trunc('hour', now())`),
          eq(log.kind, entry.kind),
          eq(log.by, entry.by),
          eq(log.action, entry.action),
        )} order by ${log.at} desc limit 1)`,
      ),
    )
    .returning({ id: log.id });
  if (counted.length === 0) await writeLog(db, { ...entry, note: '1' });
}

/**
 * Removes logins older than `days` days. All other lines stay: they are few, and the association's own record of who
 * decided and changed what.
 */
export async function deleteOldLogins(db: Queryable, days: number): Promise<void> {
  await db.delete(log).where(and(eq(log.kind, 'login'), lt(log.at, sql`now() - make_interval(days => ${days})`)));
}

export interface LogSearch {
  /** '' for all kinds; 'mail' for mails only. */
  kind: LogEntry['kind'] | 'mail' | '';
  /** Literal text anywhere in a line; '' for all. */
  text: string;
  /** Kinds of mails whose name fits the text. */
  mailKinds: string[];
  limit: number;
  offset: number;
}

export interface LogRow {
  id: string;
  at: Date;
  kind: LogEntry['kind'] | 'mail';
  by: string;
  subject: string;
  action: string;
  from: string;
  to: string;
  note: string;
  /** Null for what is not a mail. */
  state: (typeof mail.$inferSelect)['state'] | null;
  error: string;
}

/** The office's log and its mails together, newest first, with the number of all that fit. */
export async function searchLog(db: Queryable, search: LogSearch): Promise<{ rows: LogRow[]; total: number }> {
  const parts: SQL[] = [];
  const counts: Promise<number>[] = [];
  const like = `%${search.text.replace(/[\\%_]/g, '\\$&')}%`;
  // Each half is cut by its own index first, so that only what may be on the page is merged.
  const head = search.offset + search.limit;
  if (search.kind !== 'mail') {
    const fits = and(
      search.kind === '' ? undefined : eq(log.kind, search.kind),
      search.text === ''
        ? undefined
        : or(...[log.by, log.subject, log.action, log.from, log.to, log.note].map((column) => ilike(column, like))),
    );
    counts.push(db.$count(log, fits));
    parts.push(sql`(select ${log.id} as id, ${log.at} as at, ${log.kind} as kind, ${log.by} as by, ${log.subject} as subject,
      ${log.action} as action, ${log.from} as before, ${log.to} as after, ${log.note} as note,
      null::text as state, '' as error
      from ${log} where ${fits ?? sql`true`} order by ${desc(log.at)} limit ${head})`);
  }
  if (search.kind === '' || search.kind === 'mail') {
    const about = sql`coalesce(${members.reference}, ${administrators.email}, '')`;
    const joined = sql`${mail} left join ${members} on ${eq(members.id, mail.memberId)}
      left join ${administrators} on ${eq(administrators.id, mail.administratorId)}`;
    const fits =
      search.text === ''
        ? sql`true`
        : or(
            ilike(mail.recipient, like),
            ilike(mail.error, like),
            sql`${about} ilike ${like}`,
            inArray(mail.kind, search.mailKinds),
          );
    counts.push(
      db.execute<{ count: string }>(sql`select count(*) as count from ${joined} where ${fits}`).then(firstCount),
    );
    parts.push(sql`(select ${mail.id} as id, ${mail.createdAt} as at, 'mail' as kind, 'website' as by, ${about} as subject,
      ${mail.kind} as action, '' as before, ${mail.recipient} as after, '' as note, ${mail.state} as state, ${mail.error} as error
      from ${joined} where ${fits} order by ${desc(mail.createdAt)} limit ${head})`);
  }
  const merged = sql.join(parts, sql` union all `);
  const { rows } = await db.execute<RawRow>(
    sql`select id, extract(epoch from at)::float8 * 1000 as at, kind, by, subject, action, before, after, note, state, error from (${merged}) as entries
      order by at desc, id limit ${search.limit} offset ${search.offset}`,
  );
  const total = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  return { rows: rows.map(fromRaw), total };
}

type RawRow = Omit<LogRow, 'from' | 'to' | 'at'> & { at: number; before: string; after: string } & Record<
    string,
    unknown
  >;

function fromRaw({ before, after, at, ...row }: RawRow): LogRow {
  return { ...row, at: new Date(at), from: before, to: after };
}

function firstCount({ rows }: { rows: { count: string }[] }): number {
  return Number(rows[0]?.count ?? 0);
}
