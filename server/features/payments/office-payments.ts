import { type AgreeingCredit, findCreditsOf } from '#server/parts/bank-credits/matching.ts';
import { inBatches } from '#server/platform/batches.ts';
import type { Readable } from '#server/platform/database/client.ts';
import type { OfficePayment } from '#shared/contracts/payments.ts';
import { isAllowed } from './payment-states.ts';
import { officePaymentOf } from './payment-views.ts';
import { findUsedBefore, findViews, type PaymentView } from './payments.queries.ts';

/**
 * Payments for the office: with their duplicates, and the credit that matches an open one.
 * @param creditsByPayment the matching credits, if they were searched already
 */
export async function asOfficeSees(
  db: Readable,
  publicUrl: string,
  views: readonly PaymentView[],
  creditsByPayment?: ReadonlyMap<string, AgreeingCredit>,
): Promise<OfficePayment[]> {
  const used = await findUsedBefore(
    db,
    views.map(({ payment }) => payment.id),
  );
  const open = new Set(
    views.filter(({ payment }) => isAllowed('receive', payment.state)).map(({ payment }) => payment.id),
  );
  const credits = creditsByPayment ?? (await findCreditsOf(db, [...open]));
  return views.map((view) => {
    const { id } = view.payment;
    return officePaymentOf(view, publicUrl, used.get(id), open.has(id) ? credits.get(id) : undefined);
  });
}

/** Payments per query. */
const readAtOnce = 5_000;

/** The same for any number of payments by id, with their credits. */
export async function findOfficePayments(
  db: Readable,
  publicUrl: string,
  ids: readonly string[],
  credits: ReadonlyMap<string, AgreeingCredit>,
): Promise<Map<string, OfficePayment>> {
  const byId = new Map<string, OfficePayment>();
  for (const batch of inBatches(ids, readAtOnce)) {
    const views = await findViews(db, [...batch]);
    for (const payment of await asOfficeSees(db, publicUrl, views, credits)) byId.set(payment.id, payment);
  }
  return byId;
}
