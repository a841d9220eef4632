import { type SQL, sql } from 'drizzle-orm';
import { checkoffSettings, salaryAuthorisations } from '#server/features/checkoff/tables.ts';
import { clock } from '#shared/clock.ts';
import { financialYearOf } from '#shared/financial-year.ts';

/**
 * A condition: this member's subscription is to be deducted from the salary, and the list of the paying office is not long overdue. So they
 * are neither reminded nor counted as lapsed: for 60 days after they have asked, and once confirmed until 60 days after the day on
 * which the list of the year's first month is due.
 */
export function isSpared(memberId: SQL): SQL {
  const today = clock.today();
  const year = Number(financialYearOf(today).slice(0, 4));
  return sql`exists (
    select from ${salaryAuthorisations} given cross join ${checkoffSettings} settings
    where given.member_id = ${memberId} and (
      (given.state in ('asked', 'confirmed') and given.spared_until >= ${today}::date)
      or (given.state = 'confirmed' and ${today}::date <= (make_date(${year}::int + (settings.effective_month < 4)::int,
        settings.effective_month, settings.due_day) + interval '1 month 60 days')::date)
    )
  )`;
}
