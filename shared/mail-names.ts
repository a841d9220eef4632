import { clock, indianDay } from './clock.ts';
import { limits } from './limits.ts';

/** The first day, in India, whose failed mails still count as pending work: older ones are not shown. */
export const failedMailsFrom = (): string =>
  indianDay(new Date(clock.ms() - limits.failedMailDays * 24 * 60 * 60 * 1_000));

/** The office's names for every kind of mail. */
export const mailNames = {
  'registration-received': 'Acknowledgement of the registration',
  'registration-office': 'Notice of a new registration',
  'already-applied': 'Answer to a repeated registration',
  'already-member': 'Answer to a registration by a member',
  'application-link': 'Link to the own application',
  'payment-reminder': 'Reminder of the payment',
  'payment-asked': 'Request for the payment',
  'correction-asked': 'Request for a correction',
  'correction-reminder': 'Reminder of a correction',
  'correction-office': 'Notice of an answered correction',
  'work-stopped': 'Notice of work that was stopped',
  credentials: 'Credentials',
  'registration-rejected': 'Rejection',
  otp: 'One-time code',
  'password-changed': 'Notice of a changed password',
  'second-factor-changed': 'Notice of a changed second factor',
  'administrator-invitation': 'Invitation as administrator',
  'new-device': 'Notice of a login from a new browser',
  'passkey-added': 'Notice of an added passkey',
  'not-me-office': 'Notice of an account used by somebody else',
  'passkey-changed': 'Notice of a removed or refused passkey',
  'contact-office': 'Contact message',
  'contact-reply': 'Reply to a contact message',
  'membership-ended': 'End of the membership',
  'membership-reinstated': 'Membership reinstated',
  circular: 'Circular',
  notice: 'Notice of a meeting or an election',
  'letter-returned': 'Scheduled letter that is a draft again',
  'letter-stopped': 'Letter that was stopped',
  'vote-paper': 'Paper of a vote taken',
  'vote-open': 'Opening of a vote',
  'vote-reminder': 'Reminder of a vote',
  'vote-declared': 'Declared result of a vote',
  'vote-proposed': 'Step of a vote that waits for a second person',
  'vote-held': 'Vote that could not open or was ended',
  'bearer-entered': 'Notice of an office of the association',
  'payment-claimed': 'Confirmation of a payment proof',
  'payment-claimed-office': 'Notice of a payment proof',
  'payment-received': 'Receipt',
  'payment-refused': 'Payment not found',
  'receipt-cancelled': 'Notice of a cancelled receipt',
  'payment-refunded': 'Notice of a refund',
  'subscription-due': 'Subscription due',
  'subscription-reminder': 'Reminder of the subscription',
  'membership-changed': 'Change of membership',
  'erasure-office': 'Notice of a request for erasure',
  'directory-office': 'Notice of a used-up directory budget',
  'ids-office': 'Notice of very many scanned IDs opened',
  'powers-changed': 'Notice of changed powers',
  'office-budget': 'Notice of very many records looked through',
  'email-changed': 'Notice of a changed e-mail',
  'email-asked': 'Link to confirm another e-mail',
  'payment-details-changed': 'Notice of changed payment details',
  'participation-asked': 'Link to confirm a guest’s wish to take part',
  'participation-member': 'Answer to a guest’s wish by a member',
  'participation-link': 'New link of a guest',
  'participation-confirmed': 'Confirmation of a participation',
  'participation-waiting': 'Place in the waiting list',
  'participation-moved-up': 'A place has become free',
  'participation-cancelled': 'Cancelled participation',
  'participation-told': 'News for those who take part',
  'conference-cancelled': 'Cancelled conference',
  'conference-reminder': 'Reminder of a conference',
  'template-test': 'Test of a mail’s words',
} as const;

export type MailKind = keyof typeof mailNames;

/** The office's name for a mail, or the kind itself if this version does not know it. */
export const mailName = (kind: string): string => (mailNames as Record<string, string | undefined>)[kind] ?? kind;
