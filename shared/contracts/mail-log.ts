import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { answerOf, byId } from '#shared/fields.ts';
import { messages } from '#shared/messages.ts';
import { everyAdministrator } from '#shared/powers.ts';

/** Whether mails are really sent; a warning is on every page of the admin area while they are not. */
export const mailState = endpoint('GET /Mail/state', 'Whether mails are being sent', {
  power: everyAdministrator,
  response: answerOf({
    /** False: mails are written as files into `outbox`. */
    sending: z.boolean(),
    /** The folder's name within the data folder, only if mails are not sent. */
    outbox: z.string(),
    /** Only with full powers, as is `failed`. */
    waiting: z.number().optional(),
    /** Given up in the last 30 days. */
    failed: z.number().optional(),
    /** Written as files of late, which nobody has received, by their kind; the most first. */
    written: z.array(z.object({ kind: z.string(), count: z.number() })).optional(),
  }),
});

export const retryMail = endpoint('POST /Mail/retry/{id}', 'Try a failed mail again now', {
  power: ['members', 'money'],
  params: byId,
});

export const mailAgain = endpoint(
  'POST /Mail/again',
  'Send what was written or failed of a kind, as far as it is still true',
  {
    power: 'full',
    needsConfirmation: true,
    body: z.object({ kind: z.string({ error: 'Please choose a kind of mail' }).trim().max(60) }),
    response: answerOf({
      message: z.string(),
      queued: z.number(),
      left: z.array(z.object({ why: z.enum(['EXPIRED', 'PERSON_CHANGED', 'LOGGED_IN']), count: z.number() })),
    }),
  },
);

const server = z.object({
  host: z.string(),
  port: z.number(),
  secure: z.enum(['tls', 'starttls', 'none']),
  user: z.string(),
  sender: z.string(),
  /** Who has named the server; null: mails become files. */
  from: z.enum(['form', 'environment']).nullable(),
  hasPassword: z.boolean(),
  /** Its key is not here: it has to be typed again. */
  passwordLost: z.boolean(),
  /** False: without a key for files nothing can be sealed here, so the environment alone can name a server. */
  offered: z.boolean(),
});

export const getMailServer = endpoint('GET /Settings/mail', 'The mail server, without its password', {
  power: 'full',
  response: answerOf({ data: server }),
});

const hostName =
  /^(?=.{1,253}$)([\p{L}\p{N}_]([\p{L}\p{N}_-]{0,61}[\p{L}\p{N}_])?\.)*[\p{L}\p{N}_]([\p{L}\p{N}_-]{0,61}[\p{L}\p{N}_])?\.?$|^[0-9a-f:]{2,45}$/iu;
const senderForm = /^(?:[^<>\p{Cc}]*<[^\s@<>,;"]+@[^\s@<>,;"]+>|[^\s@<>,;"]+@[^\s@<>,;"]+)$/u;
const noSigns = /^\P{Cc}*$/u;

/** A mail server as it is typed; a password that is left out is the one that is kept. */
export const mailServerSchema = z.object({
  host: z
    .string({ error: messages.ready.host })
    .trim()
    .toLowerCase()
    .min(1, { error: messages.ready.host })
    .regex(hostName, { error: 'Please enter a name such as smtp.example.org' }),
  port: z.coerce
    .number<string | number>({ error: messages.ready.port })
    .int({ error: messages.ready.port })
    .min(1, { error: messages.ready.port })
    .max(65_535, { error: messages.ready.port }),
  secure: z.enum(['tls', 'starttls', 'none'], { error: 'Please choose the encryption' }),
  user: z.string().trim().max(200).regex(noSigns).optional().default(''),
  password: z.string().max(500).optional(),
  sender: z
    .string({ error: 'Please enter the sender' })
    .trim()
    .max(200, { error: 'Please enter a shorter sender' })
    .regex(senderForm, {
      error: 'Please enter an e-mail address, or a name and an address: Association <office@example.org>',
    }),
});
export type TypedMailServer = z.output<typeof mailServerSchema>;

export const testMailServer = endpoint('POST /Settings/mailTest', 'Mail a code to oneself by exactly what is typed', {
  power: 'full',
  needsConfirmation: true,
  body: mailServerSchema,
});

/** With an empty host the server is taken away, and nothing else is needed. */
export const updateMailServer = endpoint(
  'PATCH /Settings/mail',
  'Keep the mail server for which a code was typed back',
  {
    power: 'full',
    needsConfirmation: true,
    body: z.object({ host: z.string({ error: messages.ready.host }) }).loose(),
  },
);

export const keptMailServer = mailServerSchema.extend({
  code: z.string({ error: messages.ready.code }).trim().min(1, { error: messages.ready.code }).max(40),
});
