import { and, count, countDistinct, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { readings } from '#server/features/access-audit/tables.ts';
import { members } from '#server/features/members/tables.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import type { LogEntry } from '#server/platform/log/log.queries.ts';
import type { LogRow } from '#server/platform/log/log-search.queries.ts';
import { log } from '#server/platform/log/tables.ts';
import type { ActivityKind } from '#shared/contracts/activity.ts';
import { limits } from '#shared/limits.ts';
import { administrators } from './tables.ts';

export interface ActivityPeriod {
  /** The administrator's e-mail. */
  by: string;
  from: Date;
  before: Date;
}

/** Before this time readings are no longer kept per person; the log's line per day replaces them. */
const keptFrom = sql`(date_trunc('day', ${currentTime} at time zone 'Asia/Kolkata') - make_interval(days => ${limits.kept.readingDays})) at time zone 'Asia/Kolkata'`;

const lines: Record<ActivityKind, SQL> = {
  opened: sql`(kind = 'reading' and at < ${keptFrom})`,
  exported: sql`kind = 'export'`,
  decided: sql`kind = 'decision'`,
  other: sql`kind not in ('reading', 'export', 'decision')`,
};
const any = sql`(kind <> 'reading' or at < ${keptFrom})`;

const inLog = ({ by, from, before }: ActivityPeriod) => and(eq(log.by, by), gte(log.at, from), lt(log.at, before));
const inReadings = ({ by, from, before }: ActivityPeriod) =>
  and(eq(readings.by, by), gte(readings.at, from), lt(readings.at, before));

export async function findAdministratorOf(db: Readable, id: string) {
  const [row] = await db
    .select({ email: administrators.email, disabled: administrators.disabled })
    .from(administrators)
    .where(eq(administrators.id, id));
  return row;
}

/** The number of entries of each kind, and of people whose records were opened. */
export async function countActivity(db: Readable, period: ActivityPeriod) {
  const counted = await db
    .select({ kind: log.kind, isListed: sql<boolean>`${any}`, count: count() })
    .from(log)
    .where(inLog(period))
    .groupBy(log.kind, sql`2`);
  const read = await db
    .select({ what: readings.what, count: count(), people: countDistinct(readings.memberId) })
    .from(readings)
    .where(inReadings(period))
    .groupBy(readings.what);
  const of = (fits: (kind: LogEntry['kind']) => boolean) =>
    counted.filter(({ kind, isListed }) => isListed && fits(kind)).reduce((sum, row) => sum + row.count, 0);
  const people = (what: (typeof read)[number]['what']) => read.find((row) => row.what === what)?.people ?? 0;
  return {
    opened: { record: people('record'), ID: people('ID'), proof: people('proof') },
    /** The number of readings. */
    entries: read.reduce((sum, row) => sum + row.count, 0) + of((kind) => kind === 'reading'),
    exported: of((kind) => kind === 'export'),
    decided: of((kind) => kind === 'decision'),
    other: of((kind) => !['reading', 'export', 'decision'].includes(kind)),
  };
}

const openedTexts = { record: 'opened the record', ID: 'opened the scanned ID', proof: 'opened the proof of payment' };

/** A page of the activity, newest first. @param kind '' for all */
export async function findActivity(
  db: Readable,
  period: ActivityPeriod,
  kind: ActivityKind | '',
  { offset, limit }: { offset: number; limit: number },
): Promise<LogRow[]> {
  // Each half is limited by its own index first, so that only entries that can be on the page are merged.
  const head = offset + limit;
  const parts = [
    sql`(select id::text as id, at, kind, feature, subject, action, "from" as before, "to" as after,
        concat_ws(chr(10), nullif(reason, ''), nullif(note, '')) as note, times, member_id
      from ${log} where ${inLog(period)} and ${kind === '' ? any : lines[kind]} order by at desc limit ${head})`,
  ];
  if (kind === '' || kind === 'opened') {
    parts.push(sql`(select day || what || member_id as id, at, 'reading' as kind, '' as feature, '' as subject, what as action, '' as before,
        '' as after, '' as note, times, member_id
      from ${readings} where ${inReadings(period)} order by at desc limit ${head})`);
  }
  const { rows } = await db.execute<RawRow>(sql`
    select page.*, extract(epoch from page.at)::float8 * 1000 as at, m.reference, m.name, m.status
    from (select * from (${sql.join(parts, sql` union all `)}) as entries order by at desc, id limit ${limit} offset ${offset}) as page
      left join ${members} m on m.id = page.member_id
    order by page.at desc, page.id`);
  return rows.map(
    ({ id, at, kind: of, feature, subject, action, before, after, note, times, reference, name, status }) => ({
      id,
      at: new Date(at),
      kind: of,
      feature,
      by: period.by,
      subject: subject || (reference ?? ''),
      action: openedTexts[action as keyof typeof openedTexts] ?? action,
      from: before,
      to: after,
      note,
      times,
      mail: null,
      member: reference === null ? null : { reference, name, status },
    }),
  );
}

interface RawRow extends Record<string, unknown> {
  id: string;
  at: number;
  kind: LogEntry['kind'];
  feature: string;
  subject: string;
  action: string;
  before: string;
  after: string;
  note: string;
  times: number;
  reference: string | null;
  name: string;
  status: string;
}
