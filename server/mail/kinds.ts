/** Every mail that leaves, with what its template takes from the queue. */
export interface MailFields {
  /** To the applicant; `link` leads back to the payment step. */
  'registration-received': 'name' | 'reference' | 'tier' | 'fee' | 'link';
  /** To the office. */
  'registration-office': 'reference' | 'tier' | 'link';
  /** To the owner of an e-mail that somebody registers again; `link` leads to the payment step. */
  'already-applied': 'name' | 'link';
  /** The same for a member; `link` leads to the login. */
  'already-member': 'name' | 'link';
  credentials: 'name' | 'memberNumber' | 'link';
  'registration-rejected': 'name' | 'reference' | 'reason';
  otp: 'name';
  'password-changed': 'name';
  'administrator-invitation': 'link';
  'contact-office': 'name' | 'email' | 'mobile' | 'message';
  'erasure-office': 'reference' | 'link';
}

export type MailKind = keyof MailFields;
/** What the office calls them. */
export const mailNames: Record<MailKind, string> = {
  'registration-received': 'Acknowledgement of the registration',
  'registration-office': 'Notice of a new registration',
  'already-applied': 'Reminder of the registration under way',
  'already-member': 'Reminder of the membership',
  credentials: 'Credentials',
  'registration-rejected': 'Rejection',
  otp: 'One-time code',
  'password-changed': 'Notice of a changed password',
  'administrator-invitation': 'Invitation as administrator',
  'contact-office': 'Contact message',
  'erasure-office': 'Notice of a wish for erasure',
};

/** The office's name for a mail, or the kind itself should this version not know it. */
export const mailName = (kind: string): string => (mailNames as Record<string, string | undefined>)[kind] ?? kind;

export type MailData<Kind extends MailKind> = Record<MailFields[Kind], string>;

/** What is made only when the mail is sent, and never lies in the queue. */
export interface MailSecrets {
  credentials: { temporaryPassword: string };
  'administrator-invitation': { temporaryPassword: string };
  otp: { otp: string };
}

/** A mail that is about to leave. */
export interface DueMail {
  id: string;
  kind: string;
  recipient: string;
  data: Record<string, string>;
  memberId: string | null;
  administratorId: string | null;
  createdAt: Date;
  /** 1 at the first try. */
  attempts: number;
}

/**
 * Makes the secret of a mail just before it is sent, and stores what is needed to check it later. Called again with
 * the same mail when sending fails: the secret of the try before is then worthless.
 * @returns null when the mail should not be sent any more
 */
export type SecretMakers = {
  [Kind in keyof MailSecrets]?: (mail: DueMail) => Promise<MailSecrets[Kind] | null>;
};
