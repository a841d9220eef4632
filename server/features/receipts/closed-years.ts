import type { Transaction } from '#server/platform/database/client.ts';
import { AppError } from '#shared/errors.ts';
import { financialYearOf } from '#shared/financial-year.ts';
import { holdYears } from './issued.queries.ts';

export const yearClosed = (year: string) => new AppError('YEAR_CLOSED', `The financial year ${year} is closed.`);

/** Keeps the financial year of a day open until the transaction ends. @throws YEAR_CLOSED */
export async function mustBeOpenOn(tx: Transaction, day: string): Promise<void> {
  const year = financialYearOf(day);
  if ((await holdYears(tx, [year])).has(year)) throw yearClosed(year);
}
