/** What a person can agree to, in the order of the page; `membership` is needed. */
export const consentPurposes = [
  'membership',
  'directory',
  'directoryEmail',
  'directoryMobile',
  'whatsapp',
  'circulars',
  'cardPhoto',
  'cardPaidUntil',
  'salaryDeduction',
  'officeBearers',
] as const;
export type ConsentPurpose = (typeof consentPurposes)[number];

/** Who gave or took back a consent, as its owner is told. */
export const consentAuthors = ['you', 'office', 'program'] as const;
export type ConsentAuthor = (typeof consentAuthors)[number];

/** Where; `before`: as it stood when the ledger began. */
export const consentPlaces = [
  'registration',
  'my-data',
  'profile',
  'office',
  'unsubscribe',
  'import',
  'merge',
  'before',
] as const;
export type ConsentPlace = (typeof consentPlaces)[number];

/** The purposes that are a flag of the record; `is`: the flag's value when it is given. */
export const consentFlags = {
  directory: { flag: 'hideEntry', is: false },
  directoryEmail: { flag: 'hideEmail', is: false },
  directoryMobile: { flag: 'hideMobile', is: false },
  whatsapp: { flag: 'whatsapp', is: true },
  circulars: { flag: 'circularsByMail', is: true },
  cardPhoto: { flag: 'cardPhoto', is: true },
  cardPaidUntil: { flag: 'cardPaidUntil', is: true },
} as const satisfies Partial<Record<ConsentPurpose, { flag: string; is: boolean }>>;
export type FlagPurpose = keyof typeof consentFlags;
export const flagPurposes = Object.keys(consentFlags) as FlagPurpose[];

/** What accepting the terms at the registration gives, as its page says. */
export const givenAtRegistration: readonly ConsentPurpose[] = [
  'membership',
  'directory',
  'directoryEmail',
  'directoryMobile',
  'circulars',
];
