import { sql } from 'drizzle-orm';
import { addMissingShares } from '#server/features/shares/share-entries.queries.ts';
import { shareEntries, shareSettings } from '#server/features/shares/tables.ts';
import type { Database } from '#server/platform/database/client.ts';
import { financialYearOf } from '#shared/financial-year.ts';

/** Shares the receipts of this financial year with the States, and pays some of these for the months that are over. */
export async function seedShares(database: Database, administrator: string, today: Date): Promise<void> {
  const day = today.toISOString().slice(0, 10);
  const from = `${financialYearOf(day).slice(0, 4)}-04-01`;
  const percent = { 'Patron member': 20, 'lifetime member': 25, 'Individual member': 30 };
  await database.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.update(shareSettings).set({ enabled: true, percent, byState: {}, from });
    await addMissingShares(tx);
    await tx.execute(sql`
      insert into ${shareEntries} (kind, state, date, amount, utr, note, by)
      select 'payment', state, ${day}::date - 20, -sum(amount), 'SBIN' || to_char(${day}::date - 20, 'YYDDD') || lpad(rank::text, 7, '0'),
        'Quarter', ${administrator}
      from (
        select state, date, amount, dense_rank() over (order by state) as rank from ${shareEntries} where state <> ''
      ) as lines
      where date < ${day}::date - 45 and rank % 2 = 0
        and not exists (select from ${shareEntries} paid where paid.kind = 'payment')
      group by state, rank having sum(amount) > 0`);
  });
}
