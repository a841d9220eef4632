import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { done, option, recordId, requiredText } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { officeMessages } from '#shared/office-messages.ts';

/** What ready-made texts are for: the reason of a rejection, the note of a correction. */
const textKinds = ['reject', 'correction'] as const;
export type TextKind = (typeof textKinds)[number];

const kind = option(textKinds, messages.general.option);

const readyText = z.object({ _id: z.string(), kind: z.enum(textKinds), title: z.string(), text: z.string() });
export type ReadyText = z.output<typeof readyText>;

export const readyTextSchema = z.object({
  kind,
  title: requiredText(officeMessages.readyText.title, limits.readyTextTitle),
  text: requiredText(officeMessages.readyText.text, limits.reasonLength),
});

const answer = z.object({ success: z.literal(true), message: z.string(), text: readyText });

export const listTexts = endpoint({
  method: 'GET',
  path: '/Texts/list',
  access: ['admin'],
  power: 'members',
  summary: 'Texts kept ready for rejections and corrections, by title',
  query: z.object({
    kind: z
      .union([z.literal(''), kind])
      .optional()
      .default(''),
  }),
  response: z.object({ success: z.literal(true), data: z.array(readyText) }),
});

export const createText = endpoint({
  method: 'POST',
  path: '/Texts/create',
  access: ['admin'],
  power: 'members',
  summary: 'Keep a text ready',
  body: readyTextSchema,
  response: answer,
});

export const updateText = endpoint({
  method: 'PATCH',
  path: '/Texts/update/{id}',
  access: ['admin'],
  power: 'members',
  summary: 'Change a text that is kept ready; what is not sent stays',
  params: z.object({ id: recordId }),
  body: readyTextSchema.partial(),
  response: answer,
});

export const deleteText = endpoint({
  method: 'DELETE',
  path: '/Texts/delete/{id}',
  access: ['admin'],
  power: 'members',
  summary: 'Delete a text that was kept ready',
  params: z.object({ id: recordId }),
  response: done,
});
