import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { done, isoDate, requiredText } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';

const text = messages.contact;

/** What nobody types must not become an error that nobody can mend. */
const moment = z.coerce.number().int().min(0).optional().catch(undefined);

/** Only that every field is filled is checked; `website`, `shownAt` and `sentAt` tell programs from people. */
export const contactSchema = z.object({
  fullname: requiredText(text.fullname, limits.nameLength),
  email: requiredText(text.email, limits.emailLength),
  mobile_no: requiredText(text.mobile_no, 40),
  message: requiredText(text.message, limits.textLength),
  /** A field people do not see; whatever fills it in is a program. */
  website: z.string().optional().default(''),
  /** Milliseconds since 1970 when the form was shown, by the sender's clock; absent without JavaScript. */
  shownAt: moment,
  /** The same for the moment of sending: a clock that goes wrong must not cost anybody a message. */
  sentAt: moment,
});
export type ContactInput = z.input<typeof contactSchema>;

export const createContact = endpoint({
  method: 'POST',
  path: '/Contact/createContact',
  access: ['public'],
  summary: 'Write to the office',
  body: contactSchema,
  response: done,
});

export const contactMessage = z.object({
  _id: z.string(),
  fullname: z.string(),
  email: z.string(),
  mobile_no: z.string(),
  message: z.string(),
  createdAt: isoDate,
});
export type ContactMessage = z.output<typeof contactMessage>;

export const listContacts = endpoint({
  method: 'GET',
  path: '/Contact/getContact',
  access: ['admin'],
  summary: 'All messages, newest first',
  response: z.object({ success: z.literal(true), contactsdata: z.array(contactMessage) }),
});
