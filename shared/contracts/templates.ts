import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { answerOf, requiredText } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { officeMessages } from '#shared/office-messages.ts';
import { letterKinds } from './letters.ts';

const text = officeMessages.templates;

/** The words of one kind of mail. */
const mailTemplate = z.object({
  kind: z.string(),
  /** What the office calls this mail. */
  title: z.string(),
  subject: z.string(),
  text: z.string(),
  /** Nobody has changed it. */
  isDefault: z.boolean(),
  /** Was changed once, and is no longer accepted: mails leave with our own words. */
  outdated: z.boolean(),
  variables: z.array(
    z.object({
      name: z.string(),
      meaning: z.string(),
      example: z.string(),
      /** The text has to keep it. */
      required: z.boolean(),
      /** It needs a paragraph of its own. */
      paragraph: z.boolean(),
    }),
  ),
  version: z.number(),
});
export type MailTemplate = z.output<typeof mailTemplate>;

const words = {
  subject: requiredText(text.subject, limits.lineLength),
  text: requiredText(text.text, limits.letterLength),
};
export const templateSchema = z.object(words);

const trial = templateSchema.extend({
  /** Whose words they are; without it they are title and text of a letter. */
  kind: z.string().max(limits.lineLength).optional().default(''),
  letter: z.enum(letterKinds).optional().default('circular'),
  /** A notice's day. */
  meetingOn: z
    .union([z.literal(''), z.iso.date()])
    .optional()
    .default(''),
});

const ofKind = z.object({ kind: z.string().max(limits.lineLength) });
const answer = answerOf({ message: z.string(), template: mailTemplate });

export const listTemplates = endpoint('GET /Letters/templates', 'The words of every mail that the site sends', {
  power: 'full',
  response: answerOf({ data: z.array(mailTemplate) }),
});

export const updateTemplate = endpoint('PATCH /Letters/template/{kind}', 'Change the words of a mail', {
  power: 'full',
  params: ofKind,
  body: templateSchema.extend({ version: z.coerce.number().int().min(0) }),
  response: answer,
});

export const resetTemplate = endpoint('DELETE /Letters/template/{kind}', 'Give a mail its default words back', {
  power: 'full',
  params: ofKind,
  response: answer,
});

export const previewMail = endpoint(
  'POST /Letters/preview',
  'How words will look as a mail, with examples for people and secrets',
  {
    power: 'letters',
    body: trial,
    response: answerOf({ data: z.object({ subject: z.string(), html: z.string(), text: z.string() }) }),
  },
);

export const testMail = endpoint('POST /Letters/test', 'Mail words to oneself, with examples for people and secrets', {
  power: 'letters',
  body: trial,
  response: answerOf({ message: z.string() }),
});
