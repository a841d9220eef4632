import { policiesRevisedOn } from '#shared/legal.ts';
import { msg } from '#web/lib/languages/text.ts';
import type { PolicyDocument } from './document.ts';

export const refundPolicy: PolicyDocument = {
  title: msg('Refund Policy'),
  revisedOn: policiesRevisedOn.refundPolicy,
  intro: msg(
    'This policy states when {{theAssociation}} refunds a payment: for membership fees, and for items, such as publications, that the association sends to members.',
  ),
  sections: [
    {
      id: 'membership-fees',
      heading: msg('Membership fees'),
      blocks: [
        {
          kind: 'list',
          items: [
            msg('If your application is rejected, the membership fee is refunded in full.'),
            msg(
              'You may withdraw your application within 14 days of the payment. The fee is refunded in full, provided that the membership is unused, that is, you have not yet logged in as a member.',
            ),
            msg('An amount paid twice or in excess is refunded whenever you or the office notices it.'),
            msg(
              'In all other cases the one-time fee is not refunded, whether you resign or the membership is ended because of false particulars or a breach of the terms.',
            ),
            msg(
              'The annual subscription is not refunded for a year that has begun, except where it was paid twice or in excess.',
            ),
          ],
        },
      ],
    },
    {
      id: 'returns',
      heading: msg('Return of items'),
      blocks: [
        {
          kind: 'list',
          items: [
            msg('You have 14 days from the date of purchase to request a return.'),
            msg('The item must be unused and in the condition in which you received it.'),
            msg('Please send the item only after the office has agreed to the return and has given you the address.'),
          ],
        },
      ],
    },
    {
      id: 'shipping',
      heading: msg('Shipping'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            'The buyer pays for return shipping. Shipping charges are not refunded. If an item arrives damaged or is not the one you ordered, please inform us within the same 14 days, and the office will replace it.',
          ),
        },
      ],
    },
    {
      id: 'how-refunds-are-paid',
      heading: msg('How refunds are paid'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            'A refund is made to the original payment method, that is, to the bank account or UPI account from which the payment came. It is never paid in cash or to a third person. Once the request has been accepted, or the returned item has been received and inspected, we inform you by e-mail and make the refund; your bank may take a few more days to credit it.',
          ),
        },
      ],
    },
    {
      id: 'how-to-ask',
      heading: msg('How to ask for a refund'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            'Please use the contact form on this site, giving your name, your reference number, and the date and amount of the payment. You can also write to {{supportEmail}}. The telephone number of the office is {{phone}}. Letters reach us at {{associationName}}, {{address}}.',
          ),
        },
        {
          kind: 'text',
          text: msg('Never send us your card number, UPI PIN or a one-time code. They are not needed for any refund.'),
        },
      ],
    },
  ],
};
