// Offered to other features: what stands at the head of a person's page.
import { and, eq, inArray, sql } from 'drizzle-orm';
import { payingOffices, salaryAuthorisations } from '#server/features/checkoff/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import type { Readable } from '#server/platform/database/client.ts';
import type { PersonMoney } from '#shared/contracts/payments.ts';
import type { PaymentPurpose } from '#shared/options.ts';

/** The confirmed deduction, the last received payment and the credit of each of these people. */
export async function findPersonMoney(db: Readable, memberIds: readonly string[]): Promise<Map<string, PersonMoney>> {
  const ids = [...memberIds];
  if (ids.length === 0) return new Map();
  const deductions = await db
    .select({ id: salaryAuthorisations.memberId, office: payingOffices.name, month: salaryAuthorisations.from })
    .from(salaryAuthorisations)
    .innerJoin(payingOffices, eq(payingOffices.id, salaryAuthorisations.officeId))
    .where(and(inArray(salaryAuthorisations.memberId, ids), eq(salaryAuthorisations.state, 'confirmed')));
  const { rows: last } = await db.execute<{
    id: string;
    amount: number;
    on: string;
    purpose: PaymentPurpose;
    period: string | null;
  }>(sql`
    select distinct on (member_id) member_id as id, amount, received_on::text as on, purpose, period
    from ${payments} where ${inArray(payments.memberId, ids)} and state = 'received'
    order by member_id, received_on desc, received_at desc`);
  const { rows: sums } = await db.execute<{ id: string; kept: number; toReturn: number }>(sql`
    select member_id as id, coalesce(sum(amount) filter (where not refund_due), 0)::int as kept,
      coalesce(sum(amount) filter (where refund_due), 0)::int as "toReturn"
    from ${payments} where ${inArray(payments.memberId, ids)} and state = 'received'
      and (refund_due or purpose = 'excess' or double_of is not null) group by member_id`);
  const credits = new Map(sums.map(({ id, kept, toReturn }) => [id, { kept, toReturn }]));
  return new Map(
    ids.map((id) => {
      const deduction = deductions.find((each) => each.id === id);
      const payment = last.find((each) => each.id === id);
      return [
        id,
        {
          deduction: deduction ? { office: deduction.office, month: deduction.month } : null,
          lastPayment: payment
            ? { amount: payment.amount, on: payment.on, purpose: payment.purpose, period: payment.period }
            : null,
          credit: credits.get(id),
        },
      ];
    }),
  );
}
