import { dayInWords } from '#server/platform/mail/markup.ts';
import type { Jpeg } from '#server/platform/typesetting/drawing.ts';
import type { ReceiptSheet } from '#server/platform/typesetting/receipt-page.ts';
import { monthInWords } from '#shared/financial-year.ts';
import { type MembershipValue, membershipLabels } from '#shared/memberships.ts';
import { formatRupees } from '#shared/money.ts';
import { type PaymentPurpose, paymentModeLabels } from '#shared/options.ts';
import { paths } from '#shared/paths.ts';
import { amountInWords } from './amount-in-words.ts';
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
export function purposeText({ purpose, period, membership }: Purpose) {
  const detail = period ?? (membership ? `to ${membershipLabels[membership]}` : '');
  return [purposeNames[purpose], detail].filter((part) => part !== '').join(' ');
}

const filled = (facts: [name: string, value: string | undefined][]) =>
  facts.filter((fact): fact is [string, string] => (fact[1] ?? '') !== '');

const salaryText = ({ office, month }: { office: string; month: string }) =>
  `deducted from salary by ${office}, ${monthInWords(month)}`;

/** The content of a receipt, from its snapshot alone. @param publicUrl the origin of verification addresses */
export function receiptSheet(
  { label, code, content, cancelledAt }: Pick<ReceiptRow, 'label' | 'code' | 'content' | 'cancelledAt'>,
  signature: Jpeg | null,
  publicUrl: string,
): ReceiptSheet {
  const { association } = content;
  const tier = membershipLabels[content.membership as MembershipValue] ?? content.membership;
  const isUpgrade = content.purpose === 'upgrade';
  const membership = isUpgrade ? (content.membership as MembershipValue) : null;
  return {
    association: association.name,
    address: association.address,
    official: filled([
      ['Reg. No.', association.registrationNumber],
      ['PAN', association.pan],
      ['GSTIN', association.gstin],
    ]),
    number: label,
    date: dayInWords(new Date(`${content.receivedOn}T00:00:00Z`)),
    facts: filled([
      ['Received from', content.receivedFrom],
      ['Member number', content.memberNumber],
      ['Reference', content.reference],
      ['For', purposeText({ purpose: content.purpose, period: content.period || null, membership })],
      ['Membership', isUpgrade ? '' : tier],
      [
        'Mode',
        content.salary
          ? salaryText(content.salary)
          : content.mode
            ? paymentModeLabels[content.mode]
            : 'UPI or bank transfer',
      ],
      ['UTR', content.utr],
    ]),
    amount: formatRupees(content.amount),
    amountInWords: amountInWords(content.amount),
    replaces: content.replaces,
    treasurer: association.treasurer ?? '',
    signature,
    verify: `${publicUrl}${paths.verify(code)}`,
    isCancelled: cancelledAt !== null,
  };
}
