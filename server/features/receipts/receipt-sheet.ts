import { inLanguage } from '#server/platform/languages/catalogue.ts';
import { dayInWords } from '#server/platform/languages/dates.ts';
import type { Jpeg } from '#server/platform/typesetting/drawing.ts';
import type { ReceiptSheet } from '#server/platform/typesetting/receipt-page.ts';
import type { TableSheet } from '#server/platform/typesetting/table-pages.ts';
import { clock } from '#shared/clock.ts';
import type { Wording } from '#shared/errors.ts';
import { monthInWords } from '#shared/financial-year.ts';
import type { Language } from '#shared/languages.ts';
import { type MembershipValue, membershipLabels } from '#shared/memberships.ts';
import { formatRupees } from '#shared/money.ts';
import { type PaymentPurpose, paymentModeLabels } from '#shared/options.ts';
import { paths } from '#shared/paths.ts';
import { Sentence, sentence } from '#shared/sentence.ts';
import { amountInHindi, amountInWords } from './amount-in-words.ts';
import type { ReceiptRow } from './receipts.queries.ts';

const purposeNames: Record<PaymentPurpose, string> = {
  admission: 'Admission fee',
  annual: 'Annual subscription',
  upgrade: 'Change of membership',
  excess: 'Amount paid in excess',
};

interface Purpose {
  purpose: PaymentPurpose;
  period: string | null;
  /** Of a change of membership: the new one. */
  membership: MembershipValue | null;
}

/** A payment's purpose as text: `Annual subscription 2026-27`. */
export function purposeText({ purpose, period, membership }: Purpose, language: Language = 'en') {
  const name = new Sentence(purposeNames[purpose]);
  const label = membership && new Sentence(membershipLabels[membership]);
  if (period === null && label) return inLanguage(new Sentence('Change of membership to {0}', { 0: label }), language);
  return [inLanguage(name, language), period].filter(Boolean).join(' ');
}

/** Not the ‘For’ of a vote, which Hindi says in another way. */
const forPurpose = new Sentence('For{purpose}', { purpose: '' });

const filled = (facts: [name: string, value: string | undefined][]) =>
  facts.filter((fact): fact is [string, string] => (fact[1] ?? '') !== '');

const salaryText = ({ office, month }: { office: string; month: string }, language: Language) =>
  inLanguage(sentence`deducted from salary by ${office}, ${monthInWords(month, language)}`, language);

/** How a payment was made, as text. */
function modeText({ salary, mode }: ReceiptRow['content'], language: Language): string {
  if (salary) return salaryText(salary, language);
  // Kept apart from the options' words, which pages load.
  if (mode) return inLanguage(new Sentence(`${paymentModeLabels[mode]}{mode}`, { mode: '' }), language);
  return inLanguage('UPI or bank transfer', language);
}

/** A person's receipts of a financial year, oldest first, with their sum; what was paid back does not count. */
export function yearSheet(
  { name, address, phone, email }: { name: string; address: string; phone: string; email: string },
  year: string,
  rows: readonly { receipt: Pick<ReceiptRow, 'label' | 'content'>; refundedOn: string | null }[],
  language: Language,
): TableSheet {
  const day = (date: string) => dayInWords(new Date(`${date}T00:00:00Z`), language);
  const t = (text: Wording) => inLanguage(text, language);
  const latest = rows.at(-1)!.receipt.content;
  const left = rows.filter(({ refundedOn }) => refundedOn === null);
  const sum = left.reduce((total, { receipt }) => total + receipt.content.amount, 0);
  return {
    association: name,
    address,
    contact: [phone, email].filter((part) => part !== '').join(' · '),
    language,
    title: t(sentence`Receipts of ${year}`),
    subtitle: [latest.receivedFrom, latest.memberNumber].filter((part) => part !== '').join(', '),
    madeOn: day(clock.today()),
    columns: [
      { name: t('Date'), width: 72, align: 'left' },
      { name: t('Receipt'), width: 90, align: 'left' },
      { name: t(forPurpose), width: 270, align: 'left' },
      { name: t('Amount'), width: 72, align: 'right' },
    ],
    rows: [
      ...rows.map(({ receipt: { label, content }, refundedOn }) => {
        const membership = content.purpose === 'upgrade' ? (content.membership as MembershipValue) : null;
        const what = purposeText({ purpose: content.purpose, period: content.period || null, membership }, language);
        const more = [
          content.salary && salaryText(content.salary, language),
          refundedOn && t(sentence`paid back on ${day(refundedOn)}`),
        ];
        return {
          cells: [
            day(content.receivedOn),
            label,
            [what, ...more].filter(Boolean).join(', '),
            formatRupees(content.amount).replace(/^Rs /, ''),
          ],
        };
      }),
      { cells: ['', '', t('Sum'), formatRupees(sum).replace(/^Rs /, '')], strong: true },
    ],
  };
}

/** The content of a receipt, from its snapshot alone. @param publicUrl the origin of verification addresses */
export function receiptSheet(
  { label, code, content, cancelledAt }: Pick<ReceiptRow, 'label' | 'code' | 'content' | 'cancelledAt'>,
  signature: Jpeg | null,
  publicUrl: string,
): ReceiptSheet {
  const { association, language } = content;
  // A reader of Hindi gets both; those who check the books read the English ones.
  const both = (english: Wording, between = ' / ') =>
    language ? `${english}${between}${inLanguage(english, language)}` : String(english);
  /** Values are said once where both languages say the same. */
  const inBoth = (text: (of: Language) => string) => [...new Set([text('en'), text(language ?? 'en')])].join(' / ');
  const labelOf = (name: string) => {
    if (name === 'UTR') return name;
    return both(name === 'For' ? forPurpose : name);
  };
  const tier = membershipLabels[content.membership as MembershipValue] ?? content.membership;
  const isUpgrade = content.purpose === 'upgrade';
  const membership = isUpgrade ? (content.membership as MembershipValue) : null;
  const date = new Date(`${content.receivedOn}T00:00:00Z`);
  const facts: [name: string, value: string | undefined][] = [
    ['Date', inBoth((of) => dayInWords(date, of))],
    ['Received from', content.receivedFrom],
    ['Member number', content.memberNumber],
    ['Reference', content.reference],
    ['For', inBoth((of) => purposeText({ purpose: content.purpose, period: content.period || null, membership }, of))],
    ['Membership', isUpgrade ? '' : both(tier)],
    ['Mode', inBoth((of) => modeText(content, of))],
    ['UTR', content.utr],
  ];
  return {
    language: language ?? 'en',
    association: [association.name, association.nameInHindi].filter(Boolean).join(' / '),
    address: association.address,
    official: filled([
      ['Reg. No.', association.registrationNumber],
      ['PAN', association.pan],
      ['GSTIN', association.gstin],
    ]),
    number: label,
    facts: filled(facts).map(([name, value]) => [labelOf(name), value]),
    amount: formatRupees(content.amount),
    amountsInWords: [amountInWords(content.amount), ...(language ? [amountInHindi(content.amount)] : [])],
    replaces: content.replaces && both(sentence`In place of receipt ${content.replaces}, which was cancelled.`),
    treasurer: association.treasurer ?? '',
    signature,
    verify: `${publicUrl}${paths.verify(code)}`,
    isCancelled: cancelledAt !== null,
    words: {
      title: language ? `RECEIPT / ${inLanguage('Receipt', language)}` : 'RECEIPT',
      number: both('No.'),
      verify: both('Verify this receipt', '\n'),
      verifyAt: both('Verify at'),
      unsigned: both('Computer-generated,\nvalid without signature', '\n'),
      treasurer: both('Treasurer'),
    },
  };
}
