import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#server/platform/database/client.ts';

/**
 * Creates the admission payments of records that were inserted directly (sample data, tests) from their columns, with a
 * receipt for received ones, numbered by date. The application itself uses the ledger.
 * @param which condition on `members`; only records without an admission payment count
 */
export async function insertPastAdmissions(db: Queryable, which: SQL): Promise<void> {
  await db.execute(sql`
    with paid as (
      insert into payments (member_id, reference, purpose, amount, state, utr, proof_file, claimed_at, received_at, received_on,
        refund_due, reason, created_at)
      select members.id, members.reference, 'admission', tiers.fee_rupees,
        case
          when payment_status = 'PAYMENT_SUCCESS' then 'received'
          when payment_status = 'PAYMENT_INITIATED' then 'claimed'
          when status = 'Rejected' then 'cancelled'
          else 'due'
        end,
        utr, screenshot_file, payment_sent_at, seen.at, (seen.at at time zone 'Asia/Kolkata')::date,
        status = 'Rejected' and payment_status = 'PAYMENT_INITIATED', rejection_reason, members.created_at
      from members
      join tiers on tiers.membership = members.tier
      cross join lateral (
        select case when payment_status = 'PAYMENT_SUCCESS'
          then coalesce(approved_at, decided_at, payment_sent_at, members.created_at) end as at
      ) as seen
      where ${which}
        and not exists (select from payments other where other.member_id = members.id and other.purpose = 'admission')
      returning *
    ), numbered as (
      select paid.*, year, coalesce(receipt_years.last, 0)
        + row_number() over (partition by year order by received_on, paid.reference) as number
      from paid
      cross join lateral (select extract(year from received_on - interval '3 months')::int as start) as starts
      cross join lateral (select start || '-' || lpad(((start + 1) % 100)::text, 2, '0') as year) as years
      left join receipt_years using (year)
      where state = 'received'
    ), issued as (
      insert into receipts (payment_id, year, number, label, code, content, issued_at)
      select numbered.id, year, number, year || '/' || lpad(number::text, greatest(6, length(number::text)), '0'),
        translate(encode(substring(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea) from 1 for 16), 'base64'),
          '+/=', '-_'),
        jsonb_build_object(
          'association', (select jsonb_build_object('name', association ->> 'name', 'address', association ->> 'address',
            'phone', association ->> 'phone', 'email', association ->> 'officeEmail') from settings limit 1),
          'receivedFrom', members.name, 'memberNumber', coalesce(members.member_number, ''), 'reference', numbered.reference,
          'purpose', 'admission', 'period', '', 'membership', members.tier, 'amount', amount, 'utr', numbered.utr,
          'receivedOn', received_on, 'replaces', ''),
        received_at
      from numbered join members on members.id = numbered.member_id
      returning year, number
    )
    insert into receipt_years (year, last) select year, max(number) from issued group by year
    on conflict (year) do update set last = greatest(receipt_years.last, excluded.last)`);
}
