import { paths } from '#shared/paths.ts';
import { facts, lines, link, quote, text } from '../layout.ts';
import { block, type Templates, word } from '../template.ts';

const linkTo = (meaning: string, label: string) =>
  block(meaning, ({ link: url }: Record<'link', string>) => link(label, url));
const by = word<object>('E-mail of the administrator');
const examples = { by: 'asha@example.org' };

/** To the office, and its answers to contact messages. */
export const officeTemplates: Templates<
  | 'registration-office'
  | 'correction-office'
  | 'work-stopped'
  | 'contact-office'
  | 'contact-reply'
  | 'erasure-office'
  | 'directory-office'
  | 'ids-office'
  | 'office-budget'
  | 'payment-details-changed'
  | 'letter-returned'
  | 'letter-stopped'
  | 'mail-code'
  | 'site-office'
> = {
  'mail-code': {
    subject: 'A code from your website',
    text: `Mails of {{association}} arrive here. Please type this code where you have asked for it:

{{code}}

It is good for an hour. If you have not asked for it, please tell another administrator.`,
    variables: { code: block('The code', ({ code }: Record<'code', string>) => [facts(['Code', code])], ['Code']) },
  },
  'site-office': {
    subject: 'Not right any more on your website',
    text: `Something that was right before is not right any more on the website of {{association}}:

{{checks}}

{{link}}`,
    variables: {
      checks: block('What is not right', ({ checks }: Record<'checks', string>) => [quote(checks)]),
      link: linkTo('The link to the page ‘Ready’', 'Open ‘Ready’'),
    },
  },
  'registration-office': {
    subject: 'New registration {{reference}}',
    text: `A new registration has been received on the website of {{association}}.

{{details}}

{{link}}`,
    variables: {
      reference: word('Reference of the application'),
      tier: word('Membership'),
      details: block('Reference and membership', ({ reference, tier }) => [
        facts(['Reference', reference], ['Membership', tier]),
      ]),
      link: linkTo('The link to the registrations', 'Open the registrations'),
    },
  },
  'correction-office': {
    subject: 'Correction of {{reference}}',
    text: `An applicant to {{association}} has sent the correction that the office asked for.

{{details}}

{{link}}`,
    variables: {
      reference: word('Reference of the application'),
      details: block('Reference', ({ reference }) => [facts(['Reference', reference])]),
      link: linkTo('The link to the registrations', 'Open the registrations'),
    },
  },
  'work-stopped': {
    subject: 'Not finished: {{work}}',
    text: `An administrator of {{association}} began work that was not finished, because they may not do it any more. What was done stays; the rest was left.

{{details}}

{{link}}`,
    variables: {
      work: word('The work'),
      by: word('E-mail of the administrator'),
      details: block('The work, and who began it', ({ work, by }) => [facts(['Work', work], ['Begun by', by])]),
      link: linkTo('The link to the page of the work', 'Open the page'),
    },
  },
  'contact-office': {
    subject: '{{heading}} from {{name}}',
    text: `A message has been sent through the contact form on the website of {{association}}.

{{doubtful}}

{{details}}

{{message}}`,
    variables: {
      name: word('Name of the sender'),
      heading: word('‘Message’, or ‘Doubtful: message’', ({ doubtful }) =>
        doubtful ? 'Doubtful: message' : 'Message',
      ),
      doubtful: block('Why the message is doubtful, where it is', ({ doubtful }) =>
        doubtful
          ? [
              text(
                'This message is doubtful: it was sent within seconds, as programs do. Please check it before you answer.',
              ),
            ]
          : [],
      ),
      details: block('Name, e-mail and mobile of the sender', ({ name, email, mobile }) => [
        facts(['Name', name], ['E-mail', email], ['Mobile', mobile]),
      ]),
      message: block('The message', ({ message }) => [quote(message)]),
    },
    examples: { name: 'Ravi Nair', doubtful: 'yes' },
  },
  'contact-reply': {
    subject: 'Your message to {{association}}',
    text: `{{text}}

On {{date}} you wrote to {{association}}:

{{message}}`,
    variables: {
      date: word('Day of the message'),
      text: block('The reply', (values) => [lines(values.text)]),
      message: block('The message', ({ message }) => [quote(message)]),
    },
    examples: { text: 'Dear Ravi Nair,\n\nthe next conference is in December.' },
  },
  'erasure-office': {
    subject: 'Request for erasure: {{reference}}',
    text: `A member has asked for the erasure of the personal data that {{association}} holds about them.

{{details}}

{{link}}

Under the Privacy Policy the request is to be answered within one month.`,
    variables: {
      reference: word('Reference of the member'),
      details: block('Reference', ({ reference }) => [facts(['Reference', reference])]),
      link: linkTo('The link to the record', 'Open the record'),
    },
  },
  'directory-office': {
    subject: 'Very many pages of the directory opened: {{reference}}',
    text: `A member of {{association}} has opened as many pages of the directory as the website allows, and cannot go on for now.

{{details}}

This may be hard work with the directory, or a program that copies it. If it is in order, the limit can be lifted in the member’s details:

{{link}}`,
    variables: {
      reference: word('Reference of the member'),
      details: block('Reference, and what was opened', ({ reference, pages }) => [
        facts(['Reference', reference], ['Opened', pages]),
      ]),
      link: linkTo('The link to the member', 'Open the member'),
    },
  },
  'ids-office': {
    subject: 'Very many scanned IDs opened: {{by}}',
    text: `An administrator of {{association}} has opened very many scanned IDs within an hour.

{{details}}

This may be hard work in the office, or somebody who copies them. If you do not know of it, please ask, and disable the administrator if in doubt. The log says what was opened:

{{link}}`,
    variables: {
      by,
      details: block('Administrator and number of IDs', ({ by: who, count }) => [
        facts(['Administrator', who], ['Scanned IDs', count]),
      ]),
      link: linkTo('The link to the log', 'Open the log'),
    },
    examples,
  },
  'office-budget': {
    subject: 'Very many records looked through: {{by}}',
    text: `An administrator of {{association}} has looked through as many records of people as the settings allow within an hour, and has been asked for the password.

{{details}}

This may be hard work in the office, or a program that copies the records. If you do not know of it, please ask, and disable the administrator if in doubt. The log says what was opened:

{{link}}`,
    variables: {
      by,
      details: block('Administrator and number of rows', ({ by: who, rows }) => [
        facts(['Administrator', who], ['Rows of lists', rows]),
      ]),
      link: linkTo('The link to the log', 'Open the log'),
    },
    examples,
  },
  'payment-details-changed': {
    subject: 'The account for membership fees has been changed',
    text: `The bank account or UPI ID to which applicants pay the fees of {{association}} was changed just now.

{{details}}

{{changes}}

Every administrator receives this mail. If you did not expect the change, please speak to the person who made it and have it put right at once: anyone who pays from now on pays to the new account.

{{link}}`,
    variables: {
      by,
      details: block('Who has changed it', ({ by: who }) => [facts(['Changed by', who])]),
      changes: block('What has changed', ({ changes }) => [quote(changes)]),
      link: block('The link to the payment details', ({ site }) =>
        link('Look at the payment details', site && `${site}${paths.admin.settings}?tab=payment`),
      ),
    },
    examples: { ...examples, changes: 'UPI ID: old@bank → new@bank' },
  },
  'letter-returned': {
    subject: 'A scheduled letter was not sent',
    text: `A letter to members of {{association}} that was scheduled has not been sent. It is a draft again.

{{details}}

{{link}}`,
    variables: {
      title: word('Title of the letter'),
      details: block('Title and reason', ({ title, reason }) => [facts(['Title', title], ['Reason', reason])]),
      link: linkTo('The link to the letters', 'Open the letters'),
    },
    examples: { reason: 'The day of the meeting has come.' },
  },
  'letter-stopped': {
    subject: 'The sending of {{number}} was stopped',
    text: `The sending of a letter to members of {{association}} was stopped. Please look at its results before it goes on.

{{details}}

{{link}}`,
    variables: {
      number: word('Number of the letter'),
      title: word('Title of the letter'),
      details: block('Number, title and reason', ({ number, title, reason }) => [
        facts(['Number', number], ['Title', title], ['Reason', reason]),
      ]),
      link: linkTo('The link to the letters', 'Open the letters'),
    },
    examples: { reason: '10 of the last 50 mails were refused.' },
  },
};
