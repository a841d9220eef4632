interface BrowserStorage {
  /** The source file that writes it. */
  file: string;
  /** The privacy policy's text on what it is and how long it stays; absent if another entry covers it. */
  says?: string;
}

/**
 * Everything that this site stores in its visitors' browsers. A test finds source files that store something and are not
 * listed here.
 */
import { msg } from '#web/lib/languages/text.ts';
export const browserStorage: BrowserStorage[] = [
  {
    file: 'web/lib/login/session.ts',
    says: msg(
      'In local storage, while you are logged in: your login token, a note that a temporary password has yet to be changed, and a note that a session has ended while a page was open. They are removed when you log out.',
    ),
  },
  {
    file: 'web/lib/browser/arrival.ts',
    says: msg(
      'In session storage, until the next page has read it: a notice that it shows, that you have logged out, and the page that your login leads to.',
    ),
  },
  {
    file: 'web/lib/login/email-question.ts',
    says: msg('In session storage, after your login: that we ask you for an e-mail address which works.'),
  },
  {
    file: 'web/lib/languages/language-question.ts',
    says: msg(
      'In session storage, when you change the language of a page: that we ask you for mails in it. In local storage, also after you have logged out: that you have closed this question. It is removed when you clear the data of this site in your browser.',
    ),
  },
  {
    file: 'web/lib/login/device.ts',
    says: msg(
      'In local storage, also after you have logged out: a random token by which this browser is recognised when you log in again, so that wrong attempts made elsewhere do not lock you out. It is removed when you clear the data of this site in your browser.',
    ),
  },
  {
    file: 'web/lib/login/passkeys.ts',
    says: msg(
      'In local storage, also after you have logged out: until when we do not ask you whether this device may log you in by fingerprint. It is removed when you clear the data of this site in your browser.',
    ),
  },
  {
    file: 'web/features/registrations/apply/accepted-terms.ts',
    says: msg(
      'In session storage, until you have sent the registration form: your acceptance of the terms, and what you have typed into the form. Files are not stored.',
    ),
  },
  { file: 'web/features/registrations/apply/registration-draft.ts' },
  {
    file: 'web/features/registrations/apply/registered.ts',
    says: msg(
      'In session storage and, for at most 30 days, in local storage, until you have sent the proof of payment: the reference and the type of membership of your application.',
    ),
  },
  {
    file: 'web/features/payments/ProofForm.tsx',
    says: msg('In session storage, until you have sent it: the transaction reference that you type in for a payment.'),
  },
  {
    file: 'web/features/votes/device.ts',
    says: msg(
      'In local storage, also after you have logged out, if you vote in a secret ballot on this device: your paper, your ballot until it is in the box, and the receipt; and a random number that sets the order in which you see candidates. They are removed when you clear the data of this site in your browser. In session storage, until you send your ballot or log out: what you have chosen on the paper.',
    ),
  },
  { file: 'web/features/votes/stored-paper.ts' },
  {
    file: 'web/app/Root.tsx',
    says: msg(
      'In session storage: how far you had scrolled on the pages you have visited, so that going back returns you to the same place.',
    ),
  },
  {
    file: 'web/app/main.tsx',
    says: msg('In session storage: the time at which a page last reloaded itself because the site had been updated.'),
  },
  {
    file: 'web/lib/browser/useSwitch.ts',
    says: msg(
      'In local storage, for administrators only: the switches of the office’s screens, and of which finished work they have been told.',
    ),
  },
  { file: 'web/features/registrations/bulk/JobNotices.tsx' },
  { file: 'web/lib/browser/shortcuts.ts' },
  {
    file: 'web/lib/login/device-data.ts',
    says: msg(
      'In a database of the browser, for administrators at the door of a conference only, until they log out: who takes part in it, and who has come in.',
    ),
  },
  { file: 'web/features/door/offline.ts' },
  { file: 'web/features/door/unsent.ts' },
];
