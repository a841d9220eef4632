// Offered to other features: lines of statements are stored, locked and booked in the transaction of their file or payment.
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { salaryRemittanceLines } from '#server/features/checkoff/tables.ts';
import { firstWord, lastWord, members } from '#server/features/members/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import { statements } from '#server/features/statements/tables.ts';
import { settlements } from '#server/parts/gateway/tables.ts';
import type { Queryable, Readable, Transaction } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { countWaiting } from '#server/platform/database/waiting.ts';
import { clock } from '#shared/clock.ts';
import { limits } from '#shared/limits.ts';
import { claimedNumbers } from './claimed-numbers.tables.ts';
import { type JudgedLine, type JudgedPayment, maxShown } from './evidence.ts';
import { type Identity, identifyRows, type KnownCredit } from './same-credits.ts';
import { statementEntries, statementLines } from './tables.ts';
import { isReference, pointersIn } from './texts.ts';

const columns = {
  id: statementLines.id,
  date: statementLines.date,
  amount: statementLines.amount,
  booked: statementLines.booked,
  utr: statementLines.utr,
  number: statementLines.number,
  narration: statementLines.narration,
  texts: statementLines.texts,
  keys: statementLines.keys,
  numbers: statementLines.numbers,
  debitNumbers: statementLines.debitNumbers,
  cut: statementLines.cut,
  withdrawn: statementLines.withdrawn,
  dismissedAt: statementLines.dismissedAt,
  dismissedBy: statementLines.dismissedBy,
  dismissedNote: statementLines.dismissedNote,
};

type StoredLine = typeof statementLines.$inferSelect;
export type LineRow = Pick<StoredLine, keyof typeof columns>;

export function judgedLineOf({ amount, booked, keys, numbers, texts: others, ...row }: LineRow): JudgedLine {
  const isOlder = row.debitNumbers === null;
  const texts = [row.narration, ...others, ...(isOlder ? [row.number] : [])];
  const stored = {
    references: keys.filter(isReference),
    runs: keys.filter((key) => !isReference(key)),
    pieces: numbers,
  };
  return {
    ...row,
    ...(isOlder ? pointersIn(texts) : stored),
    texts,
    debitNumbers: row.debitNumbers ?? [],
    open: amount - booked,
  };
}

/** Lines in a list: not completely booked, not dismissed, and not withdrawn by another mapping. */
const isListed = and(
  lt(statementLines.booked, statementLines.amount),
  isNull(statementLines.dismissedAt),
  eq(statementLines.withdrawn, false),
);

const idList = (ids: readonly string[]) => sql`${sql.param([...ids])}::uuid[]`;

/** Lines: a query of their ids. */
export type LineScope = SQL;
export const linesOfStatement = (statementId: string): LineScope =>
  sql`select line_id from ${statementEntries} where statement_id = ${statementId}`;
export const theseLines = (ids: readonly string[]): LineScope => sql`select unnest(${idList(ids)})`;

/** What a line may be for. */
export interface Candidates {
  payments: JudgedPayment[];
  /** A number of it is that of a payment to a State. */
  isOurs: boolean;
}

/**
 * The payments that lines may be for: those with one of a line's keys as their reference, or as a number that was ever claimed for them
 * or sent back, in any state and of any amount; where there are none, those that stand in it in pieces, and open ones whose reference
 * begins like a cut one, or whose person has two of the line's words. Decides nothing.
 */
export async function findCandidates(db: Readable, lines: LineScope): Promise<Map<string, Candidates>> {
  const { rows } = await db.execute<JudgedPayment & { line: string } & Record<string, unknown>>(sql`
    with line as materialized (
      select id, (amount - booked) as open, words, cut, keys, numbers from ${statementLines}
      where id in (${lines}) and booked < amount
    ), named as materialized (
      select line.id as line, claim.payment_id as payment, not claim.sent as claimed, claim.sent as refunded
      from line cross join lateral unnest(line.keys) as key
      cross join lateral (
        select payment_id, sent from ${claimedNumbers} where number = key limit ${maxShown + 1}
      ) as claim
      union
      -- Servers of the version before do not note the numbers that they take.
      select line.id, paid.id, true, false from line cross join lateral unnest(line.keys) as key
      cross join lateral (select id from ${payments} where utr = key and utr <> '' limit ${maxShown + 1}) as paid
      union
      select line.id, paid.id, false, false from line cross join lateral unnest(line.keys) as key
      join ${payments} paid on paid.reference = key
    ), rest as materialized (
      select * from line where not exists (select from named where named.line = line.id)
    ), person as materialized (
      select distinct rest.id as line, rest.open, ${members.id} as member
      from rest
      cross join lateral unnest(rest.words) as first(word)
      cross join lateral unnest(rest.words) as last(word)
      join ${members} on ${firstWord} = first.word and ${lastWord} = last.word
    ), candidate as (
      select line, payment, bool_or(claimed) as claimed, bool_or(refunded) as refunded from named group by line, payment
      union all
      select line, payment, false, false from (
        select rest.id as line, found.id as payment from rest cross join lateral (
          select id from ${payments}
          where reference ~>=~ rest.cut and reference ~<~ (rest.cut || ':')
            and state in ('due', 'claimed') and amount::bigint * 100 = rest.open
          limit ${maxShown + 1}
        ) as found
        where rest.cut <> ''
        union
        select rest.id, found.id from rest cross join lateral (
          select paid.id from unnest(rest.numbers) as number
          join ${payments} paid on paid.reference = number or (paid.utr = number and paid.utr <> '')
          limit ${maxShown}
        ) as found
        union
        select person.line, paid.id from person
        join ${payments} paid on paid.member_id = person.member
          and paid.state in ('due', 'claimed') and paid.amount::bigint * 100 = person.open
      ) as alike
    )
    select candidate.line, paid.id, coalesce(paid.member_id, paid.id) as person, paid.reference, paid.utr, paid.amount, paid.state,
      paid.mode, paid.line_id as "lineId", coalesce(${members.name}, '') as name, candidate.claimed, candidate.refunded
    from candidate left join ${payments} paid on paid.id = candidate.payment
    left join ${members} on ${members.id} = paid.member_id
    order by paid.id`);
  const byLine = new Map<string, Candidates>();
  for (const [line, some] of Map.groupBy(rows, (row) => row.line)) {
    const candidates = some.filter(({ id }) => id !== null);
    byLine.set(line, { payments: candidates, isOurs: some.some(({ id, refunded }) => id === null && refunded) });
  }
  return byLine;
}

/** Lines that one payment is compared with. */
const maxNaming = 200;

/** The open lines that have the UTR or reference of one of these payments. */
export async function findLinesNaming(db: Readable, paymentIds: readonly string[]): Promise<LineRow[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct naming.id from ${payments} paid
    cross join lateral unnest(array[nullif(ltrim(paid.utr, '0'), ''), paid.reference]) as key
    cross join lateral (
      select id from ${statementLines} where keys @> array[key] and booked < amount limit ${maxNaming}
    ) as naming
    where paid.id = any(${idList(paymentIds)}) and key is not null`);
  return findLines(
    db,
    rows.map(({ id }) => id),
  );
}

/** The given lines, without completely booked, dismissed and withdrawn ones. */
export async function findLines(db: Readable, ids: readonly string[]): Promise<LineRow[]> {
  if (ids.length === 0) return [];
  return db
    .select(columns)
    .from(statementLines)
    .where(and(sql`${statementLines.id} = any(${idList(ids)})`, isListed));
}

/** A line in any statement and state. */
export async function findLineById(db: Queryable, id: string): Promise<LineRow[]> {
  return db.select(columns).from(statementLines).where(eq(statementLines.id, id));
}

/** The lines of a statement in the order of its file, without completely booked, dismissed and withdrawn ones. */
export async function findOpenLinesOf(db: Queryable, statementId: string): Promise<LineRow[]> {
  return db
    .select(columns)
    .from(statementEntries)
    .innerJoin(statementLines, eq(statementLines.id, statementEntries.lineId))
    .where(and(eq(statementEntries.statementId, statementId), isListed))
    .orderBy(asc(statementEntries.position));
}

/** Lines of a file, to be stored by one statement: all of a day and amount together. */
export interface NewLines {
  /** Of each line, in the same order. */
  identities: Identity[];
  /** The lines' columns: JSON, so that they pass from thread to database as one text. */
  json: string;
}

/** A line within {@link NewLines.json}. */
export interface NewLine
  extends Pick<
    StoredLine,
    | 'id'
    | 'hash'
    | 'date'
    | 'amount'
    | 'utr'
    | 'narration'
    | 'account'
    | 'texts'
    | 'words'
    | 'cut'
    | 'keys'
    | 'numbers'
    | 'debitNumbers'
  > {
  /** Its position in the file. */
  position: number;
}

/**
 * Stores lines of a statement; known ones are not changed, unless the file says more of them.
 * The caller has locked the statements.
 * @param again the file was read before with another mapping: this one's values of a line win
 */
export async function insertLines(tx: Transaction, statementId: string, part: NewLines, again: boolean): Promise<void> {
  const { identities } = part;
  const { rows: credits } = await tx.execute<KnownCredit & Record<string, unknown>>(sql`
    select id, hash, date || ' ' || amount as day, utr as number, keys, ordinal, account, null as balance from ${statementLines}
    where hash = any(${sql.param([...new Set(identities.map(({ hash }) => hash))])}::text[])
    union
    select id, hash, date || ' ' || amount, utr, keys, ordinal, account, null from ${statementLines}
    where utr <> '' and (utr, date, amount) in (
      select "number", split_part("day", ' ', 1)::date, split_part("day", ' ', 2)::bigint
      from json_to_recordset(${JSON.stringify(identities)}::json) as input ("number" text, "day" text)
    )
    order by hash, ordinal`);
  const identified = identifyRows(identities, credits);
  const now = clock.now().toISOString();
  await tx.execute(sql`
    with input as materialized (
      select * from rows from (
        json_to_recordset(${part.json}::json) as (id uuid, hash text, date date, amount bigint, utr text, narration text, account text, texts text[],
          words text[], cut text, keys text[], numbers text[], "debitNumbers" text[], "position" int),
        unnest(${idList(identified.map((row) => row.known!))}),
        unnest(${sql.param(identified.map(({ ordinal }) => ordinal))}::int[])
      ) as input (id, hash, date, amount, utr, narration, account, texts, words, cut, keys, numbers, debit_numbers, "position", known, ordinal)
    ), fresh as (
      insert into ${statementLines} (id, hash, ordinal, date, amount, utr, narration, account, texts, words, cut, keys, numbers,
        debit_numbers, created_at)
      select id, hash, ordinal, date, amount, utr, narration, account, texts, words, cut, keys, numbers, debit_numbers, ${now}::timestamptz
      from input where known is null
    ), changed as (
      update ${statementLines} lines set withdrawn = false,
        utr = case when wins or lines.utr = '' then input.utr else lines.utr end,
        account = case when length(input.account) > length(lines.account) then input.account else lines.account end,
        cut = case when wins or lines.cut = '' then input.cut else lines.cut end,
        narration = case when wins then input.narration else lines.narration end,
        words = case when wins then input.words else lines.words end,
        ${sql.join(
          ['texts', 'keys', 'numbers', 'debit_numbers'].map((name) =>
            sql.raw(`${name} = case when wins then input.${name} else lines.${name} || array(
              select each from unnest(input.${name}) each where each <> all(lines.${name})) end`),
          ),
          sql`, `,
        )}
      from (
        select input.*, ${again} or own.debit_numbers is null as wins, not own.keys @> input.keys or length(input.account) > length(own.account) as says_more
        from input join ${statementLines} own on own.id = input.known
      ) as input
      where lines.id = input.known and lines.booked = 0 and (wins or says_more or lines.withdrawn)
    )
    insert into ${statementEntries} (statement_id, line_id, "position")
    select ${statementId}::uuid, coalesce(known, id), "position" from input`);
}

const isBooked = sql`${statementLines.booked} = ${statementLines.amount}`;

/** Number and sum in paise of a statement's lines in no list: received by hand when it was read, booked otherwise, dismissed. */
export async function countBooked(db: Queryable, statementId: string) {
  const of = (condition: SQL) => ({
    count: sql<number>`(count(*) filter (where ${condition}))::int`,
    amount: sql<number>`coalesce(sum(${statementLines.amount}) filter (where ${condition}), 0)::float8`,
  });
  const [row] = await db
    .select({
      already: of(sql`${isBooked} and ${statementEntries.alreadyReceived}`),
      seen: of(sql`${isBooked} and not ${statementEntries.alreadyReceived}`),
      dismissed: of(sql`${statementLines.dismissedAt} is not null`),
      all: of(sql`true`),
    })
    .from(statementEntries)
    .innerJoin(statementLines, eq(statementLines.id, statementEntries.lineId))
    .where(eq(statementEntries.statementId, statementId));
  return row!;
}

/** Withdraws open lines of earlier readings of a file that this one does not contain; lines of other files stay. */
export async function withdrawOthers(
  tx: Transaction,
  { id, fileHash }: { id: string; fileHash: string },
): Promise<void> {
  await tx.execute(sql`
    update ${statementLines} lines set withdrawn = true
    where lines.booked = 0 and not lines.withdrawn and lines.id in (
      select entries.line_id from ${statementEntries} entries
      join ${statements} earlier on earlier.id = entries.statement_id
      where earlier.file_hash = ${fileHash} and earlier.id <> ${id}
    ) and not exists (
      select from ${statementEntries} entries join ${statements} other on other.id = entries.statement_id
      where entries.line_id = lines.id and (other.id = ${id} or other.file_hash <> ${fileHash})
    )`);
}

/** @param note null: it is a membership payment after all */
export async function setDismissed(tx: Transaction, id: string, by: string, note: string | null): Promise<void> {
  const set =
    note === null
      ? { dismissedAt: null, dismissedBy: '', dismissedNote: '' }
      : { dismissedAt: clock.now(), dismissedBy: by, dismissedNote: note };
  await tx.update(statementLines).set(set).where(eq(statementLines.id, id));
}

const isRecent = () =>
  gt(statementLines.createdAt, sql`${currentTime} - make_interval(days => ${limits.statement.openDays})`);

/** Open lines of the last days, newest first. @param dismissed those that were dismissed instead */
export async function findOpenLines(db: Queryable, page: number, dismissed: boolean) {
  const isOpen = and(dismissed ? isNotNull(statementLines.dismissedAt) : isListed, isRecent());
  const rows = await db
    .select(columns)
    .from(statementLines)
    .where(isOpen)
    .orderBy(desc(statementLines.date), asc(statementLines.id))
    .limit(limits.pageSize)
    .offset((page - 1) * limits.pageSize);
  return { rows, total: await db.$count(statementLines, isOpen) };
}

/** The last statement with each of these lines. */
export async function findStatementsOf(db: Readable, lineIds: readonly string[]): Promise<Map<string, string>> {
  if (lineIds.length === 0) return new Map();
  const { rows } = await db.execute<{ line: string; statement: string }>(sql`
    select distinct on (line_id) line_id as line, statement_id as statement
    from ${statementEntries} join ${statements} on ${statements.id} = statement_id
    where line_id = any(${idList(lineIds)})
    order by line_id, ${statements.createdAt} desc, statement_id`);
  return new Map(rows.map((row) => [row.line, row.statement]));
}

/**
 * Locks lines against other bookings, but not against statements that reference them. After the payments: receiving
 * one by hand looks for its line too.
 * @param statementId which must contain them; absent: any
 */
export async function lockLines(tx: Transaction, statementId: string | undefined, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, LineRow>();
  const entry = tx
    .select({ id: statementEntries.lineId })
    .from(statementEntries)
    .where(statementId === undefined ? undefined : eq(statementEntries.statementId, statementId));
  const rows = await tx
    .select(columns)
    .from(statementLines)
    .where(and(sql`${statementLines.id} = any(${idList(ids)})`, inArray(statementLines.id, entry)))
    .orderBy(asc(statementLines.id))
    .for('no key update');
  return new Map(rows.map((row) => [row.id, row]));
}

export async function markAlreadyReceived(
  tx: Transaction,
  statementId: string,
  lineIds: readonly string[],
): Promise<void> {
  await tx
    .update(statementEntries)
    .set({ alreadyReceived: true })
    .where(
      and(eq(statementEntries.statementId, statementId), sql`${statementEntries.lineId} = any(${idList(lineIds)})`),
    );
}

/** Notes on lines how much of them is booked, after their payments or settlement have changed. */
export async function recountBooked(tx: Transaction, lineIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update ${statementLines} set booked = coalesce((
      select sum(paid.amount::bigint) * 100 from ${payments} paid where paid.line_id = ${statementLines.id}
    ), 0) + coalesce((select amount from ${settlements} where ${settlements.lineId} = ${statementLines.id}), 0)
      + coalesce((select amount from ${salaryRemittanceLines} where ${salaryRemittanceLines.lineId} = ${statementLines.id}), 0)
    where id = any(${idList([...new Set(lineIds)])})`);
}

/** After an erasure: deletes the senders of these payments' credits. */
export async function forgetSenders(tx: Transaction, paymentIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update ${statementLines} set narration = '', texts = '{}', keys = '{}', numbers = '{}', words = '{}',
      cut = '', number = '', debit_numbers = '{}', dismissed_note = ''
    where id in (select line_id from ${payments} where id = any(${idList(paymentIds)}))`);
}

/** Lines deleted per statement. */
const deletedAtOnce = 20_000;

/** Deletes credits that were not booked within `days`, and the senders of older booked ones. */
export async function deleteOldLines(db: Queryable, days: number): Promise<void> {
  const isOld: SQL = sql`created_at < ${currentTime} - make_interval(days => ${days})`;
  for (;;) {
    const { rows } = await db.execute<{ count: number }>(sql`
      with gone as (
        delete from ${statementLines} where id in (
          select id from ${statementLines} where ${isOld} and booked = 0
            and not exists (select from ${payments} where ${payments.lineId} = ${statementLines.id})
          limit ${deletedAtOnce}
        ) returning id
      ), entries as (
        delete from ${statementEntries} using gone where line_id = gone.id
      )
      select count(*)::int as count from gone`);
    if (rows[0]!.count < deletedAtOnce) break;
  }
  await db.execute(sql`
    update ${statementLines} set narration = '', texts = '{}', words = '{}' where ${isOld} and (narration <> '' or words <> '{}')`);
}

/** Lines that nobody has settled or dismissed. */
export const countUnsettled = (db: Readable) =>
  countWaiting(
    db,
    sql`${statementLines} where booked < amount and dismissed_at is null`,
    sql`date::timestamp at time zone 'Asia/Kolkata'`,
  );
