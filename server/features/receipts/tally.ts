import type { TallyLedgers, TallySettings } from '#shared/contracts/tally.ts';
import type { LedgerEntry } from './receipts.queries.ts';

// A year's ledger as vouchers for Tally's import. Debits are 'deemed positive' and negative, credits positive; each voucher's entries
// sum to nothing. The same ledger gives the same bytes.

/** A movement of money; amounts in paise. */
export interface Voucher {
  /** Stays the same in every export. */
  id: string;
  kind: 'Receipt' | 'Payment' | 'Journal' | 'Contra';
  /** YYYY-MM-DD. */
  date: string;
  number: string;
  reference: string;
  narration: string;
  debit: string;
  credit: string;
  amount: number;
}

/** What an XML document may not hold, and characters of its own. */
const escaped = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are not allowed
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '')
    .replace(/[\t\r\n]+/g, ' ')
    .toWellFormed()
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const rupees = (paise: number) => {
  const positive = Math.abs(paise);
  return `${paise < 0 ? '-' : ''}${Math.floor(positive / 100)}.${String(positive % 100).padStart(2, '0')}`;
};

const entry = (ledger: string, amount: number) =>
  `<ALLLEDGERENTRIES.LIST><LEDGERNAME>${escaped(ledger)}</LEDGERNAME><ISDEEMEDPOSITIVE>${amount < 0 ? 'Yes' : 'No'}</ISDEEMEDPOSITIVE><AMOUNT>${rupees(amount)}</AMOUNT></ALLLEDGERENTRIES.LIST>`;

const voucherXml = ({ id, kind, date, number, reference, narration, debit, credit, amount }: Voucher) =>
  [
    `<TALLYMESSAGE xmlns:UDF="TallyUDF"><VOUCHER REMOTEID="${escaped(id)}" VCHTYPE="${kind}" ACTION="Create">`,
    `<DATE>${date.replaceAll('-', '')}</DATE><VOUCHERTYPENAME>${kind}</VOUCHERTYPENAME>`,
    `<VOUCHERNUMBER>${escaped(number)}</VOUCHERNUMBER>`,
    reference === '' ? '' : `<REFERENCE>${escaped(reference)}</REFERENCE>`,
    `<NARRATION>${escaped(narration)}</NARRATION>`,
    entry(debit, -amount),
    entry(credit, amount),
    '</VOUCHER></TALLYMESSAGE>\n',
  ].join('');

/** The whole document, voucher by voucher. */
export async function* tallyXml(company: string, vouchers: AsyncIterable<Voucher>): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA><REQUESTDESC><REPORTNAME>Vouchers</REPORTNAME><STATICVARIABLES><SVCURRENTCOMPANY>${escaped(company)}</SVCURRENTCOMPANY></STATICVARIABLES></REQUESTDESC><REQUESTDATA>\n`;
  for await (const voucher of vouchers) yield voucherXml(voucher);
  yield '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n';
}

/** Where money of a receipt has come in; that of a deduction as its paying office sent it. */
function moneyOf(content: LedgerEntry['receipt']['content'], ledgers: TallyLedgers): string {
  const mode = content.salary?.mode ?? content.mode;
  if (mode === 'online') return ledgers.gateway;
  return mode === 'cash' ? ledgers.cash : ledgers.bank;
}

/** Where a refund has left: it may be another way than the money came. */
function refundedFrom(number: string, online: number | null, ledgers: TallyLedgers): string {
  if (online) return ledgers.gateway;
  return /^cash\b/i.test(number) ? ledgers.cash : ledgers.bank;
}

/** The receipt of an entry, its cancellation, and the gateway's fee. */
export function* receiptVouchers({ receipt, online }: LedgerEntry, { ledgers }: TallySettings): Generator<Voucher> {
  const { label, content, cancelledAt, paymentId } = receipt;
  const money = moneyOf(content, ledgers);
  const by = content.salary
    ? `deducted from salary by ${content.salary.office}, ${content.salary.month}`
    : (content.mode ?? '');
  const narration = [
    content.receivedFrom,
    content.memberNumber,
    content.reference,
    `${content.purpose} ${content.period}`.trim(),
    by,
    content.utr && `UTR ${content.utr}`,
  ]
    .filter((part) => part !== '')
    .join(', ');
  const voucher = {
    date: content.receivedOn,
    number: label,
    reference: content.utr,
    amount: content.amount * 100,
  };
  yield {
    ...voucher,
    id: `receipt-${paymentId}-${label}`,
    kind: 'Receipt',
    narration,
    debit: money,
    credit: ledgers[content.purpose],
  };
  if (cancelledAt !== null) {
    yield {
      ...voucher,
      id: `cancelled-${paymentId}-${label}`,
      kind: 'Payment',
      narration: `Cancelled: ${narration}`,
      debit: ledgers[content.purpose],
      credit: money,
    };
    return;
  }
  if (online.fee) {
    yield {
      ...voucher,
      id: `fee-${paymentId}-${label}`,
      kind: 'Journal',
      amount: online.fee,
      narration: `Fee of the gateway: ${label}`,
      debit: ledgers.fees,
      credit: ledgers.gateway,
    };
  }
}

/** A refund, on the day on which it was paid. */
export function refundVoucher({ receipt, payment, online }: LedgerEntry, { ledgers }: TallySettings): Voucher {
  const { label, content, paymentId } = receipt;
  return {
    id: `refund-${paymentId}-${label}`,
    kind: 'Payment',
    date: payment.refundedOn!,
    number: label,
    reference: payment.refundUtr,
    narration: [`Refund: ${content.receivedFrom}`, content.reference, payment.refundUtr && `UTR ${payment.refundUtr}`]
      .filter((part) => part !== '')
      .join(', '),
    debit: ledgers[content.purpose],
    credit: refundedFrom(payment.refundUtr, online.refunded, ledgers),
    amount: content.amount * 100,
  };
}

/** What was paid to a State, or taken back; paise. */
export interface StatePayment {
  id: string;
  state: string;
  date: string;
  amount: number;
  utr: string;
}

/** @param amount negative: money went to the State */
export const stateVoucher = ({ id, state, date, amount, utr }: StatePayment, { ledgers }: TallySettings): Voucher => ({
  id: `state-${id}`,
  kind: amount < 0 ? 'Payment' : 'Receipt',
  date,
  number: utr,
  reference: utr,
  narration: `${amount < 0 ? 'Paid to' : 'Taken back from'} ${state}${utr ? `, UTR ${utr}` : ''}`,
  debit: amount < 0 ? ledgers.states : ledgers.bank,
  credit: amount < 0 ? ledgers.bank : ledgers.states,
  amount: Math.abs(amount),
});

/** A settlement of the gateway; paise. */
export interface SettledMoney {
  id: string;
  date: string;
  amount: number;
  utr: string;
}

export const settlementVoucher = ({ id, date, amount, utr }: SettledMoney, { ledgers }: TallySettings): Voucher => ({
  id: `settlement-${id}`,
  kind: 'Contra',
  date,
  number: utr,
  reference: utr,
  narration: `Settlement of the gateway${utr ? `, UTR ${utr}` : ''}`,
  debit: ledgers.bank,
  credit: ledgers.gateway,
  amount,
});
