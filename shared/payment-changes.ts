import type { PaymentDetails } from './contracts/settings.ts';

/** The label of each payment detail, in the order of the form. */
export const paymentLabels: Record<keyof PaymentDetails, string> = {
  upiId: 'UPI ID',
  payeeName: 'Payee name',
  accountName: 'Account name',
  accountNumber: 'Account number',
  ifsc: 'IFSC',
  bankName: 'Bank',
  branch: 'Branch',
};

export interface PaymentChange {
  name: keyof PaymentDetails;
  label: string;
  /** '' for an empty value. */
  from: string;
  to: string;
}

/** The differences between two versions of the payment details. */
export function paymentChanges(before: PaymentDetails, after: PaymentDetails): PaymentChange[] {
  const names = Object.keys(paymentLabels) as (keyof PaymentDetails)[];
  return names
    .map((name) => ({ name, label: paymentLabels[name], from: before[name].trim(), to: after[name].trim() }))
    .filter(({ from, to }) => from !== to);
}
