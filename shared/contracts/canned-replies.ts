import { z } from 'zod';
import { correctableFields } from '#shared/contracts/corrections.ts';
import { personNamesIn } from '#shared/contracts/person.ts';
import { endpoint } from '#shared/endpoint.ts';
import { answeredId, answerOf, byId, option, orEmpty, requiredText } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';

/** The purpose of a prepared text: the reason of a rejection, the note of a correction. */
const textKinds = ['reject', 'correction'] as const;
export type TextKind = (typeof textKinds)[number];

const kind = option(textKinds, messages.general.option);

const readyText = z.object({
  id: answeredId,
  kind: z.enum(textKinds),
  title: z.string(),
  text: z.string(),
  /** What a correction with this note asks for. */
  fields: personNamesIn(z.array(z.string())),
});
export type ReadyText = z.output<typeof readyText>;

export const readyTextSchema = z.object({
  kind,
  title: requiredText(messages.readyText.title, limits.readyTextTitle),
  text: requiredText(messages.readyText.text, limits.reasonLength),
  fields: correctableFields.optional(),
});

const answer = answerOf({ message: z.string(), text: readyText });

export const listTexts = endpoint('GET /Texts/list', 'Texts kept ready for rejections and corrections, by title', {
  power: 'members',
  query: z.object({
    kind: orEmpty(kind),
  }),
  response: answerOf({ data: z.array(readyText) }),
});

export const createText = endpoint('POST /Texts/create', 'Keep a text ready', {
  power: 'members',
  body: readyTextSchema,
  response: answer,
});

export const updateText = endpoint(
  'PATCH /Texts/update/{id}',
  'Change a text that is kept ready; what is not sent stays',
  { power: 'members', params: byId, body: readyTextSchema.partial(), response: answer },
);

export const deleteText = endpoint('DELETE /Texts/delete/{id}', 'Delete a text that was kept ready', {
  power: 'members',
  params: byId,
});
