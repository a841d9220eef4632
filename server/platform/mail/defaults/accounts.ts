import type { Wording } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { sentence } from '#shared/sentence.ts';
import { type Block, facts, link, ownLink, text } from '../layout.ts';
import { block, type MailValues, type Templates, word } from '../template.ts';

const name = word<object>('Name of the reader');
const logIn = (site: string) => link('Log in', site && `${site}${paths.login}`);

type SecondFactor = MailValues<'second-factor-changed'>;

/** The subject and the paragraphs of a mail about a changed second factor. */
function secondFactor({ change, association }: Pick<SecondFactor, 'change' | 'association'>): [Wording, ...Wording[]] {
  switch (change) {
    case 'on':
      return [
        'A second factor was turned on',
        sentence`A second factor has just been turned on for your account with ${association}. From now on a login needs a code from the authenticator app as well as the password.`,
        'All other devices have been logged out.',
      ];
    case 'off':
      return [
        'The second factor was turned off',
        sentence`The second factor of your account with ${association} has just been turned off. From now on the password alone is enough to log in.`,
      ];
    case 'lifted':
      return [
        'The second factor was turned off for you',
        sentence`The office has turned off the second factor of your account with ${association}, and logged you out on all devices. From now on the password alone is enough to log in. You can turn the second factor on again once you have logged in.`,
      ];
    case 'codes':
      return [
        'New recovery codes were made',
        sentence`New recovery codes have just been made for your account with ${association}. The earlier ones no longer work.`,
      ];
    default:
      return ['The second factor was changed', sentence`This is about your account with ${association}.`];
  }
}

function confirmation({ taken, emailLink, association }: MailValues<'email-asked'>): Block[] {
  if (taken) {
    return [
      text(
        sentence`A member of ${association} has asked to use this e-mail address. It belongs to your registration or membership already, and nothing was changed.`,
      ),
      text('If it was you, under another membership, please write to the office. Otherwise please ignore this mail.'),
    ];
  }
  return [
    text(
      sentence`You have asked ${association} to write to this e-mail address from now on. Please confirm it with this link within ${limits.emailLinkHours} hours:`,
    ),
    ...ownLink('Confirm', emailLink),
    text('Until then nothing is changed. Afterwards you log in with this address.'),
    text('If it was not you, please ignore this mail.'),
  ];
}

/** The passkeys that still log in; a mail of an earlier version has none. */
const stillLogIn = ({ passkeys }: { passkeys?: string }): Block[] =>
  passkeys
    ? [text(sentence`These passkeys still log in: ${passkeys}. They can be removed in the profile, under Passkeys.`)]
    : [];

function emailChange({ box, by, association, passkeys }: MailValues<'email-changed'>): Block[] {
  const isByMember = by === 'member';
  if (box === 'old') {
    return [
      text(
        isByMember
          ? sentence`You have confirmed another e-mail address for your account with ${association}. This one is no longer used: codes and links that were sent to it no longer work, and all devices are logged out.`
          : sentence`The office of ${association} has entered another e-mail address for you. This one is no longer used: codes and links that were sent to it no longer work, and all devices are logged out.`,
      ),
      ...stillLogIn({ passkeys }),
    ];
  }
  return [
    text(
      isByMember
        ? sentence`You have confirmed this as your new e-mail address with ${association}. Codes and links that were sent to the earlier one no longer work, and all devices are logged out.`
        : sentence`The office of ${association} has entered this as your new e-mail address. Codes and links that were sent to the earlier one no longer work, and all devices are logged out.`,
    ),
    ...stillLogIn({ passkeys }),
  ];
}

function newWay({ box, isMember, applicationLink, site }: MailValues<'email-changed'>): Block[] {
  if (box === 'old') return [];
  if (!isMember) return ownLink('Your application', applicationLink);
  return [
    text('From now on please log in with this address. If you need a password, choose ‘Forgot password’.'),
    ...logIn(site),
  ];
}

const greeting = {
  ...block('The greeting; administrators have no name', (values: { name: string }) =>
    values.name ? [text(sentence`Dear ${values.name},`)] : [],
  ),
  required: false,
};

const notMe = block(
  'The link for somebody who it was not',
  ({ notMeLink }: { notMeLink: string }) => ownLink('This was not me', notMeLink, true),
  ['This was not me'],
);

/** The subject and the sentence of a mail about a wish. */
function wishMade({ wish, association, at }: MailValues<'wish-made'>): [Wording, Wording] {
  switch (wish) {
    case 'erasure':
      return [
        'The erasure of your data was asked for',
        sentence`On ${at}, in your account with ${association}, the erasure of your data was asked for. The office will reply within one month.`,
      ];
    case 'salary':
      return [
        'Deduction from your salary was asked for',
        sentence`On ${at}, in your account with ${association}, the deduction of the subscription from your salary was asked for. It begins once the office has your signed letter.`,
      ];
    default:
      return [
        'Another e-mail address was asked for',
        sentence`On ${at}, in your account with ${association}, another e-mail address was asked for. It becomes yours once it is confirmed from its mailbox.`,
      ];
  }
}

function passkeyChange({ change, passkey, at, association }: MailValues<'passkey-changed'>): [Wording, ...Wording[]] {
  if (change === 'removed') {
    return [
      'A passkey was removed',
      sentence`The passkey ‘${passkey}’ of your account with ${association} was removed on ${at}. Devices that had logged in with it have been logged out.`,
      'If it was not you, please change your password at once, and inform the office.',
    ];
  }
  return [
    'A passkey was refused',
    sentence`On ${at} a login to your account with ${association} was refused: the passkey ‘${passkey}’ seems to have been copied, as it counted back.`,
    'Please remove it under Passkeys if you do not know why.',
  ];
}

function administratorChange(what: string): Wording {
  switch (what) {
    case 'invited':
      return 'An administrator was invited';
    case 'invited again':
      return 'An administrator was invited again';
    case 'enabled':
      return 'An administrator was enabled';
    default:
      return 'An administrator has other powers';
  }
}

/** About logins, for members and administrators. */
export const accountTemplates: Templates<
  | 'otp'
  | 'password-changed'
  | 'email-asked'
  | 'email-changed'
  | 'records-merged'
  | 'second-factor-changed'
  | 'wish-made'
  | 'administrator-invitation'
  | 'powers-changed'
  | 'administrator-changed'
  | 'invitations-ended'
  | 'new-device'
  | 'passkey-added'
  | 'passkey-changed'
  | 'not-me-office'
> = {
  otp: {
    subject: 'Your code for a new password',
    text: `Dear {{name}},

Please use this one-time code to set a new password for your account with {{association}}:

{{otp}}

The code is valid for {{minutes}} minutes. Do not share it with anyone; the office will never ask you for it.

If you have not asked for a code, please ignore this mail. Your password remains unchanged.`,
    variables: {
      name,
      minutes: word('Minutes for which the code is valid', () => String(limits.otpMinutes)),
      otp: block('The code', ({ otp }) => [facts(['OTP', otp])], ['OTP']),
    },
  },
  'password-changed': {
    subject: 'Your password was changed',
    text: `Dear {{name}},

The password of your account with {{association}} has just been changed.

All other devices have been logged out. The address of your calendar, and what had been asked for in your account, have ended: please ask again for what was yours.

{{passkeys}}

If it was not you, please choose ‘Forgot password’ on the website at once, and inform the office.

{{link}}`,
    variables: {
      name,
      passkeys: {
        ...block('The passkeys that still log in', stillLogIn),
        required: false,
      },
      link: block('The link to the login', ({ site }) => logIn(site)),
    },
  },
  'email-asked': {
    subject: 'Please confirm your e-mail address',
    text: `Dear {{name}},

{{emailLink}}`,
    variables: {
      name,
      emailLink: block('The link, or that the address is somebody’s already', confirmation, ['Confirm']),
    },
  },
  'email-changed': {
    subject: 'Your e-mail address was changed{{application}}',
    text: `Dear {{name}},

{{change}}

{{link}}

If you did not ask for it, please inform the office at once.`,
    variables: {
      name,
      application: word('Of an applicant: a colon and the reference', ({ isMember, reference }) =>
        isMember ? '' : sentence`: ${reference}`,
      ),
      change: block('Who has changed it, and what no longer works', emailChange),
      link: block('In the mail to the new address: the way to log in, or to the application', newWay, [
        'Your application',
      ]),
    },
    examples: { isMember: '' },
  },
  'records-merged': {
    subject: '{{what}}: {{reference}}',
    text: `Dear {{name}},

{{change}}

{{address}}

If you know of only one record, or this is not right, please inform the office at once.`,
    variables: {
      name,
      reference: word('The reference of the record that is kept', ({ reference }) => reference),
      what: word('What has happened', ({ undone }: MailValues<'records-merged'>) =>
        undone ? 'Your two records are separate again' : 'Your two records are now one',
      ),
      change: block('What follows from it', ({ undone, association, reference }: MailValues<'records-merged'>) => [
        text(
          undone
            ? sentence`The office of ${association} has separated two records again that it had taken for one person’s. Everything is as it was before.`
            : sentence`You were registered twice with ${association}. The office has made one record of the two, with the reference ${reference}. Payments, receipts, letters and conferences of both are there.`,
        ),
      ]),
      address: block('Whether this address is still used', ({ undone, box }: MailValues<'records-merged'>) => [
        text(
          undone
            ? 'You log in, and are written to, as before.'
            : box === 'this'
              ? 'You are written to at this address, and log in with it.'
              : 'This address is no longer used: neither to write to you nor to log in.',
        ),
      ]),
    },
    examples: { undone: '' },
  },
  'second-factor-changed': {
    subject: '{{what}}',
    text: `{{greeting}}

{{change}}

{{warning}}`,
    variables: {
      what: word('What has happened', (values: SecondFactor) => secondFactor(values)[0]),
      greeting,
      change: block('What follows from it', (values: SecondFactor) => {
        const [, ...paragraphs] = secondFactor(values);
        return paragraphs.map(text);
      }),
      warning: block('What to do if it was somebody else', ({ change, notMeLink }: SecondFactor) =>
        change === 'on' && notMeLink
          ? [
              text(
                'If it was not you, please open this link. It logs out all devices and ends the present password; with the code for a new one you say whether this second factor is yours:',
              ),
              ...ownLink('This was not me', notMeLink, true),
            ]
          : [
              text(
                change === 'lifted'
                  ? 'If you did not ask for this, please inform the office at once.'
                  : 'If it was not you, please change your password at once, and inform the office.',
              ),
            ],
      ),
    },
  },
  'wish-made': {
    subject: '{{what}}',
    text: `Dear {{name}},

{{wish}}

If it was you, there is nothing to do. If not, please open this link. It logs out all devices, ends what was asked for and the present password:

{{notMe}}`,
    variables: {
      name,
      what: word('What was asked for', (values: MailValues<'wish-made'>) => wishMade(values)[0]),
      wish: block('What was asked for, and when', (values: MailValues<'wish-made'>) => [text(wishMade(values)[1])]),
      notMe,
    },
    examples: { wish: '' },
  },
  'administrator-invitation': {
    subject: 'You are invited to the office area',
    text: `You have been made an administrator of the website of {{association}}. You can log in here:

{{link}}

{{temporaryPassword}}

The temporary password is valid for {{days}} days. Please change it after your first login.`,
    variables: {
      days: word('Days for which the password is valid', () => String(limits.temporaryPasswordDays)),
      link: block('The link to the login', (values) => link('Log in', values.link)),
      temporaryPassword: block(
        'E-mail and temporary password',
        ({ to, temporaryPassword }) => [facts(['E-mail', to], ['Temporary password', temporaryPassword])],
        ['E-mail', 'Temporary password'],
      ),
    },
  },
  'new-device': {
    subject: 'A login from a new browser',
    text: `{{greeting}}

Somebody has logged in to your account with {{association}} from a browser that has not been used for it before: {{browser}}, on {{at}}.

If it was you, there is nothing to do. If not, please open this link. It logs out all devices, removes passkeys that were added since, and ends the present password:

{{notMe}}`,
    variables: {
      greeting,
      browser: word('The browser, such as Chrome on Android', ({ browser }) => browser || 'an unknown browser'),
      at: word('Day and time in India'),
      notMe,
    },
  },
  'passkey-added': {
    subject: 'A passkey was added',
    text: `{{greeting}}

The passkey ‘{{passkey}}’ was added to your account with {{association}} on {{at}}. From now on it logs in without the password.

If it was you, there is nothing to do. If not, please open this link. It logs out all devices, removes this passkey, and ends the present password:

{{notMe}}`,
    variables: { greeting, passkey: word('Its name'), at: word('Day and time in India'), notMe },
  },
  'not-me-office': {
    subject: 'An account was used by somebody else: {{who}}',
    text: `{{who}} has told {{association}}, by the link in a mail, that a login or a passkey was not theirs. All their devices were logged out, and the password no longer works.

No code was sent to them: please make sure who they are, and give them a new way to log in.

{{link}}`,
    variables: {
      who: word('The reference, or the e-mail of an administrator'),
      link: block('The link to the list', (values) => link('Open the list', values.link)),
    },
  },
  'passkey-changed': {
    subject: '{{what}}',
    text: `{{greeting}}

{{change}}`,
    variables: {
      what: word('What has happened', (values: MailValues<'passkey-changed'>) => passkeyChange(values)[0]),
      greeting,
      change: block('What has happened, and what to do', (values: MailValues<'passkey-changed'>) => {
        const [, ...paragraphs] = passkeyChange(values);
        return paragraphs.map(text);
      }),
    },
    examples: { change: 'removed' },
  },
  'powers-changed': {
    subject: 'What you may do in the office has changed',
    text: `What you may do in the back office of {{association}} has been changed. It counts from now on.

{{details}}`,
    variables: {
      by: word('E-mail of the administrator who has changed it'),
      details: block('Who has changed it, the powers, and what they mean', ({ by, powers, meaning }) => [
        facts(['Changed by', by], ['Powers', powers], ['Meaning', meaning]),
      ]),
    },
  },
  'administrator-changed': {
    subject: '{{what}}: {{who}}',
    text: `This was done in the back office of {{association}}:

{{details}}

{{warning}}

{{link}}`,
    variables: {
      what: word('What was done', ({ what }: MailValues<'administrator-changed'>) => administratorChange(what)),
      who: word('E-mail of the administrator'),
      details: block('What was done, and by whom', ({ what, who, powers, by }: MailValues<'administrator-changed'>) => [
        facts([administratorChange(what), who], ['May do', powers], ['By', by]),
      ]),
      warning: block('What to do if it was somebody else', ({ notMeLink, by }: MailValues<'administrator-changed'>) =>
        notMeLink
          ? [
              text(
                'If it was you, there is nothing to do. If not, please open this link. It logs out all devices, ends the present password, and disables whom your account has invited:',
              ),
              ...ownLink('This was not me', notMeLink, true),
            ]
          : [
              text(
                sentence`If you do not know why, please ask ${by} by telephone at once: somebody else may be using the account.`,
              ),
            ],
      ),
      link: block('The link to the list', (values) => link('Open the list', values.link)),
    },
    examples: { what: 'invited', notMeLink: '' },
  },
  'invitations-ended': {
    subject: 'Administrators invited by {{who}}',
    text: `The account of {{who}} with {{association}} was taken back, in case somebody else has used it: by another password, or as logins were ended.

{{invited}}

{{link}}`,
    variables: {
      who: word('E-mail of the administrator'),
      invited: block('Whom the account had invited', ({ disabled, active }: MailValues<'invitations-ended'>) => [
        ...(disabled
          ? [
              text(sentence`Disabled, as this account had invited them: ${disabled}.`),
              text('Please make sure who they are before you enable or invite them again.'),
            ]
          : []),
        ...(active
          ? [
              text(
                sentence`Invited by this account of late, and still able to log in: ${active}. Please make sure who they are, else disable them.`,
              ),
            ]
          : []),
      ]),
      link: block('The link to the list', (values) => link('Open the list', values.link)),
    },
    examples: { disabled: 'meera.nair@example.org' },
  },
};
