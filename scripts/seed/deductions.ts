import { asc, eq, sql } from 'drizzle-orm';
import type { Core } from '#server/core.ts';
import { bookSchedules } from '#server/features/checkoff/booking.ts';
import { keyOf } from '#server/features/checkoff/reckoning.ts';
import { createSchedulesService } from '#server/features/checkoff/schedules.service.ts';
import { checkoffSettings, payingOffices, salaryAuthorisations } from '#server/features/checkoff/tables.ts';
import { nextReference } from '#server/features/members/members.queries.ts';
import { members } from '#server/features/members/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import { subscription } from '#server/features/subscription/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { indianDay } from '#shared/clock.ts';
import { addMonths, financialYearOf, monthOf } from '#shared/financial-year.ts';

const offices = [
  { name: 'Sub Treasury Ernakulam', ddoCode: 'KL/ERN/0142', state: 'Kerala', district: 'Ernakulam', strength: 22 },
  { name: 'District Treasury Pune', ddoCode: 'MH/PUN/2205', state: 'Maharashtra', district: 'Pune', strength: 31 },
  {
    name: 'Pay and Accounts Office Bengaluru',
    ddoCode: 'KA/BLR/0917',
    state: 'Karnataka',
    district: 'Bengaluru Urban',
    strength: 18,
  },
  { name: 'Treasury Office Jaipur', ddoCode: 'RJ/JPR/3310', state: 'Rajasthan', district: 'Jaipur', strength: null },
];
const count = 60;
const amount = 1_000;

/**
 * Four paying offices with sixty authorisations: most confirmed, some asked for, the rest of earlier years. One office's list of last month
 * is received; another one's has errors and is open.
 */
export async function seedDeductions(core: Core, administrator: string, today: Date): Promise<void> {
  const { database } = core;
  const day = indianDay(today);
  const month = addMonths(monthOf(day), -1);
  const from = addMonths(month, -3);
  const period = financialYearOf(`${month}-01`);
  const rows = await database.transaction(async (tx) => {
    await tx.update(subscription).set({ enabled: true, amount, firstYear: period, askedOn: day });
    await tx.update(checkoffSettings).set({ enabled: true });
    const at = await tx
      .insert(payingOffices)
      .values(
        offices.map((office) => ({
          ...office,
          codeKey: keyOf(office.ddoCode),
          address: `Collectorate, ${office.district}`,
        })),
      )
      .returning();
    const people = await tx
      .select({
        id: members.id,
        name: members.name,
        memberNumber: members.memberNumber,
        designation: members.designation,
      })
      .from(members)
      .where(eq(members.status, 'Approved'))
      .orderBy(asc(members.createdAt), asc(members.id))
      .limit(count);
    const authorisations = people.map((person, index) => {
      const office = at[index % at.length]!;
      const employeeNumber = `${office.state.slice(0, 2).toUpperCase()}${String(700_412 + index * 37)}`;
      return { person, office, employeeNumber, isAsked: index % 6 === 5 };
    });
    const consent = ({ person, office, employeeNumber }: (typeof authorisations)[number]) => ({
      memberId: person.id,
      officeId: office.id,
      employeeNumber,
      employeeKey: keyOf(employeeNumber),
      amount,
      sparedUntil: day,
      letter: {
        association: '',
        address: '',
        name: person.name,
        memberNumber: person.memberNumber ?? '',
        designation: person.designation,
        office: office.name,
        officeAddress: office.address,
        employeeNumber,
        amount,
        deduction: 'yearly' as const,
        from,
        on: day,
        texts: { en: '', hi: '' },
      },
    });
    for (const each of authorisations) {
      const confirmed = { state: 'confirmed' as const, onPaper: true, confirmedBy: administrator, confirmedAt: today };
      await tx.insert(salaryAuthorisations).values({ ...consent(each), from, ...(each.isAsked ? {} : confirmed) });
      const { id: memberId } = each.person;
      await tx
        .insert(payments)
        .values({ memberId, reference: await nextReference(tx), purpose: 'annual', period, amount });
    }
    // Those of earlier years, until there are sixty.
    for (let index = 0; authorisations.length > 0 && index < count - authorisations.length; index += 1) {
      const each = authorisations[index % authorisations.length]!;
      await tx.insert(salaryAuthorisations).values({
        ...consent({ ...each, office: at[(index + 1) % at.length]! }),
        state: 'ended',
        reason: 'transferred',
        onPaper: true,
        from: addMonths(from, -24 - 12 * Math.floor(index / authorisations.length)),
        until: addMonths(from, -13),
        confirmedAt: new Date(today.getTime() - 730 * 86_400_000),
        confirmedBy: administrator,
      });
    }
    return authorisations.filter(({ isAsked }) => !isAsked);
  });
  const { send } = createSchedulesService(core);
  const listOf = (officeName: string) =>
    rows
      .filter(({ office }) => office.name === officeName)
      .map(({ person, employeeNumber }) => ({ employeeNumber, name: `SHRI ${person.name.toUpperCase()}`, amount }));
  const never = new AbortController().signal;
  const [first, second] = offices.map(({ name }) => rows.find(({ office }) => office.name === name)?.office);
  if (!first || !second) return;
  const whole = await send({ officeId: first.id, month, rows: listOf(first.name) }, undefined, administrator, never);
  await database.transaction(async (tx) => {
    await bookSchedules(
      tx,
      { schedules: [whole.id], lines: [], receivedOn: day, mode: 'cheque', number: '004217' },
      administrator,
    );
    // No mail is sent to sample members.
    await tx.delete(mail).where(sql`state = 'waiting' and xmin::text = (pg_current_xact_id()::xid)::text`);
  });
  const [one, two = one, ...others] = listOf(second.name);
  const withErrors = [
    { ...one!, amount: amount + 250 },
    { ...two!, employeeNumber: '' },
    ...others,
    ...others.slice(0, 1),
    { employeeNumber: 'MH990001', name: 'SMT. KAVERI PATIL', amount },
  ];
  await send({ officeId: second.id, month, rows: withErrors }, undefined, administrator, never);
}
