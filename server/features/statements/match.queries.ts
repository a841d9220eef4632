import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#server/database/client.ts';
import { firstWord, lastWord, members } from '#server/database/tables/members.ts';
import { payments } from '#server/database/tables/payments.ts';
import { statementEntries, statementLines } from '#server/database/tables/statements.ts';

/** The kind of connection between a line and a payment. */
export type Evidence = 'utr' | 'reference' | 'cut' | 'name' | 'number';

export interface Pair {
  lineId: string;
  paymentId: string;
  by: Evidence;
}

/** Payments shown per line; a partial reference or a name with more matches is ignored. */
const mostCandidates = 10;

/** The lines to match: a query of their ids. */
export type LineScope = SQL;
export const linesOfStatement = (statementId: string): SQL =>
  sql`select line_id from ${statementEntries} where statement_id = ${statementId}`;
export const theseLines = (ids: readonly string[]): SQL => sql`select unnest(${sql.param([...ids])}::uuid[])`;

/**
 * Finds the connections of open lines with payments, in one query for any number of lines. By UTR and full reference with payments in any
 * state and of any amount; only where neither matches, by a cut-off reference or a name with open payments of the
 * same amount, or by another number that somebody has claimed.
 */
export async function findPairs(db: Queryable, lines: SQL): Promise<Pair[]> {
  const { rows } = await db.execute<{ line: string; payment: string; how: Evidence }>(sql`
    with line as materialized (
      select id, (amount - booked) as open, words, cut, keys, numbers from ${statementLines}
      where id in (${lines}) and booked < amount
    ), named as materialized (
      select line.id as line, paid.id as payment, 'utr' as how
      from line cross join lateral unnest(line.keys) as key
      join ${payments} paid on paid.utr = key and paid.utr <> ''
      union
      select line.id, paid.id, 'reference'
      from line cross join lateral unnest(line.keys) as key
      join ${payments} paid on paid.reference = key
    ), rest as materialized (
      select * from line where not exists (select from named where named.line = line.id)
    ), cut as (
      select rest.id as line, found.id as payment, 'cut' as how
      from rest cross join lateral (
        select id from ${payments}
        where reference ~>=~ rest.cut and reference ~<~ (rest.cut || ':')
          and state in ('due', 'claimed') and amount::bigint * 100 = rest.open
        limit ${mostCandidates + 1}
      ) as found
      where rest.cut <> ''
    ), other as (
      select rest.id as line, found.id as payment, 'number' as how
      from rest cross join lateral (
        select paid.id from unnest(rest.numbers) as number
        join ${payments} paid on paid.utr = number and paid.utr <> '' and paid.state in ('due', 'claimed')
        limit ${mostCandidates}
      ) as found
    ), person as materialized (
      select distinct rest.id as line, rest.open, rest.words, ${members.id} as member, name_search
      from rest
      cross join lateral unnest(rest.words) as first(word)
      cross join lateral unnest(rest.words) as last(word)
      join ${members} on ${firstWord} = first.word and ${lastWord} = last.word
    ), alike as (
      select person.line, paid.id as payment, 'name' as how
      from person
      join ${payments} paid on paid.member_id = person.member
        and paid.state in ('due', 'claimed') and paid.amount::bigint * 100 = person.open
      where not exists (
        select from regexp_split_to_table(person.name_search, '[[:space:][:punct:]]+') as part
        where length(part) >= 3 and part <> all (person.words)
      )
    )
    select line, payment, how from named
    union all select line, payment, how from cut
    union all select line, payment, how from other
    union all select line, payment, how from alike`);
  return rows.map(({ line, payment, how }) => ({ lineId: line, paymentId: payment, by: how }));
}

/** The columns of a payment that matching uses. */
export type MatchedPayment = Pick<
  typeof payments.$inferSelect,
  'id' | 'reference' | 'state' | 'amount' | 'utr' | 'lineId' | 'purpose'
>;

/** Ids per query. */
const idsAtOnce = 10_000;

export async function findMatched(db: Queryable, ids: readonly string[]): Promise<Map<string, MatchedPayment>> {
  const found = new Map<string, MatchedPayment>();
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    const rows = await db
      .select({
        id: payments.id,
        reference: payments.reference,
        state: payments.state,
        amount: payments.amount,
        utr: payments.utr,
        lineId: payments.lineId,
        purpose: payments.purpose,
      })
      .from(payments)
      .where(inArray(payments.id, sql`(select unnest(${sql.param(ids.slice(start, start + idsAtOnce))}::uuid[]))`));
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}
