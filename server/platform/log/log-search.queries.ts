import { and, type Column, desc, eq, gte, ilike, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { administrators } from '#server/features/administrators/tables.ts';
import { members, registrationSearch } from '#server/features/members/tables.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { containsPattern } from '#server/platform/database/searchable.ts';
import { isShown } from '#server/platform/mail/mail.queries.ts';
import { mail, mailText } from '#server/platform/mail/tables.ts';
import type { LogEntry } from './log.queries.ts';
import { log, logText } from './tables.ts';

export interface LogSearch {
  /** '' for all kinds; 'mail' for mails only. */
  kind: LogEntry['kind'] | 'mail' | '';
  /** Of mails; '' for all. */
  mailState: (typeof mail.$inferSelect)['state'] | '';
  /** Literal text anywhere in a line, or in the name, reference or e-mail of its person; '' for all. */
  text: string;
  /** Kinds of mails whose name contains the text. */
  mailKinds: string[];
  /** The first moment, and the end (exclusive); null: unbounded. */
  from: Date | null;
  before: Date | null;
  limit: number;
  offset: number;
}

export interface LogRow {
  id: string;
  at: Date;
  kind: LogEntry['kind'] | 'mail';
  feature: string;
  by: string;
  subject: string;
  action: string;
  from: string;
  to: string;
  /** What the person was told, and the office's own remark. */
  note: string;
  times: number;
  /** Null for what is not a mail. */
  mail: { state: (typeof mail.$inferSelect)['state']; error: string; toFile: boolean } | null;
  /** The person it is about, while the record exists. */
  member: { reference: string; name: string; status: string } | null;
}

/** No index serves shorter texts. They are not searched among people, and only in the newest lines. */
const shortestIndexed = 3;
const newestLines = 100_000;
/** Above this number of people the database joins them itself. */
const maxPeople = 1_000;

/** @returns the condition that a column refers to a person whom the text finds */
async function peopleFound(db: Readable, text: string): Promise<(column: Column) => SQL | undefined> {
  if (text.length < shortestIndexed) return () => undefined;
  const people = sql`select id from ${members} where ${registrationSearch} like ${containsPattern(text)}`;
  const { rows } = await db.execute<{ id: string }>(sql`${people} limit ${maxPeople + 1}`);
  if (rows.length > maxPeople) return (column) => sql`${column} in (${people})`;
  const ids = rows.map(({ id }) => id);
  return (column) => (ids.length === 0 ? undefined : inArray(column, ids));
}

/** The office's log and its mails together, newest first, with the total of matches. */
export async function searchLog(db: Readable, search: LogSearch): Promise<{ rows: LogRow[]; total: number }> {
  const { kind, text, from, before } = search;
  const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  // Each half is limited by its own index first, so that only lines that can be on the page are merged.
  const head = search.offset + search.limit;
  const parts: SQL[] = [];
  const counts: Promise<number>[] = [];
  const isShort = text !== '' && text.length < shortestIndexed;
  const about = await peopleFound(db, text);

  if (kind !== 'mail') {
    const within = and(
      isNull(log.importId),
      kind === '' ? undefined : eq(log.kind, kind),
      from ? gte(log.at, from) : undefined,
      before ? lt(log.at, before) : undefined,
    );
    const named = text === '' ? undefined : or(ilike(logText, like), about(log.memberId));
    const newest = sql`(select * from ${log} where ${within ?? sql`true`} order by ${desc(log.at)} limit ${newestLines}) as log`;
    const lines = isShort ? newest : sql`${log}`;
    const fits = (isShort ? named : and(within, named)) ?? sql`true`;
    counts.push(countOf(db, lines, fits));
    parts.push(sql`(select ${log.id} as id, ${log.at} as at, ${log.kind} as kind, ${log.feature} as feature, ${log.by} as by, ${log.subject} as subject,
      ${log.action} as action, ${log.from} as before, ${log.to} as after, concat_ws(chr(10), nullif(${log.reason}, ''), nullif(${log.note}, '')) as note, ${log.times} as times, ${log.memberId} as member_id,
      null::uuid as administrator_id, null::text as state, '' as error, false as to_file
      from ${lines} where ${fits} order by ${desc(log.at)} limit ${head})`);
  }
  if (kind === '' || kind === 'mail') {
    const within = and(
      isShown,
      search.mailState === '' ? undefined : eq(mail.state, search.mailState),
      from ? gte(mail.createdAt, from) : undefined,
      before ? lt(mail.createdAt, before) : undefined,
    );
    const ofKind = search.mailKinds.length > 0 ? inArray(mail.kind, search.mailKinds) : undefined;
    const named = text === '' ? undefined : or(ilike(mailText, like), about(mail.memberId), ofKind);
    const newest = sql`(select * from ${mail} where ${within ?? sql`true`} order by ${desc(mail.createdAt)} limit ${newestLines}) as mail`;
    const lines = isShort ? newest : sql`${mail}`;
    const fits = (isShort ? named : and(within, named)) ?? sql`true`;
    counts.push(countOf(db, lines, fits));
    parts.push(sql`(select ${mail.id} as id, ${mail.createdAt} as at, 'mail' as kind, '' as feature, 'website' as by, '' as subject,
      ${mail.kind} as action, '' as before, ${mail.recipient} as after, '' as note, 1 as times, ${mail.memberId} as member_id,
      ${mail.administratorId} as administrator_id, ${mail.state} as state, ${mail.error} as error, ${mail.toFile} as to_file
      from ${lines} where ${fits} order by ${desc(mail.createdAt)} limit ${head})`);
  }
  const page = sql`select * from (${sql.join(parts, sql` union all `)}) as entries order by at desc, id
    limit ${search.limit} offset ${search.offset}`;
  const { rows } = await db.execute<RawRow>(
    sql`select page.*, extract(epoch from page.at)::float8 * 1000 as at, ${administrators.email} as administrator,
      ${members.reference} as reference, ${members.name} as name, ${members.status} as status
      from (${page}) as page left join ${members} on ${members.id} = page.member_id
      left join ${administrators} on ${administrators.id} = page.administrator_id order by page.at desc, page.id`,
  );
  const total = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  return { rows: rows.map(fromRaw), total };
}

async function countOf(db: Readable, lines: SQL, fits: SQL): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from ${lines} where ${fits}`);
  return rows[0]?.count ?? 0;
}

interface RawRow extends Record<string, unknown> {
  id: string;
  at: number;
  kind: LogRow['kind'];
  feature: string;
  by: string;
  subject: string;
  action: string;
  before: string;
  after: string;
  note: string;
  times: number;
  state: NonNullable<LogRow['mail']>['state'] | null;
  error: string;
  to_file: boolean;
  administrator: string | null;
  reference: string | null;
  name: string;
  status: string;
}

function fromRaw(row: RawRow): LogRow {
  const { id, kind, feature, by, action, before, after, note, times, state, error, reference, name, status } = row;
  return {
    id,
    at: new Date(row.at),
    kind,
    feature,
    by,
    // A mail has no subject of its own: it is about its recipient's record.
    subject: row.subject || (state === null ? '' : (reference ?? row.administrator ?? '')),
    action,
    from: before,
    to: after,
    note,
    times,
    mail: state === null ? null : { state, error, toFile: row.to_file },
    member: reference === null ? null : { reference, name, status },
  };
}
