/** Every kind of mail that leaves, by what the office calls it. */
export const mailNames = {
  'registration-received': 'Acknowledgement of the registration',
  'registration-office': 'Notice of a new registration',
  'already-applied': 'Answer to a repeated registration',
  'already-member': 'Answer to a registration by a member',
  'payment-reminder': 'Reminder of the payment',
  'payment-asked': 'Request for the payment',
  'correction-asked': 'Request for a correction',
  'correction-reminder': 'Reminder of a correction',
  credentials: 'Credentials',
  'registration-rejected': 'Rejection',
  otp: 'One-time code',
  'password-changed': 'Notice of a changed password',
  'second-factor-changed': 'Notice of a changed second factor',
  'administrator-invitation': 'Invitation as administrator',
  'contact-office': 'Contact message',
  'contact-reply': 'Reply to a contact message',
  'membership-ended': 'End of the membership',
  'membership-reinstated': 'Membership reinstated',
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
  'office-budget': 'Notice of very many records looked through',
  'email-changed': 'Notice of a changed e-mail',
  'payment-details-changed': 'Notice of changed payment details',
} as const;

export type MailKind = keyof typeof mailNames;

/** The office's name for a mail, or the kind itself should this version not know it. */
export const mailName = (kind: string): string => (mailNames as Record<string, string | undefined>)[kind] ?? kind;
