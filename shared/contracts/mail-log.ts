import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { answerOf, byId } from '#shared/fields.ts';
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
  }),
});

export const retryMail = endpoint('POST /Mail/retry/{id}', 'Try a failed mail again now', {
  power: ['members', 'money'],
  params: byId,
});
