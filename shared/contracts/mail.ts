import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { done, recordId } from '#shared/fields.ts';
import { everyAdministrator } from '#shared/powers.ts';

/** Whether mails leave the house; shown on every page of the admin area while they do not. */
export const mailState = endpoint({
  method: 'GET',
  path: '/Mail/state',
  access: ['admin'],
  power: everyAdministrator,
  summary: 'Whether mails are being sent',
  response: z.object({
    success: z.literal(true),
    /** False: mails are written as files into `outbox`. */
    sending: z.boolean(),
    /** The folder's name within the data folder, only where mails are not sent. */
    outbox: z.string(),
    /** Only with full powers, as is `failed`. */
    waiting: z.number().optional(),
    /** Given up in the last 30 days. */
    failed: z.number().optional(),
  }),
});

export const retryMail = endpoint({
  method: 'POST',
  path: '/Mail/retry/{id}',
  access: ['admin'],
  power: ['members', 'money'],
  summary: 'Try a failed mail again now',
  params: z.object({ id: recordId }),
  response: done,
});
