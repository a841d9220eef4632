import type { Queryable, Transaction } from '#server/platform/database/client.ts';
import type { Language } from '#shared/languages.ts';
import type { MailKind } from '#shared/mail-names.ts';

/** The values that each mail's template takes from the queue. */
interface MailFields extends Record<MailKind, string> {
  /** To the applicant; `link` leads back to the payment step. */
  'registration-received': 'name' | 'reference' | 'tier' | 'fee' | 'owed' | 'link';
  /** To the office. */
  'registration-office': 'reference' | 'tier' | 'link';
  /** To the owner of an e-mail that somebody registers again; `link` leads to the payment step. */
  'already-applied': 'name' | 'link';
  /** The same for a member; `link` leads to the login. */
  'already-member': 'name' | 'link';
  /** To an applicant who has asked for the link to their own page. */
  'application-link': 'name';
  /** To an applicant whose payment is awaited; `link` leads to the payment step. */
  'payment-asked': 'name' | 'reference' | 'tier' | 'fee' | 'owed' | 'link';
  /** To an applicant who is to correct something: `fields` in words, `until` a day. `correction` is for the link. */
  'correction-asked': 'name' | 'reference' | 'fields' | 'note' | 'until' | 'correction';
  /** The same once more. */
  'correction-reminder': 'name' | 'reference' | 'fields' | 'note' | 'until' | 'correction';
  /** To the office: an applicant has answered. */
  'correction-office': 'reference' | 'link';
  /** To those with full powers: `work` that `by` began was not finished, as they may not do it any more. */
  'work-stopped': 'work' | 'by' | 'link';
  credentials: 'name' | 'memberNumber' | 'link';
  /** `money`: what happens to what was paid: 'refund', 'keep' or 'none'; `removalOn`: the day of the deletion, in words. */
  'registration-rejected': 'name' | 'reference' | 'reason' | 'money' | 'removalOn';
  /** To a member who leaves; `money` and `removalOn` as above. */
  'membership-ended': 'name' | 'reference' | 'reason' | 'money' | 'removalOn';
  /** To a member who is back and still has a password. */
  'membership-reinstated': 'name' | 'memberNumber' | 'link';
  /** To a member who is entered as an office bearer; `from` is a day in words. */
  'bearer-entered': 'name' | 'office' | 'from';
  /** To a member: a letter of the office. `circular` is its id; its text is read when the mail is sent. */
  circular: 'name' | 'circular';
  notice: 'name' | 'circular';
  /** To the administrator who scheduled a letter that cannot be sent, for this `reason`. */
  'letter-returned': 'title' | 'reason' | 'link';
  /** To the office, about a letter too many of whose mails were rejected. */
  'letter-stopped': 'title' | 'number' | 'reason' | 'link';
  /** To a member who has taken a paper, so that nobody takes another's unseen. */
  'vote-paper': 'name' | 'title' | 'link';
  /** To everybody on a roll, or those without a paper; `until` is a moment in words. `vote` is the vote's id, which is not shown. */
  'vote-open': 'name' | 'title' | 'until' | 'link' | 'vote';
  'vote-reminder': 'name' | 'title' | 'until' | 'link' | 'vote';
  'vote-declared': 'name' | 'title' | 'boxHash' | 'link';
  /** To the others of the office who may agree: a `step` was proposed. */
  'vote-proposed': 'title' | 'by' | 'step' | 'link';
  /** To the office: a vote did not open, or could not go on, for this `reason`. */
  'vote-held': 'title' | 'reason' | 'link';
  /** To an applicant who has not paid; `last` is 'yes' for the second one. */
  'payment-reminder': 'name' | 'reference' | 'tier' | 'fee' | 'owed' | 'link' | 'removalOn' | 'last';
  otp: 'name';
  /** `passkeys`: those that still log in, in words, or ''. */
  'password-changed': 'name' | 'passkeys';
  /** To the old and the new e-mail of a person: `box` is 'old' or 'new', `by` 'member' or 'office'. `isMember`: 'yes' for one who can log in. `passkeys` as above. */
  'email-changed': 'name' | 'reference' | 'box' | 'isMember' | 'by' | 'passkeys';
  /** To the e-mails of two records that became one: `box` is 'this' for the one that is used from then on, else 'other'. `undone`: 'yes' when they are two again. */
  'records-merged': 'name' | 'reference' | 'box' | 'undone';
  /** To the e-mail that a member wishes to have; `taken`: 'yes' when it belongs to somebody else, whose `name` it then is. */
  'email-asked': 'name' | 'taken';
  /** To the owner; an administrator has no name. `change`: 'on', 'off', 'lifted' by the office, or 'codes' for new recovery codes. */
  'second-factor-changed': 'name' | 'change' | 'since';
  /** To the owner: `wish` is '' for another e-mail, 'erasure', or 'salary' for deductions from it. `at` and `since` as below. */
  'wish-made': 'name' | 'wish' | 'at' | 'since';
  'administrator-invitation': 'link';
  /** To the owner; an administrator has no name. `at` is a moment in words; `since`, the same as ISO 8601, and `openedBy`, the passkey's id or '', are not shown. */
  'new-device': 'name' | 'browser' | 'at' | 'since' | 'openedBy';
  'passkey-added': 'name' | 'passkey' | 'at' | 'since';
  /** To those with full powers: `who` is a reference, or an administrator's e-mail. */
  'not-me-office': 'who' | 'link';
  /** `change`: 'removed', or 'counter' for one whose counter went back. */
  'passkey-changed': 'name' | 'passkey' | 'at' | 'change';
  /** `doubtful`: 'yes' when a program seems to have sent it, else ''. */
  'contact-office': 'name' | 'email' | 'mobile' | 'message' | 'doubtful';
  /** To a visitor who has written: the office's `text`, then the `message` and its `date`, a day in words. `replyTo` is the office's address. */
  'contact-reply': 'text' | 'message' | 'date' | 'replyTo';
  'erasure-office': 'reference' | 'link';
  /** `pages`: how many the member has opened, in words. */
  'directory-office': 'reference' | 'pages' | 'link';
  /** To the other administrators: `by` has read `count` rows of lists within an hour. */
  'ids-office': 'by' | 'count' | 'link';
  'powers-changed': 'by' | 'powers' | 'meaning';
  /** To those with full powers: `what` was done to the administrator `who`: 'invited', 'invited again', 'enabled' or 'other powers'. `since`, for who seems to have done it, is a moment as ISO 8601 and not shown. */
  'administrator-changed': 'who' | 'what' | 'by' | 'powers' | 'link' | 'since';
  /** To those with full powers: the account of `who` was taken back. E-mails of those whom it had invited, by what they can do. */
  'invitations-ended': 'who' | 'disabled' | 'active' | 'link';
  'office-budget': 'by' | 'rows' | 'link';
  /** To the person who sent the proof of a payment. */
  'payment-claimed': 'name' | PaymentFacts;
  'payment-claimed-office': PaymentFacts | 'link';
  /** `number` is the receipt's, and `receipt` the id of the attached file. `rest`: the amount still due, '' for none. */
  'payment-received': 'name' | 'number' | 'receipt' | 'rest' | 'restReference' | PaymentFacts;
  /** `link` leads to where a proof can be sent again. */
  'payment-refused': 'name' | PaymentFacts | 'reason' | 'link';
  /** To the holder of a receipt whose payment was reversed; `link` leads to where it is paid again. */
  'receipt-cancelled': 'name' | 'number' | PaymentFacts | 'reason' | 'link';
  'payment-refunded': 'name' | PaymentFacts | 'utr' | 'date';
  /** To a member whose subscription is due: the first notice, and the reminders. `payment` is the payment's id, which is not shown. */
  'subscription-due': 'name' | PaymentFacts | 'link' | 'payment';
  'subscription-reminder': 'name' | PaymentFacts | 'link' | 'payment';
  /** To a member with a new tier: its name. */
  'membership-changed': 'name' | 'tier';
  /** To every administrator; `changes` has a line for each detail, old and new. */
  'payment-details-changed': 'by' | 'changes';
  /** To a guest who has asked to take part. `until` is a moment in words; the link is for this `participation` and, where somebody has asked several times, its `wish` of that number. */
  'participation-asked': 'name' | 'conference' | 'until' | 'participation' | 'wish';
  /** To a member with whose e-mail a guest has asked; `link` leads to the conference. */
  'participation-member': 'name' | 'conference' | 'link';
  'participation-link': ParticipationFacts;
  'participation-confirmed': ParticipationFacts;
  'participation-waiting': ParticipationFacts;
  'participation-moved-up': ParticipationFacts;
  'participation-cancelled': ParticipationFacts;
  /** The office's `text` and the `changes`, a line each. */
  'participation-told': ParticipationFacts;
  'conference-cancelled': ParticipationFacts;
  'conference-reminder': ParticipationFacts;
  /** To an administrator who proves that mails arrive. */
  'mail-code': never;
  /** To those with full powers: `checks`, a line each. */
  'site-office': 'checks' | 'link';
  /** To an administrator who tests a text: the template of `kind`, or '' for a circular. */
  'template-test': 'kind' | 'subject' | 'text' | 'letter' | 'meetingOn';
}

/** A participation; `reason`, `text` and `changes` are '' where a mail has none; a reminder's `reason` is the start that it reminds of. `participation` is for values that are added on sending. */
type ParticipationFacts = 'name' | 'conference' | 'participation' | 'reason' | 'text' | 'changes';

/** A payment: its reference, its purpose, and the formatted amount. */
type PaymentFacts = 'reference' | 'purpose' | 'amount';

/** The values in the queue; `language`: of a reader who is no member. */
export type MailData<Kind extends MailKind> = Record<MailFields[Kind], string> & { language?: Language };

/** Values that are made when the mail is sent, and are never stored in the queue. */
export interface MailSecrets {
  'registration-received': { applicationLink: string };
  'already-applied': { applicationLink: string };
  'application-link': { applicationLink: string };
  'email-changed': { applicationLink: string };
  'email-asked': { emailLink: string };
  'new-device': { notMeLink: string };
  'passkey-added': { notMeLink: string };
  'wish-made': { notMeLink: string };
  /** '' where nothing was turned on. */
  'second-factor-changed': { notMeLink: string };
  /** '' for others than who seems to have done it. */
  'administrator-changed': { notMeLink: string };
  'correction-asked': { correctionLink: string };
  'correction-reminder': { correctionLink: string };
  credentials: { temporaryPassword: string };
  'administrator-invitation': { temporaryPassword: string };
  otp: { otp: string };
  'mail-code': { code: string };
  circular: LetterSecrets;
  notice: LetterSecrets;
  /** No values: the mail is dropped for a voter who has a paper, and after closing. */
  'vote-open': Record<never, string>;
  'vote-reminder': Record<never, string>;
  'participation-asked': { participationLink: string; when: string; where: string };
  'participation-link': ParticipationSecrets;
  'participation-confirmed': ParticipationSecrets;
  'participation-waiting': ParticipationSecrets;
  'participation-moved-up': ParticipationSecrets;
  'participation-cancelled': ParticipationSecrets;
  'participation-told': ParticipationSecrets;
  'conference-cancelled': ParticipationSecrets;
  'conference-reminder': ParticipationSecrets;
  /** No values: the mail is dropped for a person who has paid meanwhile. */
  'subscription-due': Record<never, string>;
  'subscription-reminder': Record<never, string>;
}

/** A letter of the office; `meetingOn`: a day in words, '' but for a notice. `unsubscribeLink` is '' for a notice. */
export type LetterSecrets = Record<'number' | 'title' | 'text' | 'meetingOn' | 'unsubscribeLink', string>;

/**
 * The link to a participation, and the conference as it is when the mail is sent. Joining details are '' for people who may
 * not have them yet.
 */
export type ParticipationSecrets = Record<
  'participationLink' | 'when' | 'where' | 'joinLink' | 'joinId' | 'joinPassword' | 'position',
  string
> & {
  /** Of a reminder: 'today' or 'tomorrow'. */
  text?: string;
  /** With what has changed since the mail was written. */
  changes?: string;
};

/** A claimed mail. */
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
  /** Part of a bulk mailing. */
  bulk: boolean;
  /** Written into a file before, which nobody has received. */
  toFile?: boolean;
  /** Of the person whose mail it is; absent: English. */
  language?: Language;
}

/** The result of a mail; `bounced`: the server rejects the address permanently. `reason` is for the office, '' for a sent one. */
export interface Outcome {
  state: 'sent' | 'failed' | 'bounced' | 'dropped';
  reason: string;
}

/** Records the consequences of a mail's end, in the transaction that ends it. */
export type OnFinalOutcome = (tx: Transaction, mail: DueMail, outcome: Outcome) => Promise<void>;

/**
 * Makes the secret of a mail just before it is sent, and stores what is needed to check it later. A retry of
 * the mail calls it again: the secret of the failed try is then invalid.
 * @returns null when the mail should not be sent any more
 */
export type LateValues = {
  [Kind in keyof MailSecrets]?: (mail: DueMail) => Promise<MailSecrets[Kind] | null>;
};

/**
 * Whether a mail is still true: asked before each try, and before a failed mail is tried again. A mail that is not is dropped.
 * @param db the transaction that restarts it, or the database
 */
export type StillTrue = { [Kind in MailKind]?: (db: Queryable, mail: DueMail) => Promise<boolean> };

/** A file attached to a mail. */
export interface Attachment {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/**
 * Makes the files of a mail just before it is sent, so that the queue holds none.
 * @returns null when the mail should not be sent any more
 */
export type AttachmentMakers = {
  [Kind in MailKind]?: (mail: DueMail) => Promise<Attachment[] | null>;
};

/** Whether `Mail/again` sends what nobody has received of a kind: no codes, no links that somebody has asked for, nothing that warns of a moment that is over. */
export const mailsAgain: Readonly<Record<MailKind, boolean>> = {
  'registration-received': true,
  'registration-office': true,
  'already-applied': false,
  'already-member': false,
  'application-link': false,
  'payment-reminder': true,
  'payment-asked': true,
  'correction-asked': true,
  'correction-reminder': true,
  'correction-office': true,
  'work-stopped': true,
  credentials: true,
  'registration-rejected': true,
  otp: false,
  'password-changed': false,
  'second-factor-changed': false,
  'wish-made': false,
  'administrator-invitation': true,
  'new-device': false,
  'passkey-added': false,
  'not-me-office': false,
  'passkey-changed': false,
  'contact-office': true,
  'contact-reply': true,
  'membership-ended': true,
  'membership-reinstated': true,
  circular: true,
  notice: true,
  'letter-returned': true,
  'letter-stopped': true,
  'vote-paper': false,
  'vote-open': false,
  'vote-reminder': false,
  'vote-declared': true,
  'vote-proposed': true,
  'vote-held': true,
  'bearer-entered': true,
  'payment-claimed': true,
  'payment-claimed-office': true,
  'payment-received': true,
  'payment-refused': true,
  'receipt-cancelled': true,
  'payment-refunded': true,
  'subscription-due': true,
  'subscription-reminder': true,
  'membership-changed': true,
  'erasure-office': true,
  'directory-office': true,
  'ids-office': true,
  'powers-changed': true,
  'administrator-changed': false,
  'invitations-ended': false,
  'office-budget': true,
  'email-changed': false,
  'records-merged': true,
  'email-asked': false,
  'payment-details-changed': true,
  'participation-asked': false,
  'participation-member': false,
  'participation-link': false,
  'participation-confirmed': true,
  'participation-waiting': true,
  'participation-moved-up': true,
  'participation-cancelled': true,
  'participation-told': true,
  'conference-cancelled': true,
  'conference-reminder': false,
  'mail-code': false,
  'site-office': false,
  'template-test': false,
};
