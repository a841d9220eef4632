import { limits } from '#shared/limits.ts';
import type { MailData, MailKind, MailSecrets } from './kinds.ts';
import {
  type Block,
  type Footer,
  facts,
  htmlPart,
  type Letter,
  link,
  oneLine,
  quote,
  subjectLine,
  text,
  textPart,
} from './layout.ts';

/** What a template takes: the queue's data, the secret if its kind has one, and to whom it goes. */
type Given<Kind extends MailKind> = MailData<Kind> &
  (Kind extends keyof MailSecrets ? MailSecrets[Kind] : unknown) & { to: string };

const greeting = (name: string): Block => text(`Dear ${name},`);
const notYou = text('If this was not you, you need not do anything.');

const letters: { [Kind in MailKind]: (given: Given<Kind>) => Letter } = {
  'registration-received': ({ name, reference, tier, fee, link: url }) => ({
    subject: `We have received your registration ${reference}`,
    blocks: [
      greeting(name),
      text('Thank you for registering with the association. Your registration is complete once we have your payment.'),
      facts(['Reference', reference], ['Membership', tier], ['Fee', fee]),
      text('If you have not yet paid and uploaded a screenshot of the payment, you can do so at any time:'),
      ...link('Continue with the payment', url),
      text('The office looks at every registration. Once yours is approved, you receive your login by e-mail.'),
    ],
  }),
  'registration-office': ({ reference, tier, link: url }) => ({
    subject: `New registration ${reference}`,
    blocks: [
      text('A new registration has come in through the website.'),
      facts(['Reference', reference], ['Membership', tier]),
      ...link('Open the registrations', url),
    ],
  }),
  'already-applied': ({ name, link: url }) => ({
    subject: 'You have already registered',
    blocks: [
      greeting(name),
      text('Somebody has just tried to register with this e-mail address, which already has a registration with us.'),
      text('If you wanted to go on with it, the payment step is here:'),
      ...link('Continue with the payment', url),
      notYou,
    ],
  }),
  'already-member': ({ name, link: url }) => ({
    subject: 'You are already a member',
    blocks: [
      greeting(name),
      text('Somebody has just tried to register with this e-mail address, which already belongs to a member.'),
      text('You can log in with your password. If you have forgotten it, choose Forgot password there.'),
      ...link('Log in', url),
      notYou,
    ],
  }),
  credentials: ({ name, memberNumber, link: url, to, temporaryPassword }) => ({
    subject: 'Your membership is approved: your login',
    blocks: [
      greeting(name),
      text('Welcome to the association. Your membership is approved, and you can log in to the website:'),
      facts(['Member number', memberNumber], ['E-mail', to], ['Temporary password', temporaryPassword]),
      ...link('Log in', url),
      text(
        `The temporary password is valid for ${limits.temporaryPasswordDays} days. Please change it after your first login.`,
      ),
    ],
  }),
  'registration-rejected': ({ name, reference, reason }) => ({
    subject: `About your registration ${reference}`,
    blocks: [
      greeting(name),
      text(`We are sorry: the association could not accept your registration ${reference}.`),
      ...(reason.trim() === '' ? [] : [text('The reason given by the office:'), quote(reason)]),
      text('If something has changed or was missing, you are welcome to register again.'),
    ],
  }),
  otp: ({ name, otp }) => ({
    subject: 'Your code for a new password',
    blocks: [
      greeting(name),
      text('With this code you can set a new password on the website:'),
      facts(['OTP', otp]),
      text(`It is valid for ${limits.otpMinutes} minutes. Never tell it to anybody; the office never asks for it.`),
      text('If you have not asked for a code, you need not do anything: your password stays as it is.'),
    ],
  }),
  'password-changed': ({ name }) => ({
    subject: 'Your password was changed',
    blocks: [
      greeting(name),
      text('The password of your membership was changed just now. Other devices have been logged out.'),
      text('If this was not you, choose Forgot password on the website at once, and tell the office.'),
    ],
  }),
  'administrator-invitation': ({ link: url, to, temporaryPassword }) => ({
    subject: 'You are invited to the office area',
    blocks: [
      text('You have been made an administrator of the association’s website. You can log in here:'),
      ...link('Log in', url),
      facts(['E-mail', to], ['Temporary password', temporaryPassword]),
      text(
        `The temporary password is valid for ${limits.temporaryPasswordDays} days. Please change it after your first login.`,
      ),
    ],
  }),
  'contact-office': ({ name, email, mobile, message }) => ({
    subject: `Message from ${name}`,
    blocks: [
      text('Somebody has written through the contact form of the website.'),
      facts(['Name', name], ['E-mail', email], ['Mobile', mobile]),
      quote(message),
    ],
  }),
  'erasure-office': ({ reference, link: url }) => ({
    subject: `Request for erasure: ${reference}`,
    blocks: [
      text('A member asks the association to erase what it holds on him or her.'),
      facts(['Reference', reference]),
      ...link('Open the record', url),
      text('Please answer within the time the law allows.'),
    ],
  }),
};

export const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(letters, kind);

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
  /** The association's name, on one line. */
  senderName: string;
  /** Where an answer should go, if not to the sender. */
  replyTo: string | undefined;
}

/**
 * Fills a template. Values may hold anything: they are escaped, and kept from adding headers or lines that are not theirs.
 * @param given the queue's data and, where the kind has one, the secret
 */
export function renderMail(kind: MailKind, to: string, given: Record<string, string>, footer: Footer): RenderedMail {
  // The data was typed when it was queued and is only known as text here; what an older version left out reads as empty.
  const filled = new Proxy({ ...given, to } as Record<string, string>, {
    get: (target, name) => (typeof name === 'string' ? (target[name] ?? '') : undefined),
  });
  const letter = (letters[kind] as (given: Record<string, string>) => Letter)(filled);
  return {
    subject: subjectLine(letter),
    text: textPart(letter, footer),
    html: htmlPart(letter, footer),
    senderName: oneLine(footer.name),
    replyTo: kind === 'contact-office' ? given.email : undefined,
  };
}
