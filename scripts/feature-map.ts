/**
 * A feature writes the tables of its own folder (`tables.ts`), and reads also those of features below it in the order of
 * `server/features.ts`. These are the exceptions, and why; who needs anything else of a table calls its owner.
 */
export const readsAbove: Readonly<Record<string, string>> = {
  'access-audit': 'the person of a payment or a case, and the budget',
  auth: 'who logs in, and the rules for it',
  backup: 'what a restore loses or brings back: ballots of open votes, removed passkeys',
  'bank-credits': 'a credit is matched with payments and names',
  certificates: 'who came to a conference, and the signers',
  gateway: 'whether a payment is still to be paid',
  'job-progress': 'which records are within reach',
  letters: 'who a letter goes to',
  locations: 'sub-districts that members have entered',
  log: 'who a line is about, and its link',
  mail: 'recipients, and the association’s name',
  members: 'a person’s own archive, and what their record shows',
  participations: 'which scans count, as a conference is dated',
  passkeys: 'whose passkey it is, and what other factor they have',
  proposals: 'whether who proposed may still do so',
  receipts: 'what a receipt says',
  registrations: 'which lists tell of an erased person',
  'second-factor': 'whose factor it is',
  shares: 'whose receipt is shared with which State',
  subscription: 'who owes',
};

/** Those that write tables of others, and why. */
export const writesOfOthers: Readonly<Record<string, { tables: readonly string[]; why: string }>> = {
  auth: {
    tables: ['administrators', 'members'],
    why: 'the last login, passwords and their expiry are columns of the row, below which it is in the order',
  },
  ledger: {
    tables: ['receipts'],
    why: 'a receipt is a document, below which it is in the order, and money that came',
  },
  merging: {
    tables: ['mergedRecords', 'differentPeople'],
    why: 'a record and its traces are the members’, above which it is in the order',
  },
  payments: {
    tables: ['salaryScheduleRows'],
    why: 'a deduction says as which part it was received, and is above it in the order',
  },
  registrations: {
    tables: ['imports', 'importRows'],
    why: 'lists tell of erased people, and are above it in the order',
  },
};
