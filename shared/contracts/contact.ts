import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import {
  answeredId,
  answerOf,
  byId,
  filter,
  isEmail,
  isoDate,
  orEmpty,
  page,
  pagination,
  requiredText,
  writtenEmail,
  writtenIn,
} from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { mailStates } from '#shared/options.ts';
import { plainMobile } from '#shared/typing.ts';
import { wire } from '#shared/wire-schemas.ts';

const text = messages.contact;

/** An invalid value of a hidden field is ignored: nobody could correct it. */
const moment = z.coerce.number().int().min(0).optional().catch(undefined);

/** Only requires every field to be filled; `website`, `shownAt` and `sentAt` may mark a message as doubtful. */
export const contactSchema = z.object({
  name: wire('fullname', requiredText(text.name, limits.nameLength)),
  email: writtenEmail(text.email),
  mobile: wire('mobile_no', requiredText(text.mobile, limits.contactMobileLength).overwrite(plainMobile)),
  message: requiredText(text.message, limits.textLength),
  /** A hidden field; if it is filled in, the sender is most likely a program. */
  website: z.string().optional().default(''),
  /** Milliseconds since 1970 when the form was shown, by the sender's clock; absent without JavaScript. */
  shownAt: moment,
  /** The same for the moment of sending: both by one clock, so that a wrong one does not matter. */
  sentAt: moment,
  language: writtenIn,
});
export type ContactInput = z.input<typeof contactSchema>;

export const createContact = endpoint('POST /Contact/createContact', 'Write to the office', {
  access: ['public'],
  throttle: 'contact',
  body: contactSchema,
});

const contactStates = ['open', 'answered'] as const;
export type ContactState = (typeof contactStates)[number];

/** Whether the sender of a message can be answered by mail: the form takes any text as an e-mail. */
export const canBeAnswered = (email: string) => isEmail(email);

const contactReply = z.object({
  id: answeredId,
  text: z.string(),
  /** The administrator's e-mail. */
  by: z.string(),
  at: isoDate,
  /** The state of the mail; '' once it was deleted from the log, after a year. */
  mail: z.enum([...mailStates, '']),
  /** For `Mail/retry`; null with the mail. */
  mailId: z.string().nullable(),
  /** Why the last try failed. */
  error: z.string(),
  /** It was written to a file, because no mail server is configured: nobody has received it. */
  toFile: z.boolean(),
});

const contactMessage = z.object({
  id: answeredId,
  name: wire('fullname', z.string()),
  email: z.string(),
  mobile: wire('mobile_no', z.string()),
  message: z.string(),
  /** It seems to be sent by a program. */
  doubtful: z.boolean(),
  state: z.enum(contactStates),
  /** The administrator who answered it or set its state last; '' for nobody. */
  stateBy: z.string(),
  stateAt: isoDate.nullable(),
  /** Oldest first. */
  replies: z.array(contactReply),
  createdAt: isoDate,
});
export type ContactMessage = z.output<typeof contactMessage>;

/** The filter of the list; by default open and answered ones. Doubtful ones are a separate list. */
const contactFilters = [...contactStates, 'doubtful', 'all'] as const;
export type ContactFilter = (typeof contactFilters)[number] | '';

const oneContact = answerOf({ message: z.string(), contact: contactMessage });

export const listContacts = endpoint('GET /Contact/getContact', 'Messages with their replies, newest first', {
  reads: { lists: 'contacts' },
  power: 'members',
  scope: 'allIndia',
  query: z.object({
    state: orEmpty(z.enum(contactFilters), messages.general.option),
    /** Part of a name, e-mail, mobile number or message. */
    search: filter,
    page,
  }),
  response: answerOf({
    contacts: wire('contactsdata', z.array(contactMessage)),
    pagination,
    /** Counts of all matches; doubtful ones count only as such. */
    counts: z.object({ open: z.number(), answered: z.number(), doubtful: z.number() }),
  }),
});

export const countOpenContacts = endpoint('GET /Contact/open', 'How many messages wait for an answer', {
  power: 'members',
  scope: 'allIndia',
  response: answerOf({ open: z.number() }),
});

export const getContact = endpoint('GET /Contact/get/{id}', 'One message with its replies', {
  power: 'members',
  scope: 'allIndia',
  params: byId,
  response: answerOf({ contact: contactMessage }),
});

export const replySchema = z.object({ text: requiredText(text.reply, limits.textLength) });

export const replyToContact = endpoint(
  'POST /Contact/reply/{id}',
  'Answer a message by mail; the same text within ten minutes is sent once',
  {
    power: 'members',
    scope: 'allIndia',
    params: byId,
    body: replySchema.extend({
      /** The state that the administrator saw; if it has changed, nothing is sent. */
      expectedState: z.enum(contactStates, { error: messages.general.option }).optional(),
    }),
    response: oneContact,
  },
);

export const setContactState = endpoint(
  'PATCH /Contact/state/{id}',
  'Mark a message as answered or open, or as not doubtful',
  {
    power: 'members',
    scope: 'allIndia',
    params: byId,
    body: z.object({
      state: z.enum(contactStates, { error: messages.general.option }).optional(),
      doubtful: z.literal(false, { error: messages.general.option }).optional(),
    }),
    response: oneContact,
  },
);
