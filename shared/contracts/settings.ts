import { z } from 'zod';
import { plainDigits } from '#shared/digits.ts';
import { endpoint } from '#shared/endpoint.ts';
import {
  answeredId,
  answerOf,
  expectedVersion,
  isoDate,
  optionalEmail,
  optionalText,
  recordId,
  requiredText,
  webLink,
} from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { olderTexts, secondTexts } from '#shared/second-texts.ts';
import { namesAmong, wire } from '#shared/wire-schemas.ts';

const filled = (value: unknown) => typeof value === 'string' && value.trim() !== '';
type Unchecked = Partial<Record<'name' | 'designation' | 'email' | 'phone', unknown>>;
/** Runs even if another field is wrong, so that all messages come at once. */
const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null };

/** The Grievance Officer; empty until one is named, which hides the officer everywhere. */
const grievanceOfficerSchema = z
  .object({
    name: optionalText(limits.nameLength),
    designation: optionalText(limits.nameLength),
    email: optionalEmail(messages.registration.emailFormat),
    phone: optionalText(40),
  })
  .refine(({ name, ...rest }: Unchecked) => filled(name) || !Object.values(rest).some(filled), {
    path: ['name'],
    error: 'Please enter the name of the Grievance Officer',
    ...always,
  })
  .refine(({ name, email, phone }: Unchecked) => !filled(name) || filled(email) || filled(phone), {
    path: ['email'],
    error: 'Please enter an e-mail address or a telephone number',
    ...always,
  });

const associationHindi = secondTexts({
  name: limits.lineLength,
  shortName: 60,
  address: 500,
  /** Of the Grievance Officer. */
  designation: limits.nameLength,
});

/** The association's name and addresses; an empty one hides its line. */
export const associationSchema = z.object({
  name: requiredText('Please enter the name of the association'),
  shortName: requiredText('Please enter a short name', 60),
  phone: optionalText(40),
  supportEmail: optionalEmail(messages.registration.emailFormat),
  officeEmail: optionalEmail(messages.registration.emailFormat),
  address: optionalText(500),
  socialLinks: z
    .array(
      z.object({
        label: requiredText('Please enter a name for the link', 40),
        url: webLink(messages.resource.link, messages.resource.format),
      }),
    )
    .max(limits.socialLinks)
    .optional()
    .default([]),
  /** Absent in a change: unchanged. */
  grievanceOfficer: grievanceOfficerSchema.optional(),
  /** In Hindi; absent in a change: unchanged. */
  hi: associationHindi.optional(),
});
export type Association = z.output<typeof associationSchema> & { older?: string[] | undefined };
const shownAssociation = associationSchema.extend({ older: olderTexts.optional() });

const upi = /^[\w.-]{2,256}@[A-Za-z][\w.-]{1,63}$/;
const orEmptyText = (form: RegExp) => (text: string) => text === '' || form.test(text);
/** Digits of any script; what people put between them goes. */
const withoutGaps = (text: string) => plainDigits(text).replace(/[\p{Z}\s-]/gu, '');

/** The payment details for fees; without `upiId` no QR code is shown. */
export const paymentDetailsSchema = z.object({
  upiId: optionalText(100).refine(orEmptyText(upi), { error: 'Please enter a UPI ID such as name@bank' }),
  payeeName: optionalText(100),
  bankName: optionalText(100),
  accountName: optionalText(100),
  accountNumber: optionalText(40)
    .overwrite(withoutGaps)
    .refine(orEmptyText(/^\d{6,18}$/), { error: 'Please enter the account number: 6 to 18 digits' }),
  ifsc: optionalText(20)
    .overwrite((text) =>
      plainDigits(text)
        .replace(/[\p{Z}\s]/gu, '')
        .toUpperCase(),
    )
    .refine(orEmptyText(/^[A-Z]{4}0[A-Z0-9]{6}$/), {
      error: 'Please enter the IFSC: four letters, a zero and six letters or digits, such as SBIN0001234',
    }),
  branch: optionalText(100),
});
export type PaymentDetails = z.output<typeof paymentDetailsSchema>;

/** What is stored may be older than the rules. */
export const shownPaymentDetails = z.object({
  upiId: z.string(),
  payeeName: z.string(),
  bankName: z.string(),
  accountName: z.string(),
  accountNumber: z.string(),
  ifsc: z.string(),
  branch: z.string(),
});

const daysWithin = ({ min, max }: { min: number; max: number }) =>
  z.coerce
    .number({ error: 'Please enter a number of days' })
    .int({ error: 'Please enter whole days' })
    .min(min, { error: `Please enter at least ${min} days` })
    .max(max, { error: `Please enter at most ${max} days` });

/** Days for which unsuccessful applications are kept: after the rejection, and without a payment. */
export const retentionSchema = z.object({
  rejectedDays: daysWithin(limits.retention.rejectedDays),
  unpaidDays: daysWithin(limits.retention.unpaidDays),
});
export type Retention = z.output<typeof retentionSchema>;

/** How much an administrator may read before the password is asked for. */
export const securitySchema = z.object({
  officeRecordsPerHour: z.coerce
    .number({ error: 'Please enter a number of records' })
    .int({ error: 'Please enter a whole number' })
    .min(limits.officeRecords.min, { error: `Please enter at least ${limits.officeRecords.min}` })
    .max(limits.officeRecords.max, { error: `Please enter at most ${limits.officeRecords.max}` }),
});
export type Security = z.output<typeof securitySchema>;

/** What the wire calls the texts of an important update, and those of the site. */
export const updateTextNames = { description: 'discription' };
export const siteTextNames = { homeText: 'Home_data', aboutText: 'About' };

const updateHindi = secondTexts({ title: limits.lineLength, description: limits.textLength }, updateTextNames);

const importantUpdate = z.object({
  id: answeredId,
  title: z.string(),
  description: wire(updateTextNames.description, z.string()),
  hi: updateHindi,
  older: namesAmong(updateTextNames, olderTexts),
  createdAt: isoDate,
  version: z.number(),
});
export type ImportantUpdate = z.output<typeof importantUpdate>;

const settingsHindi = secondTexts({ homeText: limits.articleLength, aboutText: limits.articleLength }, siteTextNames);

/** Whether visitors may register; in place of an empty sentence ours is shown. */
const registration = z.object({ open: z.boolean(), sentence: z.string(), sentenceHi: z.string() });
export type RegistrationRule = z.output<typeof registration>;

const settingsRecord = z.object({
  id: answeredId,
  homeText: wire(siteTextNames.homeText, z.string()),
  aboutText: wire(siteTextNames.aboutText, z.string()),
  /** The same in Hindi, where there is one. */
  hi: settingsHindi,
  older: namesAmong(siteTextNames, olderTexts),
  /** In the order of addition, or the office's. */
  importantUpdates: wire('Important_Updates', z.array(importantUpdate)),
  association: shownAssociation,
  registration,
  retention: retentionSchema,
  /** Days after a conference for which guests' data and all answers are kept. */
  guestDays: z.number(),
  /** With full powers only. */
  security: securitySchema.optional(),
  version: z.number(),
  /** Whether the page of office bearers has content. */
  officeBearers: z.boolean(),
});
export type SettingsRecord = z.output<typeof settingsRecord>;

export const getSettings = endpoint('GET /Settings/get', 'Texts and addresses of the site; a list of one', {
  access: ['public'],
  response: answerOf({ data: z.array(settingsRecord) }),
});

export const setRegistration = endpoint('PATCH /Settings/registration', 'Close the registration, or open it again', {
  power: 'full',
  body: z.object({
    open: z.boolean({ error: 'Please say whether people can register' }),
    sentence: optionalText(500).optional(),
    sentenceHi: optionalText(500).optional(),
  }),
});

const settingsId = z.object({ settingsId: recordId });

/** Changes only the given fields. */
export const updateSettings = endpoint(
  'PATCH /Settings/Update/{settingsId}',
  'Change texts, addresses, payment details, retention periods or the office’s budget',
  {
    power: 'content',
    fieldPowers: { association: 'full', payment: 'full', retention: 'full', guestDays: 'full', security: 'full' },
    params: settingsId,
    body: z.object({
      homeText: wire(siteTextNames.homeText, requiredText(messages.texts.welcome, limits.articleLength).optional()),
      aboutText: wire(siteTextNames.aboutText, requiredText(messages.texts.about, limits.articleLength).optional()),
      hi: settingsHindi.optional(),
      association: associationSchema.optional(),
      payment: paymentDetailsSchema.optional(),
      retention: retentionSchema.optional(),
      guestDays: daysWithin(limits.guestDays).optional(),
      security: securitySchema.optional(),
      version: expectedVersion,
    }),
    bodyLimit: 512 * 1024,
  },
);

export const importantUpdateSchema = z.object({
  title: requiredText(messages.readyText.title, limits.lineLength),
  description: wire(updateTextNames.description, requiredText('Please enter a description', limits.textLength)),
  hi: updateHindi.optional(),
});

export const addImportantUpdate = endpoint('POST /settings/{settingsId}/important-updates', 'Add an important update', {
  power: 'content',
  params: settingsId,
  body: importantUpdateSchema,
});

const updateParams = z.object({ settingsId: recordId, updateId: recordId });

export const editImportantUpdate = endpoint(
  'PUT /settings/{settingsId}/important-updates/{updateId}',
  'Change an important update',
  { power: 'content', params: updateParams, body: importantUpdateSchema.extend({ version: expectedVersion }) },
);

export const deleteImportantUpdate = endpoint(
  'DELETE /settings/{settingsId}/important-updates/{updateId}',
  'Delete an important update',
  { power: 'content', params: updateParams },
);

/** `order` names every update once; an outdated list is answered with RECORD_CHANGED. */
export const orderImportantUpdates = endpoint(
  'PATCH /settings/{settingsId}/important-updates',
  'Put the important updates into another order',
  { power: 'content', params: settingsId, body: z.object({ order: z.array(recordId).max(1_000) }) },
);
