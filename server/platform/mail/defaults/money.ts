import { Sentence } from '#shared/sentence.ts';
import { facts, link, quote, text } from '../layout.ts';
import { block, type Templates, word } from '../template.ts';

/** Not the ‘For’ of a vote, which Hindi says in another way. */
const forWhat = new Sentence('For{purpose}', { purpose: '' });

type Payment = Record<'reference' | 'purpose' | 'amount', string>;

const words = {
  reference: word<object>('Reference of the payment'),
  purpose: word<object>('What it is for'),
  amount: word<object>('The amount'),
};
const nameAndWords = { name: word<object>('Name of the reader'), ...words };
const details = block('Reference, what it is for, and the amount', ({ reference, purpose, amount }: Payment) => [
  facts(['Reference', reference], [forWhat, purpose], ['Amount', amount]),
]);
const subscription = block(
  'What it is for, the amount and the reference',
  ({ reference, purpose, amount }: Payment) => [
    facts([forWhat, purpose], ['Amount', amount], ['Reference', reference]),
  ],
);
const withReceipt = block(
  'Number of the receipt, reference, what it is for, and the amount',
  ({ number, reference, purpose, amount }: Payment & Record<'number', string>) => [
    facts(['Receipt', number], ['Reference', reference], [forWhat, purpose], ['Amount', amount]),
  ],
);
const reason = block('The note of the office', (values: Record<'reason', string>) => [
  text('Note from the office:'),
  quote(values.reason),
]);
const linkTo = (meaning: string, label: string) =>
  block(meaning, ({ link: url }: Record<'link', string>) => link(label, url));
const payAgain = linkTo('The link to the payment', 'Continue with the payment');
const paySubscription = linkTo('The link to the payment', 'Pay the subscription');
const examples = { number: '2026-27/000123' };

/** About payments and subscriptions. */
export const moneyTemplates: Templates<
  | 'payment-claimed'
  | 'payment-claimed-office'
  | 'payment-received'
  | 'payment-refused'
  | 'receipt-cancelled'
  | 'payment-refunded'
  | 'subscription-due'
  | 'subscription-reminder'
> = {
  'payment-claimed': {
    subject: 'We have received the proof of your payment {{reference}}',
    text: `Dear {{name}},

Thank you. The office of {{association}} will compare it with the bank account, which takes a few working days.

{{details}}

Once the payment has been found there, you will receive a receipt by e-mail. Until then you need not do anything.`,
    variables: { ...nameAndWords, details },
  },
  'payment-claimed-office': {
    subject: 'Proof of payment {{reference}}',
    text: `A proof of payment to {{association}} has been received.

{{details}}

{{link}}`,
    variables: { ...words, details, link: linkTo('The link to the payments', 'Open the payments') },
  },
  'payment-received': {
    subject: 'Receipt {{number}}',
    text: `Dear {{name}},

This is to confirm, with thanks, that {{association}} has received your payment.

{{details}}

The receipt is attached to this e-mail as a PDF.

{{rest}}`,
    variables: {
      ...nameAndWords,
      number: word('Number of the receipt'),
      details: withReceipt,
      rest: block('Where less was paid than asked for: what is still to be paid', ({ rest, restReference }) =>
        rest
          ? [
              text('It was less than what was asked for. This is still to be paid:'),
              facts(['Amount', rest], ['Reference', restReference ?? '']),
            ]
          : [],
      ),
    },
    examples,
  },
  'payment-refused': {
    subject: 'About your payment {{reference}}',
    text: `Dear {{name}},

The office could not find your payment in the bank account of {{association}}.

{{details}}

{{reason}}

You can pay, or send the proof of your payment again, here:

{{link}}`,
    variables: { ...nameAndWords, details, reason, link: payAgain },
  },
  'receipt-cancelled': {
    subject: 'About your payment {{reference}}',
    text: `Dear {{name}},

Your payment has not stayed in the bank account of {{association}}, so its receipt was cancelled.

{{details}}

{{reason}}

You can pay it again here:

{{link}}`,
    variables: { ...nameAndWords, number: word('Number of the receipt'), details: withReceipt, reason, link: payAgain },
    examples,
  },
  'payment-refunded': {
    subject: 'Refund of your payment {{reference}}',
    text: `Dear {{name}},

This is to inform you that {{association}} has refunded your payment.

{{details}}

Your bank may take a few days to credit it.`,
    variables: {
      ...nameAndWords,
      date: word('Day on which it was sent'),
      utr: word('UTR of the refund'),
      details: block('Reference, what it is for, amount, day and UTR', ({ reference, purpose, amount, date, utr }) => [
        facts(['Reference', reference], [forWhat, purpose], ['Amount', amount], ['Sent on', date], ['UTR', utr]),
      ]),
    },
  },
  'subscription-due': {
    subject: '{{purpose}} is due',
    text: `Dear {{name}},

The annual subscription to {{association}} is due.

{{details}}

You can pay it, and send the proof of the payment, in your member’s area:

{{link}}

Please give the reference with the payment. Once it has been received you will be sent a receipt.`,
    variables: { ...nameAndWords, details: subscription, link: paySubscription },
  },
  'subscription-reminder': {
    subject: 'Reminder: {{purpose}}',
    text: `Dear {{name}},

According to our records the annual subscription to {{association}} has not been paid yet.

{{details}}

You can pay it here. If you have already paid, please send the proof of the payment there, so that the office can look for it:

{{link}}`,
    variables: { ...nameAndWords, details: subscription, link: paySubscription },
  },
};
