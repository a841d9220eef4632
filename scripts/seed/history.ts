import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { officeBearers } from '#server/features/bearers/tables.ts';
import { members, membershipFacts } from '#server/features/members/tables.ts';
import type { Database } from '#server/platform/database/client.ts';
import { indianDay, startOfIndianDay } from '#shared/clock.ts';
import { daysOfFinancialYear, financialYearOf } from '#shared/financial-year.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const offices = [
  'President',
  'Vice President',
  'General Secretary',
  'Treasurer',
  'Executive Member',
  'Executive Member',
];
const earlier = ['Ramesh Chandra Gupta', 'Shanta Kumari', 'Abdul Hameed', 'Lakshmi Narasimhan'];

/** Adds office bearers of two terms, and the statistics of a few former members; nothing if there are terms already. */
export async function seedHistory(database: Database, today: Date): Promise<void> {
  if ((await database.$count(officeBearers)) > 0) return;
  const { first } = daysOfFinancialYear(financialYearOf(indianDay(today)));
  const yearsBack = (count: number) => `${Number(first.slice(0, 4)) - count}${first.slice(4)}`;
  const people = await database
    .select()
    .from(members)
    .where(and(eq(members.status, 'Approved'), eq(members.hideEntry, false)))
    .orderBy(asc(members.tierRank), asc(members.nameSearch))
    .limit(offices.length);
  await database.transaction(async (tx) => {
    const running = people.map((person, index) => ({
      office: offices[index]!,
      memberId: person.id,
      memberNumber: person.memberNumber,
      name: person.name,
      state: person.state,
      from: yearsBack(1),
      position: Math.min(index + 1, 5),
      showPhoto: true,
      several: offices[index] === 'Executive Member',
    }));
    const ended = earlier.map((name, index) => ({
      office: offices[index]!,
      name,
      from: yearsBack(3),
      until: indianDay(new Date(startOfIndianDay(yearsBack(1)).getTime() - dayMs)),
      position: index + 1,
    }));
    if (running.length > 0) await tx.insert(officeBearers).values(running);
    await tx.insert(officeBearers).values(ended);
    // Their records were erased after the retention period; the statistics contain no names.
    const left = people.flatMap((person, index) => {
      const fact = {
        person: randomUUID(),
        tier: person.membership,
        state: person.state,
        district: person.district,
        gender: person.gender,
        office: '',
      };
      const day = (ago: number) => indianDay(new Date(today.getTime() - ago * dayMs));
      return [
        { ...fact, kind: 'joined' as const, sign: 1, day: day(1_050 - index * 20) },
        { ...fact, kind: 'left' as const, sign: -1, day: day(620 - index * 110) },
      ];
    });
    if (left.length > 0) await tx.insert(membershipFacts).values(left);
  });
}
