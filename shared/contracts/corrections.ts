import { z } from 'zod';
import { personNamesIn, shapeOf } from '#shared/contracts/person.ts';
import { endpoint, type FileRule } from '#shared/endpoint.ts';
import { answerOf, email, expectedVersion, isoDate, recordId, requiredText } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { person } from '#shared/person.ts';
import {
  type CorrectableName,
  correctableNames,
  type FileName,
  isFile,
  type LocalityName,
  localityNames,
} from '#shared/person-fields.ts';
import { wire } from '#shared/wire-schemas.ts';

const text = messages.correction;

/** A correction for the office. */
export const correction = z.object({
  state: z.enum(['asked', 'answered']),
  fields: personNamesIn(z.array(z.string())),
  note: z.string(),
  /** The administrator's e-mail. */
  by: z.string(),
  askedAt: isoDate,
  expiresAt: isoDate,
  answeredAt: isoDate.nullable(),
  /** Once answered: the old and new values; of a file its name, '' without one. */
  changes: z.array(z.object({ field: personNamesIn(z.string()), from: z.string(), to: z.string() })),
});
export type Correction = z.output<typeof correction>;

const isCorrectable = (name: string): name is CorrectableName => (correctableNames as readonly string[]).includes(name);

const withPlaces = (names: readonly string[]) => {
  const places = names.some((name) => localityNames.includes(name as LocalityName)) ? localityNames : [];
  return [...new Set([...names, ...places])] as CorrectableName[];
};
const fieldNames = personNamesIn(z.array(z.string({ error: text.fields }), { error: text.fields }));
/** Fields that can be corrected, or none, without duplicates. */
export const correctableFields = fieldNames
  .refine((names) => names.every(isCorrectable), { error: text.notAsked })
  .transform(withPlaces);
/** The fields to correct, without duplicates. The message belongs to the list. */
export const correctionFields = fieldNames
  .refine((names) => names.length > 0, { error: text.fields })
  .refine((names) => names.every(isCorrectable), { error: text.notAsked })
  .transform(withPlaces);
export const correctionNote = requiredText(text.note, limits.reasonLength);

export const askCorrection = endpoint(
  'PATCH /Directory/askCorrection',
  'Ask an applicant to correct some fields; ends an earlier link',
  {
    power: 'members',
    body: z.object({ id: recordId, fields: correctionFields, note: correctionNote, version: expectedVersion }),
    response: answerOf({ message: z.string(), correction }),
  },
);

/** The progress of an application; each state is named after the last event. */
const applicationStates = ['received', 'payment', 'review', 'correction', 'approved', 'rejected'] as const;
export type ApplicationState = (typeof applicationStates)[number];

export const applicationState = endpoint('GET /Application/state', 'How far the own application has come', {
  access: ['application'],
  response: answerOf({
    data: z.object({
      reference: z.string(),
      name: wire('ProsecutorName', z.string()),
      membership: z.string(),
      /** Whole rupees. */
      fee: z.number(),
      state: z.enum(applicationStates),
      steps: z.array(z.object({ name: z.string(), done: z.boolean(), at: isoDate.nullable() })),
      /** What the applicant still has to do; empty when it is the office's turn. */
      todo: z.array(z.string()),
      /** The reason of a rejection; else ''. */
      reason: z.string(),
      correctionAskedAt: isoDate.nullable(),
      /** Path of the payment step until a payment is claimed; then null. */
      paymentLink: z.string().nullable(),
    }),
  }),
});

const file = z.object({ name: z.string(), size: z.number() });
const value = z.union([z.string(), z.array(z.string()), file, z.null()]);

export const applicationLinkSchema = z.object({ email: email(messages.login.email, messages.login.email) });

export const sendApplicationLink = endpoint(
  'POST /Application/sendLink',
  'Mail an applicant the link to their own page',
  {
    access: ['public'],
    body: applicationLinkSchema,
  },
);

export const getCorrection = endpoint('GET /Application/correction', 'What the applicant is asked to correct', {
  access: ['correction'],
  response: answerOf({
    data: z.object({
      reference: z.string(),
      name: wire('ProsecutorName', z.string()),
      note: z.string(),
      fields: personNamesIn(z.array(z.string())),
      /** Of the requested fields only; a file by name and size in bytes, null without one. */
      values: personNamesIn(z.record(z.string(), value)),
      /** What can be paid online; absent where nothing is due, or payments online are not set up. */
      online: z.object({ paymentId: z.string(), amount: z.number() }).optional(),
      askedAt: isoDate,
      expiresAt: isoDate,
      version: z.number(),
    }),
  }),
});

const textNames = correctableNames.filter((name) => !isFile(name));
const fileRules = correctableNames.filter(isFile).map((name): [FileName, FileRule] => [name, person[name]]);
const line = z.string().max(limits.lineLength, { error: messages.general.tooLong });
/** A single form part comes as text, several as a list. */
const answerFields = z
  .union([line, z.array(line).max(limits.specialisations, { error: messages.general.tooLong })])
  .optional();

/** Fields that were not requested are ignored; the service applies the form's rules to the others. */
export const answerCorrection = endpoint('PATCH /Application/correction', 'Send the corrected fields and files', {
  access: ['correction'],
  // A list may come as a single text.
  fieldLimit: 64 * 1024,
  body: z.object({
    ...shapeOf<Record<string, z.ZodType>>(textNames, (name) =>
      name === 'specialisations' ? answerFields : line.optional(),
    ),
    version: expectedVersion,
  }),
  files: Object.fromEntries(fileRules) as Record<FileName, FileRule>,
});
