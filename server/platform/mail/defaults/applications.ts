import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { sentence } from '#shared/sentence.ts';
import { facts, link, ownLink, quote, text } from '../layout.ts';
import { block, type Templates, type Variable, word } from '../template.ts';

const fee = block(
  'Reference, membership, and the fee with what is owed later',
  (values: Record<'reference' | 'tier' | 'fee', string> & { owed?: string }) => [
    facts(['Reference', values.reference], ['Membership', values.tier], ['Fee', values.owed || values.fee]),
  ],
);
const payment = block('The link to the payment', ({ link: url }: Record<'link', string>) =>
  link('Continue with the payment', url),
);
const application = block(
  'The applicant’s own link to the application',
  ({ applicationLink }: Record<'applicationLink', string>) => ownLink('Your application', applicationLink),
  ['Your application'],
);
const person = {
  name: word('Name of the reader'),
  reference: word('Reference of the application'),
} satisfies Record<string, Variable<object>>;

/** What happens to the payment of somebody who is refused or leaves; the office's address is below every mail. */
const money = block('What happens to the money that was paid, where any was', (values: Record<'money', string>) => {
  if (values.money === 'refund') {
    return [text('The amount you have paid will be refunded. If you have any question, please write to the office.')];
  }
  return values.money === 'keep'
    ? [text('The amount you have paid will not be refunded. If you have any question, please write to the office.')]
    : [];
});
const reason = block('The reason, where the office has given one', (values: Record<'reason', string>) =>
  values.reason.trim() === '' ? [] : [text('Reason given by the office:'), quote(values.reason)],
);

const correction = {
  name: person.name,
  reference: person.reference,
  until: word('Last day of the link'),
  details: block('Reference and what is to be corrected', (values: Record<'reference' | 'fields', string>) => [
    facts(['Reference', values.reference], ['Please correct', values.fields]),
  ]),
  note: block('The note of the office', (values: Record<'note', string>) => [
    text('Note from the office:'),
    quote(values.note),
  ]),
  correctionLink: block(
    'The link to the correction',
    ({ correctionLink }: Record<'correctionLink', string>) => ownLink('Correction', correctionLink),
    ['Correction'],
  ),
};
const correctionEnd = `{{details}}

{{note}}

The link opens a page with these fields only. It is for you alone, and valid until {{until}}:

{{correctionLink}}`;

/** From the registration to the decision, and the end of a membership. */
export const applicationTemplates: Templates<
  | 'registration-received'
  | 'already-applied'
  | 'already-member'
  | 'application-link'
  | 'payment-asked'
  | 'payment-reminder'
  | 'correction-asked'
  | 'correction-reminder'
  | 'credentials'
  | 'registration-rejected'
  | 'membership-ended'
  | 'membership-reinstated'
  | 'membership-changed'
  | 'bearer-entered'
> = {
  'registration-received': {
    subject: 'We have received your registration {{reference}}',
    text: `Dear {{name}},

Thank you for registering with {{association}}. Your application will be complete once we have received your payment.

{{details}}

If you have not yet paid, or have not yet uploaded a screenshot of the payment, you can do so at any time here:

{{link}}

The office examines every application. Once yours has been approved, you will receive your login details by e-mail.

You can see at any time how far your application has come. This link is for you alone:

{{applicationLink}}`,
    variables: {
      ...person,
      tier: word('Membership'),
      fee: word('Fee'),
      details: fee,
      link: payment,
      applicationLink: application,
    },
  },
  'already-applied': {
    subject: 'You have already registered',
    text: `Dear {{name}},

Someone has just tried to register with {{association}} using this e-mail address. We already have an application under it.

If it was you, please go on to the payment here:

{{link}}

You can see here how far your application has come. This link is for you alone:

{{applicationLink}}

If it was not you, please ignore this mail.`,
    variables: { name: person.name, link: payment, applicationLink: application },
  },
  'application-link': {
    subject: 'The link to your application',
    text: `Dear {{name}},

Somebody, probably you, has asked {{association}} for the link to your application. You can see here how far it has come. This link is for you alone:

{{applicationLink}}

If it was not you, please ignore this mail.`,
    variables: { name: person.name, applicationLink: application },
  },
  'already-member': {
    subject: 'You are already a member',
    text: `Dear {{name}},

Someone has just tried to register with {{association}} using this e-mail address, which already belongs to a member.

If it was you, please log in here. If you have forgotten your password, choose ‘Forgot password’ there.

{{link}}

If it was not you, please ignore this mail.`,
    variables: { name: person.name, link: block('The link to the login', (values) => link('Log in', values.link)) },
  },
  'payment-asked': {
    subject: 'The payment for your application {{reference}}',
    text: `Dear {{name}},

We have received your application for membership of {{association}}, but not yet the payment of the fee.

{{details}}

You can pay, and upload a screenshot of the payment, here:

{{link}}

If you have already paid, please upload the screenshot, so that the office can look for your payment.`,
    variables: { ...person, tier: word('Membership'), fee: word('Fee'), details: fee, link: payment },
  },
  'payment-reminder': {
    subject: '{{reminder}} pending for your application {{reference}}',
    text: `Dear {{name}},

We have received your application for membership of {{association}}, but we have not yet received your payment.

{{details}}

You can pay and upload a screenshot of the payment here. If you have already paid, only the upload is due:

{{link}}

If we do not hear from you, your application and the documents you sent with it will be deleted on {{removalOn}}.

If you no longer wish to become a member, you need not do anything.`,
    variables: {
      ...person,
      reminder: word('‘Payment’, in the last mail ‘Last reminder: payment’', ({ last }) =>
        last ? 'Last reminder: payment' : 'Payment',
      ),
      tier: word('Membership'),
      fee: word('Fee'),
      details: fee,
      link: payment,
      removalOn: { meaning: 'Day on which the application is deleted', required: true },
    },
  },
  'correction-asked': {
    subject: 'Please correct your application {{reference}}',
    text: `Dear {{name}},

The office of {{association}} has examined your application and asks you to correct it.

${correctionEnd}`,
    variables: correction,
  },
  'correction-reminder': {
    subject: 'Reminder: please correct your application {{reference}}',
    text: `Dear {{name}},

Some days ago the office of {{association}} asked you to correct your application.

${correctionEnd}`,
    variables: correction,
  },
  credentials: {
    subject: 'Your membership has been approved',
    text: `Dear {{name}},

Welcome to {{association}}. Your membership has been approved, and you can now log in to the website:

{{temporaryPassword}}

{{link}}

The temporary password is valid for {{days}} days. Please change it after your first login.`,
    variables: {
      name: person.name,
      memberNumber: word('Member number'),
      days: word('Days for which the password is valid', () => String(limits.temporaryPasswordDays)),
      temporaryPassword: block(
        'Member number, e-mail and temporary password',
        ({ memberNumber, to, temporaryPassword }) => [
          facts(['Member number', memberNumber], ['E-mail', to], ['Temporary password', temporaryPassword]),
        ],
        ['Member number', 'E-mail', 'Temporary password'],
      ),
      link: block('The link to the login', (values) => link('Log in', values.link)),
    },
  },
  'registration-rejected': {
    subject: 'Your application {{reference}}',
    text: `Dear {{name}},

We regret to inform you that {{association}} has not been able to accept your application {{reference}}.

{{reason}}

{{money}}

Once the reason no longer applies, you are welcome to apply again on the website.

{{link}}

{{removal}}`,
    variables: {
      ...person,
      reason,
      money,
      link: block('The link to the registration', ({ site }) =>
        link('Apply again', site && `${site}${paths.membership}`),
      ),
      removal: block('When the application is deleted', ({ removalOn }) =>
        removalOn === ''
          ? []
          : [text(sentence`Your application and the documents you sent with it will be deleted on ${removalOn}.`)],
      ),
    },
  },
  'membership-ended': {
    subject: 'The end of your membership {{reference}}',
    text: `Dear {{name}},

Your membership of {{association}} has ended. You can no longer log in, and the directory no longer shows you.

{{reason}}

{{money}}

{{removal}}`,
    variables: {
      ...person,
      reason,
      money,
      removal: block('When the record is deleted', ({ removalOn }) =>
        removalOn === '' ? [] : [text(sentence`Your record and its documents will be deleted on ${removalOn}.`)],
      ),
    },
  },
  'membership-reinstated': {
    subject: 'Your membership is active again',
    text: `Dear {{name}},

Your membership of {{association}} is active again. You can log in with your e-mail address and your previous password:

{{details}}

{{link}}

If you have forgotten it, choose ‘Forgot password’ there.`,
    variables: {
      name: person.name,
      memberNumber: word('Member number'),
      details: block('Member number', ({ memberNumber }) => [facts(['Member number', memberNumber])]),
      link: block('The link to the login', (values) => link('Log in', values.link)),
    },
  },
  'membership-changed': {
    subject: 'Your membership is now {{tier}}',
    text: `Dear {{name}},

Your payment has been received, and your membership of {{association}} has been changed.

{{details}}

{{link}}`,
    variables: {
      name: person.name,
      tier: word('Membership'),
      details: block('The new membership', ({ tier }) => [facts(['Membership', tier])]),
      link: block('The link to the own membership', ({ site }) =>
        link('My Membership', site && `${site}${paths.membershipStatus}`),
      ),
    },
  },
  'bearer-entered': {
    subject: 'You are entered as {{office}}',
    text: `Dear {{name}},

The office of {{association}} has entered you on the website as the holder of this office:

{{details}}

The website shows your name and State with it, and your picture only while your member card may show it. You can change that in your profile.

{{link}}

If this is not right, please tell the office.`,
    variables: {
      name: person.name,
      office: word('Name of the office'),
      from: word('First day of the term'),
      details: block('Office and first day', ({ office, from }) => [facts(['Office', office], ['From', from])]),
      link: block('The link to the own profile', ({ site }) => link('My profile', site && `${site}${paths.profile}`)),
    },
  },
};
