import type { Transaction } from '#server/platform/database/client.ts';
import { countTexts, insertText, type TextValues } from './texts.queries.ts';

/** The most common texts, for a new site; the office can change and delete them. */
const firstTexts: readonly TextValues[] = [
  {
    kind: 'reject',
    title: 'Not a prosecutor',
    text: 'Membership is open to public prosecutors. From what you have sent we could not see that you are one.',
  },
  {
    kind: 'reject',
    title: 'Payment not found',
    text: 'We could not find your payment in the account of the association. If you have paid, please register again with the transaction reference (UTR) of the payment.',
  },
  {
    kind: 'reject',
    title: 'Registered already',
    text: 'There is a registration or a membership in your name already. Please log in with that one, or write to us if you cannot.',
  },
  {
    kind: 'correction',
    title: 'ID cannot be read',
    text: 'The scanned ID card cannot be read. Please send a picture on which the name, the number and the photograph are clear.',
    fields: ['document'],
  },
  {
    kind: 'correction',
    title: 'Payment not found',
    text: 'We could not find your payment with the transaction reference (UTR) that you have sent. Please compare it with your bank or UPI app and send it again, with a screenshot of the payment.',
    fields: ['utr', 'screenshot'],
  },
  {
    kind: 'correction',
    title: 'Name differs',
    text: 'The name on the form is not the name on the ID card. Please write it as it stands on the card, or send another document.',
    fields: ['name', 'document'],
  },
];

/** Inserts the first texts. The caller holds the lock on the default settings. */
export async function offerFirstTexts(tx: Transaction): Promise<void> {
  if ((await countTexts(tx)) > 0) return;
  for (const text of firstTexts) await insertText(tx, text);
}
