import { withArticle } from '#shared/article.ts';
import { limits } from '#shared/limits.ts';
import type { MailKind } from '#shared/mail-names.ts';
import { paths } from '#shared/paths.ts';
import type { MailData, MailSecrets } from './kinds.ts';
import {
  type Block,
  facts,
  headerLine,
  htmlPart,
  type Letter,
  lines,
  link,
  markup,
  ownLink,
  quote,
  type Sender,
  subjectLine,
  text,
  textPart,
} from './layout.ts';

/** What a template takes: the queue's data, the secret if its kind has one, to whom it goes, and from whom. */
type Given<Kind extends MailKind> = MailData<Kind> &
  (Kind extends keyof MailSecrets ? MailSecrets[Kind] : unknown) & {
    to: string;
    /** The association's name as it stands within a sentence. */
    association: string;
    /** The site's address, or ''. */
    site: string;
  };

const greeting = (name: string): Block => text(`Dear ${name},`);
/** What becomes of what somebody has paid who is refused or leaves; the office's address stands below every mail. */
const moneyLines = (money: string): Block[] => {
  if (money === 'refund') {
    return [text('The amount you have paid will be refunded. If you have any question, please write to the office.')];
  }
  return money === 'keep'
    ? [text('The amount you have paid will not be refunded. If you have any question, please write to the office.')]
    : [];
};
const notYou = text('If it was not you, please ignore this mail.');
const validity = text(
  `The temporary password is valid for ${limits.temporaryPasswordDays} days. Please change it after your first login.`,
);
const logIn = (site: string) => link('Log in', site && `${site}${paths.login}`);

/** What is to be corrected, in the office's words, and the link to do it. */
function correctionBlocks(
  { name, reference, fields, note, until, correctionLink }: Given<'correction-asked'>,
  opening: string,
): Block[] {
  return [
    greeting(name),
    text(opening),
    facts(['Reference', reference], ['Please correct', fields]),
    text('Note from the office:'),
    quote(note),
    text(`The link opens a page with these fields only. It is for you alone, and valid until ${until}:`),
    ...ownLink('Correction', correctionLink),
  ];
}

/** Which conference it is, how to join it, and where somebody looks after his part. */
function participationBlocks({
  conference,
  when,
  where,
  joinLink,
  joinId,
  joinPassword,
  participationLink,
  association,
}: Given<'participation-confirmed'>): Block[] {
  const pairs: [string, string][] = [
    ['Conference', conference],
    ['When', when],
    ['Where', where],
    ['Meeting ID', joinId],
    ['Password', joinPassword],
  ];
  return [
    facts(...pairs.filter(([, value]) => value !== '')),
    ...link('Join', joinLink),
    text(`You can see, change or cancel your participation in this conference of ${association} here:`),
    ...ownLink('Participation', participationLink),
  ];
}

const letters: { [Kind in MailKind]: (given: Given<Kind>) => Letter } = {
  'registration-received': ({ name, reference, tier, fee, link: url, applicationLink, association }) => ({
    subject: `We have received your registration ${reference}`,
    blocks: [
      greeting(name),
      text(
        `Thank you for registering with ${association}. Your application will be complete once we have received your payment.`,
      ),
      facts(['Reference', reference], ['Membership', tier], ['Fee', fee]),
      text(
        'If you have not yet paid, or have not yet uploaded a screenshot of the payment, you can do so at any time here:',
      ),
      ...link('Continue with the payment', url),
      text(
        'The office examines every application. Once yours has been approved, you will receive your login details by e-mail.',
      ),
      text('You can see at any time how far your application has come. This link is for you alone:'),
      ...ownLink('Your application', applicationLink),
    ],
  }),
  'registration-office': ({ reference, tier, link: url, association }) => ({
    subject: `New registration ${reference}`,
    blocks: [
      text(`A new registration has been received on the website of ${association}.`),
      facts(['Reference', reference], ['Membership', tier]),
      ...link('Open the registrations', url),
    ],
  }),
  'already-applied': ({ name, link: url, applicationLink, association }) => ({
    subject: 'You have already registered',
    blocks: [
      greeting(name),
      text(
        `Someone has just tried to register with ${association} using this e-mail address. We already have an application under it.`,
      ),
      text('If it was you, please go on to the payment here:'),
      ...link('Continue with the payment', url),
      text('You can see here how far your application has come. This link is for you alone:'),
      ...ownLink('Your application', applicationLink),
      notYou,
    ],
  }),
  'already-member': ({ name, link: url, association }) => ({
    subject: 'You are already a member',
    blocks: [
      greeting(name),
      text(
        `Someone has just tried to register with ${association} using this e-mail address, which already belongs to a member.`,
      ),
      text('If it was you, please log in here. If you have forgotten your password, choose ‘Forgot password’ there.'),
      ...link('Log in', url),
      notYou,
    ],
  }),
  'payment-asked': ({ name, reference, tier, fee, link: url, association }) => ({
    subject: `The payment for your application ${reference}`,
    blocks: [
      greeting(name),
      text(`We have received your application for membership of ${association}, but not yet the payment of the fee.`),
      facts(['Reference', reference], ['Membership', tier], ['Fee', fee]),
      text('You can pay, and upload a screenshot of the payment, here:'),
      ...link('Continue with the payment', url),
      text('If you have already paid, please upload the screenshot, so that the office can look for your payment.'),
    ],
  }),
  'correction-asked': (given) => ({
    subject: `Please correct your application ${given.reference}`,
    blocks: correctionBlocks(
      given,
      `The office of ${given.association} has examined your application and asks you to correct it.`,
    ),
  }),
  'correction-reminder': (given) => ({
    subject: `Reminder: please correct your application ${given.reference}`,
    blocks: correctionBlocks(
      given,
      `Some days ago the office of ${given.association} asked you to correct your application.`,
    ),
  }),
  'payment-reminder': ({ name, reference, tier, fee, link: url, removalOn, last, association }) => ({
    subject: `${last ? 'Last reminder: payment' : 'Payment'} pending for your application ${reference}`,
    blocks: [
      greeting(name),
      text(
        `We have received your application for membership of ${association}, but we have not yet received your payment.`,
      ),
      facts(['Reference', reference], ['Membership', tier], ['Fee', fee]),
      text(
        'You can pay and upload a screenshot of the payment here. If you have already paid, only the upload is due:',
      ),
      ...link('Continue with the payment', url),
      text(
        `If we do not hear from you, your application and the documents you sent with it will be deleted on ${removalOn}.`,
      ),
      text('If you no longer wish to become a member, you need not do anything.'),
    ],
  }),
  credentials: ({ name, memberNumber, link: url, to, temporaryPassword, association }) => ({
    subject: 'Your membership has been approved',
    blocks: [
      greeting(name),
      text(`Welcome to ${association}. Your membership has been approved, and you can now log in to the website:`),
      facts(['Member number', memberNumber], ['E-mail', to], ['Temporary password', temporaryPassword]),
      ...link('Log in', url),
      validity,
    ],
  }),
  'registration-rejected': ({ name, reference, reason, money, removalOn, association, site }) => ({
    subject: `Your application ${reference}`,
    blocks: [
      greeting(name),
      text(`We regret to inform you that ${association} has not been able to accept your application ${reference}.`),
      ...(reason.trim() === '' ? [] : [text('Reason given by the office:'), quote(reason)]),
      ...moneyLines(money),
      text('Once the reason no longer applies, you are welcome to apply again on the website.'),
      ...link('Apply again', site && `${site}${paths.membership}`),
      ...(removalOn === ''
        ? []
        : [text(`Your application and the documents you sent with it will be deleted on ${removalOn}.`)]),
    ],
  }),
  'membership-ended': ({ name, reference, reason, money, removalOn, association }) => ({
    subject: `The end of your membership ${reference}`,
    blocks: [
      greeting(name),
      text(
        `Your membership of ${association} has ended. You can no longer log in, and the directory no longer shows you.`,
      ),
      ...(reason.trim() === '' ? [] : [text('Reason given by the office:'), quote(reason)]),
      ...moneyLines(money),
      ...(removalOn === '' ? [] : [text(`Your record and its documents will be deleted on ${removalOn}.`)]),
    ],
  }),
  'membership-reinstated': ({ name, memberNumber, link: url, association }) => ({
    subject: 'Your membership is active again',
    blocks: [
      greeting(name),
      text(
        `Your membership of ${association} is active again. You can log in with your e-mail address and your previous password:`,
      ),
      facts(['Member number', memberNumber]),
      ...link('Log in', url),
      text('If you have forgotten it, choose ‘Forgot password’ there.'),
    ],
  }),
  circular: ({ name, number, title, text: written, unsubscribeLink, association }) => ({
    subject: title,
    blocks: [
      text(`Circular ${number} of ${association}`),
      greeting(name),
      markup(written),
      ...link('To receive no more circulars by e-mail', unsubscribeLink),
    ],
  }),
  notice: ({ name, number, title, text: written, meetingOn, association }) => ({
    subject: title,
    blocks: [
      text(`Notice ${number} of ${association}`),
      greeting(name),
      facts(['Day of the meeting', meetingOn]),
      markup(written),
    ],
  }),
  'letter-returned': ({ title, reason, link: url, association }) => ({
    subject: 'A scheduled letter was not sent',
    blocks: [
      text(`A letter to members of ${association} that was scheduled has not been sent. It is a draft again.`),
      facts(['Title', title], ['Reason', reason]),
      ...link('Open the letters', url),
    ],
  }),
  'letter-stopped': ({ title, number, reason, link: url, association }) => ({
    subject: `The sending of ${number} was stopped`,
    blocks: [
      text(
        `The sending of a letter to members of ${association} was stopped. Please look at its results before it goes on.`,
      ),
      facts(['Number', number], ['Title', title], ['Reason', reason]),
      ...link('Open the letters', url),
    ],
  }),
  'bearer-entered': ({ name, office, from, association, site }) => ({
    subject: `You are entered as ${office}`,
    blocks: [
      greeting(name),
      text(`The office of ${association} has entered you on the website as the holder of this office:`),
      facts(['Office', office], ['From', from]),
      text(
        'The website shows your name and State with it, and your picture only while your member card may show it. You can change that in your profile.',
      ),
      ...link('My profile', site && `${site}${paths.profile}`),
      text('If this is not right, please tell the office.'),
    ],
  }),
  otp: ({ name, otp, association }) => ({
    subject: 'Your code for a new password',
    blocks: [
      greeting(name),
      text(`Please use this one-time code to set a new password for your account with ${association}:`),
      facts(['OTP', otp]),
      text(
        `The code is valid for ${limits.otpMinutes} minutes. Do not share it with anyone; the office will never ask you for it.`,
      ),
      text('If you have not asked for a code, please ignore this mail. Your password remains unchanged.'),
    ],
  }),
  'password-changed': ({ name, association, site }) => ({
    subject: 'Your password was changed',
    blocks: [
      greeting(name),
      text(`The password of your account with ${association} has just been changed.`),
      text('All other devices have been logged out.'),
      text('If it was not you, please choose ‘Forgot password’ on the website at once, and inform the office.'),
      ...logIn(site),
    ],
  }),
  'email-asked': ({ name, taken, emailLink, association }) => ({
    subject: 'Please confirm your e-mail address',
    blocks: taken
      ? [
          greeting(name),
          text(
            `A member of ${association} has asked to use this e-mail address. It belongs to your registration or membership already, and nothing was changed.`,
          ),
          text(
            'If it was you, under another membership, please write to the office. Otherwise please ignore this mail.',
          ),
        ]
      : [
          greeting(name),
          text(
            `You have asked ${association} to write to this e-mail address from now on. Please confirm it with this link within ${limits.emailLinkHours} hours:`,
          ),
          ...ownLink('Confirm', emailLink),
          text('Until then nothing is changed. Afterwards you log in with this address.'),
          notYou,
        ],
  }),
  'email-changed': ({ name, reference, box, isMember, by, applicationLink, association, site }) => {
    const own = by === 'member';
    const subject = isMember ? 'Your e-mail address was changed' : `Your e-mail address was changed: ${reference}`;
    if (box === 'old') {
      return {
        subject,
        blocks: [
          greeting(name),
          text(
            `${own ? `You have confirmed another e-mail address for your account with ${association}.` : `The office of ${association} has entered another e-mail address for you.`} This one is no longer used: codes and links that were sent to it no longer work, and all devices are logged out.`,
          ),
          text('If you did not ask for it, please inform the office at once.'),
        ],
      };
    }
    return {
      subject,
      blocks: [
        greeting(name),
        text(
          `${own ? `You have confirmed this as your new e-mail address with ${association}.` : `The office of ${association} has entered this as your new e-mail address.`} Codes and links that were sent to the earlier one no longer work, and all devices are logged out.`,
        ),
        ...(isMember
          ? [
              text('From now on please log in with this address. If you need a password, choose ‘Forgot password’.'),
              ...logIn(site),
            ]
          : ownLink('Your application', applicationLink)),
        text('If you did not ask for it, please inform the office at once.'),
      ],
    };
  },
  'second-factor-changed': ({ name, change, association }) => {
    const account = `your account with ${association}`;
    const alone = 'From now on the password alone is enough to log in.';
    const said = new Map<string, [subject: string, ...paragraphs: string[]]>([
      [
        'on',
        [
          'A second factor was turned on',
          `A second factor has just been turned on for ${account}. From now on a login needs a code from the authenticator app as well as the password.`,
          'All other devices have been logged out.',
        ],
      ],
      [
        'off',
        ['The second factor was turned off', `The second factor of ${account} has just been turned off. ${alone}`],
      ],
      [
        'lifted',
        [
          'The second factor was turned off for you',
          `The office has turned off the second factor of ${account}, and logged you out on all devices. ${alone} You can turn the second factor on again once you have logged in.`,
        ],
      ],
      [
        'codes',
        [
          'New recovery codes were made',
          `New recovery codes have just been made for ${account}. The earlier ones no longer work.`,
        ],
      ],
    ]);
    const [subject, ...paragraphs] = said.get(change) ?? ['The second factor was changed', `This is about ${account}.`];
    const warning =
      change === 'lifted'
        ? 'If you did not ask for this, please inform the office at once.'
        : 'If it was not you, please change your password at once, and inform the office.';
    return {
      subject,
      blocks: [...(name ? [greeting(name)] : []), ...[...paragraphs, warning].map((each) => text(each))],
    };
  },
  'administrator-invitation': ({ link: url, to, temporaryPassword, association }) => ({
    subject: 'You are invited to the office area',
    blocks: [
      text(`You have been made an administrator of the website of ${association}. You can log in here:`),
      ...link('Log in', url),
      facts(['E-mail', to], ['Temporary password', temporaryPassword]),
      validity,
    ],
  }),
  'contact-office': ({ name, email, mobile, message, doubtful, association }) => ({
    subject: doubtful ? `Doubtful: message from ${name}` : `Message from ${name}`,
    blocks: [
      text(`A message has been sent through the contact form on the website of ${association}.`),
      ...(doubtful
        ? [
            text(
              'This message is doubtful: it was sent within seconds, as programs do. Please check it before you answer.',
            ),
          ]
        : []),
      facts(['Name', name], ['E-mail', email], ['Mobile', mobile]),
      quote(message),
    ],
  }),
  'contact-reply': ({ text: reply, message, date, association }) => ({
    subject: `Your message to ${association}`,
    blocks: [lines(reply), text(`On ${date} you wrote to ${association}:`), quote(message)],
  }),
  'erasure-office': ({ reference, link: url, association }) => ({
    subject: `Request for erasure: ${reference}`,
    blocks: [
      text(`A member has asked for the erasure of the personal data that ${association} holds about him or her.`),
      facts(['Reference', reference]),
      ...link('Open the record', url),
      text('Under the Privacy Policy the request is to be answered within one month.'),
    ],
  }),
  'directory-office': ({ reference, name, pages, link: url, association }) => ({
    subject: `Very many pages of the directory opened: ${reference}`,
    blocks: [
      text(
        `A member of ${association} has opened as many pages of the directory as the website allows, and cannot go on for now.`,
      ),
      facts(['Member', name], ['Reference', reference], ['Opened', pages]),
      text(
        'This may be hard work with the directory, or a program that copies it. If it is in order, the limit can be lifted in the member’s details:',
      ),
      ...link('Open the member', url),
    ],
  }),
  'ids-office': ({ by, count, link: url, association }) => ({
    subject: `Very many scanned IDs opened: ${by}`,
    blocks: [
      text(`An administrator of ${association} has opened very many scanned IDs within an hour.`),
      facts(['Administrator', by], ['Scanned IDs', count]),
      text(
        'This may be hard work in the office, or somebody who copies them. If you do not know of it, please ask, and disable the administrator if in doubt. The log says what was opened:',
      ),
      ...link('Open the log', url),
    ],
  }),
  'powers-changed': ({ by, powers, meaning, association }) => ({
    subject: 'What you may do in the office has changed',
    blocks: [
      text(`What you may do in the back office of ${association} has been changed. It counts from now on.`),
      facts(['Changed by', by], ['Powers', powers], ['Meaning', meaning]),
    ],
  }),
  'office-budget': ({ by, rows, link: url, association }) => ({
    subject: `Very many records looked through: ${by}`,
    blocks: [
      text(
        `An administrator of ${association} has looked through as many records of people as the settings allow within an hour, and has been asked for the password.`,
      ),
      facts(['Administrator', by], ['Rows of lists', rows]),
      text(
        'This may be hard work in the office, or a program that copies the records. If you do not know of it, please ask, and disable the administrator if in doubt. The log says what was opened:',
      ),
      ...link('Open the log', url),
    ],
  }),
  'payment-claimed': ({ name, reference, purpose, amount, association }) => ({
    subject: `We have received the proof of your payment ${reference}`,
    blocks: [
      greeting(name),
      text(
        `Thank you. The office of ${association} will compare it with the bank account, which takes a few working days.`,
      ),
      facts(['Reference', reference], ['For', purpose], ['Amount', amount]),
      text(
        'Once the payment has been found there, you will receive a receipt by e-mail. Until then you need not do anything.',
      ),
    ],
  }),
  'payment-claimed-office': ({ reference, purpose, amount, link: url, association }) => ({
    subject: `Proof of payment ${reference}`,
    blocks: [
      text(`A proof of payment to ${association} has been received.`),
      facts(['Reference', reference], ['For', purpose], ['Amount', amount]),
      ...link('Open the payments', url),
    ],
  }),
  'payment-received': ({ name, number, reference, purpose, amount, rest, restReference, association }) => ({
    subject: `Receipt ${number}`,
    blocks: [
      greeting(name),
      text(`This is to confirm, with thanks, that ${association} has received your payment.`),
      facts(['Receipt', number], ['Reference', reference], ['For', purpose], ['Amount', amount]),
      text('The receipt is attached to this e-mail as a PDF.'),
      ...(rest
        ? [
            text('It was less than what was asked for. This is still to be paid:'),
            facts(['Amount', rest], ['Reference', restReference ?? '']),
          ]
        : []),
    ],
  }),
  'payment-refused': ({ name, reference, purpose, amount, reason, link: url, association }) => ({
    subject: `About your payment ${reference}`,
    blocks: [
      greeting(name),
      text(`The office could not find your payment in the bank account of ${association}.`),
      facts(['Reference', reference], ['For', purpose], ['Amount', amount]),
      text('Note from the office:'),
      quote(reason),
      text('You can pay, or send the proof of your payment again, here:'),
      ...link('Continue with the payment', url),
    ],
  }),
  'receipt-cancelled': ({ name, number, reference, purpose, amount, reason, link: url, association }) => ({
    subject: `About your payment ${reference}`,
    blocks: [
      greeting(name),
      text(`Your payment has not stayed in the bank account of ${association}, so its receipt was cancelled.`),
      facts(['Receipt', number], ['Reference', reference], ['For', purpose], ['Amount', amount]),
      text('Note from the office:'),
      quote(reason),
      text('You can pay it again here:'),
      ...link('Continue with the payment', url),
    ],
  }),
  'payment-refunded': ({ name, reference, purpose, amount, utr, date, association }) => ({
    subject: `Refund of your payment ${reference}`,
    blocks: [
      greeting(name),
      text(`This is to inform you that ${association} has refunded your payment.`),
      facts(['Reference', reference], ['For', purpose], ['Amount', amount], ['Sent on', date], ['UTR', utr]),
      text('Your bank may take a few days to credit it.'),
    ],
  }),
  'subscription-due': ({ name, reference, purpose, amount, link: url, association }) => ({
    subject: `${purpose} is due`,
    blocks: [
      greeting(name),
      text(`The annual subscription to ${association} is due.`),
      facts(['For', purpose], ['Amount', amount], ['Reference', reference]),
      text('You can pay it, and send the proof of the payment, in your member’s area:'),
      ...link('Pay the subscription', url),
      text('Please give the reference with the payment. Once it has been received you will be sent a receipt.'),
    ],
  }),
  'subscription-reminder': ({ name, reference, purpose, amount, link: url, association }) => ({
    subject: `Reminder: ${purpose}`,
    blocks: [
      greeting(name),
      text(`According to our records the annual subscription to ${association} has not been paid yet.`),
      facts(['For', purpose], ['Amount', amount], ['Reference', reference]),
      text(
        'You can pay it here. If you have already paid, please send the proof of the payment there, so that the office can look for it:',
      ),
      ...link('Pay the subscription', url),
    ],
  }),
  'membership-changed': ({ name, tier, association, site }) => ({
    subject: `Your membership is now ${tier}`,
    blocks: [
      greeting(name),
      text(`Your payment has been received, and your membership of ${association} has been changed.`),
      facts(['Membership', tier]),
      ...link('My Membership', site && `${site}${paths.membershipStatus}`),
    ],
  }),
  'payment-details-changed': ({ by, changes, association, site }) => ({
    subject: 'The account for membership fees has been changed',
    blocks: [
      text(`The bank account or UPI ID to which applicants pay the fees of ${association} was changed just now.`),
      facts(['Changed by', by]),
      quote(changes),
      text(
        'Every administrator receives this mail. If you did not expect the change, please speak to whoever made it and have it put right at once: whoever pays from now on pays to the new account.',
      ),
      ...link('Look at the payment details', site && `${site}${paths.admin.settings}?tab=payment`),
    ],
  }),
  'participation-asked': ({ name, conference, when, where, until, participationLink, association }) => ({
    subject: `Please confirm: ${conference}`,
    blocks: [
      greeting(name),
      text(`Somebody has asked under this e-mail address to take part in a conference of ${association}.`),
      facts(['Conference', conference], ['When', when], ['Where', where]),
      text(`If it was you, please confirm it on this page until ${until}. Until then nothing is settled:`),
      ...ownLink('Participation', participationLink),
      notYou,
    ],
  }),
  'participation-member': ({ name, conference, link: url, site, association }) => ({
    subject: `Please log in to take part: ${conference}`,
    blocks: [
      greeting(name),
      text(
        `Somebody has asked as a guest to take part in a conference of ${association}, under this e-mail address, which belongs to a member.`,
      ),
      facts(['Conference', conference]),
      text('If it was you, please log in first, and then choose ‘I take part’ on the page of the conference:'),
      ...logIn(site),
      ...link('The conference', url),
      notYou,
    ],
  }),
  'participation-link': (given) => ({
    subject: `Your participation: ${given.conference}`,
    blocks: [
      greeting(given.name),
      text('Somebody has asked under this e-mail address to take part in this conference. We know of you already.'),
      ...participationBlocks(given),
    ],
  }),
  'participation-confirmed': (given) => ({
    subject: `You take part: ${given.conference}`,
    blocks: [greeting(given.name), text('You are registered for this conference.'), ...participationBlocks(given)],
  }),
  'participation-waiting': (given) => ({
    subject: `Waiting list: ${given.conference}`,
    blocks: [
      greeting(given.name),
      text(
        `All places of this conference are taken at present. You are on the waiting list${given.position === '' ? '' : `, at place ${given.position}`}. As soon as a place becomes yours we write to you; you need do nothing.`,
      ),
      ...participationBlocks(given),
    ],
  }),
  'participation-moved-up': (given) => ({
    subject: `A place for you: ${given.conference}`,
    blocks: [
      greeting(given.name),
      text('A place has become free, and it is yours: you are registered for this conference.'),
      ...participationBlocks(given),
    ],
  }),
  'participation-cancelled': (given) => ({
    subject: `Cancelled: your participation in ${given.conference}`,
    blocks: [
      greeting(given.name),
      text(
        'Your participation in this conference has been cancelled. If this is a mistake, please write to the office.',
      ),
      ...participationBlocks(given),
    ],
  }),
  'participation-told': (given) => ({
    subject: `${given.changes === '' ? 'News about' : 'Changed'}: ${given.conference}`,
    blocks: [
      greeting(given.name),
      ...(given.changes === ''
        ? []
        : [text('Please note what has changed about this conference:'), quote(given.changes)]),
      ...(given.text === '' ? [] : [text('The office writes:'), quote(given.text)]),
      ...participationBlocks(given),
    ],
  }),
  'conference-cancelled': (given) => ({
    subject: `Cancelled: ${given.conference}`,
    blocks: [
      greeting(given.name),
      text('This conference has been cancelled; it does not take place.'),
      quote(given.reason),
      ...participationBlocks(given),
    ],
  }),
  'conference-reminder': (given) => ({
    subject: `${given.text === 'today' ? 'Today' : 'Tomorrow'}: ${given.conference}`,
    blocks: [
      greeting(given.name),
      text(`This conference is ${given.text || 'tomorrow'}. We look forward to seeing you.`),
      ...participationBlocks(given),
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
  /** Written by a person, for this one reader. */
  personal: boolean;
}

/**
 * Fills a template. Values may hold anything: they are escaped, and kept from adding headers or lines that are not theirs.
 * @param given the queue's data and, where the kind has one, the secret
 * @param sender who signs it
 */
export function renderMail(kind: MailKind, to: string, given: Record<string, string>, sender: Sender): RenderedMail {
  // The data was typed when it was queued and is only known as text here; what an older version left out reads as empty.
  const association = sender.name === '' ? 'the association' : withArticle(sender.name);
  const filled = new Proxy({ ...given, to, association, site: sender.site ?? '' } as Record<string, string>, {
    get: (target, name) => (typeof name === 'string' ? (target[name] ?? '') : undefined),
  });
  const letter = (letters[kind] as (given: Record<string, string>) => Letter)(filled);
  return {
    subject: subjectLine(letter),
    text: textPart(letter, sender),
    html: htmlPart(letter, sender),
    senderName: headerLine(sender.name),
    replyTo: kind === 'contact-office' ? given.email : kind === 'contact-reply' ? given.replyTo : undefined,
    personal: kind === 'contact-reply',
  };
}
