import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { answerOf, isoDay, option, orEmpty, requiredText } from '#shared/fields.ts';
import { languages } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { letterKinds } from './letters.ts';

const text = messages.templates;

/** The words of one kind of mail. */
const mailTemplate = z.object({
  kind: z.string(),
  /** The office's name for this mail. */
  title: z.string(),
  subject: z.string(),
  text: z.string(),
  /** The words were not changed. */
  isDefault: z.boolean(),
  /** The changed words are no longer accepted: mails are sent with the default ones. */
  outdated: z.boolean(),
  variables: z.array(
    z.object({
      name: z.string(),
      meaning: z.string(),
      example: z.string(),
      /** The text must contain it. */
      required: z.boolean(),
      /** It must be a paragraph of its own. */
      paragraph: z.boolean(),
    }),
  ),
  /** The same in Hindi, with its own default. */
  hi: z.object({ subject: z.string(), text: z.string(), isDefault: z.boolean(), outdated: z.boolean() }),
  version: z.number(),
});
export type MailTemplate = z.output<typeof mailTemplate>;

const words = {
  subject: requiredText(text.subject, limits.lineLength),
  text: requiredText(text.text, limits.letterLength),
};
export const templateSchema = z.object(words);

/** In which language the words are. */
const language = option(languages, messages.general.option).optional().default('en');

const trial = templateSchema.extend({
  /** The kind of mail; without it, title and text of a letter. */
  kind: z.string().max(limits.lineLength).optional().default(''),
  letter: z.enum(letterKinds).optional().default('circular'),
  /** The meeting of a notice. */
  meetingOn: orEmpty(isoDay()),
  /** The number that a letter would get; without it an example. */
  number: orEmpty(z.string().regex(/^\d{4}\/\d{1,9}$/)),
  language,
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
  body: templateSchema.extend({ version: z.coerce.number().int().min(0), language }),
  response: answer,
});

export const resetTemplate = endpoint('DELETE /Letters/template/{kind}', 'Give a mail its default words back', {
  power: 'full',
  params: ofKind,
  query: z.object({ language }),
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
