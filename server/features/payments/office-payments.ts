import type { Readable } from '#server/database/client.ts';
import type { OfficePayment } from '#shared/contracts/payments.ts';
import { findAgreeingLines } from './bookings.queries.ts';
import { isAllowed } from './payment-states.ts';
import { officePaymentOf } from './payment-views.ts';
import { findUsedBefore, findViews, type PaymentView } from './payments.queries.ts';

/** Payments as the office sees them: with what was used before, and the credit that agrees with an open one. */
export async function asOfficeSees(
  db: Readable,
  publicUrl: string,
  views: readonly PaymentView[],
): Promise<OfficePayment[]> {
  const used = await findUsedBefore(
    db,
    views.map(({ payment }) => payment.id),
  );
  const open = views.filter(({ payment }) => isAllowed('receive', payment.state));
  const credits = await findAgreeingLines(
    db,
    open.map(({ payment }) => payment.id),
  );
  return views.map((view) => {
    const { id } = view.payment;
    return officePaymentOf(view, publicUrl, used.get(id), credits.get(id));
  });
}

/** Payments read in one go. */
const readAtOnce = 5_000;

/** The same for any number of payments, by their ids. */
export async function findOfficePayments(
  db: Readable,
  publicUrl: string,
  ids: readonly string[],
): Promise<Map<string, OfficePayment>> {
  const found = new Map<string, OfficePayment>();
  for (let start = 0; start < ids.length; start += readAtOnce) {
    const views = await findViews(db, ids.slice(start, start + readAtOnce));
    for (const payment of await asOfficeSees(db, publicUrl, views)) found.set(payment._id, payment);
  }
  return found;
}
