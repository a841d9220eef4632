import type { PolicyDocument } from '#web/features/policies/document.ts';

export const refundPolicy: PolicyDocument = {
  title: 'Refund Policy',
  effectiveDate: 'January 1, 2025',
  intro:
    'This policy says when {{associationName}} returns money: for membership fees, and for items such as publications that the association sends to members.',
  sections: [
    {
      id: 'membership-fees',
      heading: 'Membership fees',
      blocks: [
        {
          kind: 'list',
          items: [
            'If your application is rejected, the membership fee is refunded in full.',
            'You may withdraw your application within 14 days from the payment. The fee is refunded in full, provided the membership has not been used, that is, you have not yet logged in as a member.',
            'An amount paid twice or in excess is refunded whenever you or the office notice it.',
            'After that, the one-time fee is not refunded: not on resignation, and not when a membership is ended because of false particulars or a breach of the terms.',
            'The annual subscription is not refunded for a year that has begun, except where it was paid twice or in excess.',
          ],
        },
      ],
    },
    {
      id: 'returns',
      heading: 'Returning items',
      blocks: [
        {
          kind: 'list',
          items: [
            'You have 14 days from the date of purchase to request a return.',
            'The item must be unused and in the condition in which you received it.',
            'Send the item only after the office has agreed to the return and told you the address.',
          ],
        },
      ],
    },
    {
      id: 'shipping',
      heading: 'Shipping',
      blocks: [
        {
          kind: 'text',
          text: 'The buyer pays for return shipping. Shipping charges are not refunded. If an item arrived damaged or was not the one you ordered, tell us within the same 14 days, and the office will replace it.',
        },
      ],
    },
    {
      id: 'how-refunds-are-paid',
      heading: 'How refunds are paid',
      blocks: [
        {
          kind: 'text',
          text: 'A refund goes to the original payment method: the bank account or UPI account from which the payment came. It is never paid in cash or to a third person. When the request has been accepted, or the returned item has arrived and been looked at, we tell you by e-mail that the refund has been approved and send it; your bank may take some days more to show it.',
        },
      ],
    },
    {
      id: 'how-to-ask',
      heading: 'How to ask for a refund',
      blocks: [
        {
          kind: 'text',
          text: 'Use the contact form on this site and give your name, your reference number and the date and amount of the payment. You can also write to {{supportEmail}}. By telephone you reach the office at {{phone}}. Letters reach us at {{associationName}}, {{address}}.',
        },
        {
          kind: 'text',
          text: 'Never send us your card number, UPI PIN or a one-time code. No refund needs them.',
        },
      ],
    },
  ],
};
