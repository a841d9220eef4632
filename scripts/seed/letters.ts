import { sql } from 'drizzle-orm';
import { letterRecipients, letters, letterYears } from '#server/features/letters/tables.ts';
import type { Database } from '#server/platform/database/client.ts';
import { indianDay } from '#shared/clock.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const by = 'office@example.org';

const sent = [
  {
    kind: 'notice' as const,
    daysAgo: 40,
    title: 'Notice of the Annual General Body Meeting',
    text: 'Dear members,\n\nThe Annual General Body Meeting takes place at **11.00 a.m.** in the auditorium of the District Court.\n\nAgenda:\n- Report of the General Secretary\n- Accounts of the year\n- Election of the managing body\n\nProxies are not allowed. Please bring your member card.',
  },
  {
    kind: 'circular' as const,
    daysAgo: 12,
    title: 'Model formats for applications under the new Sanhitas',
    text: 'Dear colleagues,\n\nThe drafting committee has prepared model formats for applications under the Bharatiya Nagarik Suraksha Sanhita. They stand under [Resources](https://example.org/resources).\n\nSuggestions are welcome until the end of the month.',
  },
  {
    kind: 'circular' as const,
    daysAgo: 2,
    title: 'Registration for the national conference is open',
    text: 'Dear colleagues,\n\nMembers can now register for the national conference on the site. **Places are limited.**',
  },
];

/** Adds a notice and circulars that were sent, and a draft; nothing if there are letters already. */
export async function seedLetters(database: Database, today: Date): Promise<void> {
  if ((await database.$count(letters)) > 0) return;
  await database.transaction(async (tx) => {
    const last = new Map<number, number>();
    for (const { daysAgo, ...letter } of sent) {
      const startedAt = new Date(today.getTime() - daysAgo * dayMs);
      const year = Number(indianDay(startedAt).slice(0, 4));
      const number = (last.get(year) ?? 0) + 1;
      last.set(year, number);
      const [row] = await tx
        .insert(letters)
        .values({
          ...letter,
          by,
          number: `${year}/${String(number).padStart(3, '0')}`,
          meetingOn: letter.kind === 'notice' ? indianDay(new Date(startedAt.getTime() + 21 * dayMs)) : null,
          state: 'sent',
          createdAt: startedAt,
          startedAt,
          resumedAt: startedAt,
          endedAt: new Date(startedAt.getTime() + 3_600_000),
        })
        .returning({ id: letters.id });
      const at = sql`${startedAt.toISOString()}::timestamptz`;
      await tx.execute(sql`
        insert into ${letterRecipients} (id, circular_id, position, member_id, name, member_number, state, email, mail, reason, at, read_at)
        select gen_random_uuid(), ${row!.id}::uuid, n, id, name, member_number, state,
          case when n % 17 = 0 then null else email end,
          case when n % 17 = 0 then 'leftOut' when n % 23 = 0 then 'failed' else 'sent' end,
          case when n % 17 = 0 then 'Does not want circulars by e-mail.' when n % 23 = 0 then 'The mail server does not accept this mail (554).' else '' end,
          ${at} + n * interval '1 second', case when n % 3 = 0 then ${at} + n * interval '7 minutes' end
        from (select *, row_number() over (order by state, name_search, id)::int as n from members where status = 'Approved') as people`);
    }
    for (const [year, number] of last) await tx.insert(letterYears).values({ year, last: number });
    await tx.insert(letters).values({
      kind: 'circular',
      by,
      title: 'Holidays of the office',
      text: 'The office is closed from 24 to 26 December. In urgent matters please write to the support address.',
    });
  });
}
