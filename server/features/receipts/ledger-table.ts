import { dayInShort } from '#server/platform/languages/dates.ts';
import type { CellValue } from '#server/platform/spreadsheets/spreadsheet.ts';
import type { LedgerEntry } from './receipts.queries.ts';

const columns = [
  'Receipt number',
  'Date',
  'Name',
  'Member number',
  'Reference',
  'Purpose',
  'Period',
  'Tier',
  'Amount',
  'UTR',
  'State',
  'Refunded on',
  'Refund UTR',
] as const;
/** At its end, while there are payments that were made online. */
const onlineColumns = ['Online fee', 'Settlement'] as const;
/** At its end, while there are receipts of deductions from salaries. */
const modeColumns = ['Mode'] as const;
type Column = (typeof columns)[number] | (typeof onlineColumns)[number] | (typeof modeColumns)[number];

const day = (text: string | null) => (text ? new Date(`${text}T00:00:00Z`) : null);

type Cells = Partial<Record<Column, CellValue>>;

function entryCells({ receipt, payment, memberNumber, online }: LedgerEntry): Cells {
  const { content, label, cancelledAt } = receipt;
  const isRefunded = cancelledAt === null && payment.state === 'refunded';
  return {
    'Receipt number': label,
    Date: day(content.receivedOn),
    Name: content.receivedFrom,
    'Member number': memberNumber ?? content.memberNumber,
    Reference: content.reference,
    Purpose: content.purpose,
    Period: content.period,
    Tier: content.membership,
    Amount: content.amount,
    UTR: content.utr,
    State: cancelledAt === null ? payment.state : 'cancelled',
    'Refunded on': isRefunded ? day(payment.refundedOn) : null,
    'Refund UTR': isRefunded ? payment.refundUtr : '',
    'Online fee': online.fee === null ? null : online.fee / 100,
    Settlement: online.settlement ?? '',
    Mode: content.mode ?? '',
  };
}

/**
 * The ledger of a year as a table: a row for each receipt, an empty one, then the totals. Cancelled receipts are listed but
 * not counted; refunded ones are counted as received, and once more as refunds. The refunds of the year, including those
 * of earlier receipts, follow.
 */
export async function* ledgerRows(
  year: string,
  batches: AsyncIterable<LedgerEntry[]>,
  refunds: AsyncIterable<LedgerEntry[]>,
  closing: { at: Date; by: string } | null,
  has: { online: boolean; salary: boolean },
): AsyncGenerator<CellValue[]> {
  const shown: readonly Column[] = [
    ...columns,
    ...(has.online ? onlineColumns : []),
    ...(has.salary ? modeColumns : []),
  ];
  const row = (cells: Cells): CellValue[] => shown.map((column) => cells[column] ?? null);
  yield [...shown];
  let [received, refunded, fees] = [0, 0, 0];
  const byPurpose = new Map<string, number>();
  const byTier = new Map<string, number>();
  const add = (sums: Map<string, number>, name: string, amount: number) => {
    sums.set(name, (sums.get(name) ?? 0) + amount);
  };
  for await (const batch of batches) {
    for (const entry of batch) {
      yield row(entryCells(entry));
      fees += entry.online.fee ?? 0;
      const { content, cancelledAt } = entry.receipt;
      if (cancelledAt !== null) continue;
      received += content.amount;
      if (entry.payment.state === 'refunded') refunded += content.amount;
      add(byPurpose, content.purpose, content.amount);
      add(byTier, content.membership, content.amount);
    }
  }
  yield row({});
  yield row({ 'Receipt number': 'Total received', Amount: received, 'Online fee': fees / 100 });
  yield row({ 'Receipt number': 'Total refunded', Amount: refunded });
  for (const [Purpose, Amount] of [...byPurpose].sort()) yield row({ 'Receipt number': 'Received', Purpose, Amount });
  for (const [Tier, Amount] of [...byTier].sort()) yield row({ 'Receipt number': 'Received', Tier, Amount });
  yield row({});
  yield row({ 'Receipt number': `Refunds paid in ${year}` });
  let paid = 0;
  for await (const batch of refunds) {
    for (const entry of batch) {
      yield row(entryCells(entry));
      paid += entry.receipt.content.amount;
    }
  }
  yield row({ 'Receipt number': 'Total refunds paid', Amount: paid });
  if (!closing) return;
  yield row({});
  yield row({ 'Receipt number': `Closed on ${dayInShort(closing.at)} by ${closing.by}` });
}
