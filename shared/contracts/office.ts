import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { done, filter, isoDate, page, pagination, recordId } from '#shared/fields.ts';
import { mailStates } from '#shared/options.ts';

export const logKinds = ['decision', 'login', 'export', 'mail', 'content', 'administrator', 'member'] as const;
export type LogKind = (typeof logKinds)[number];

/** Decisions, logins, exports, mails and changes, newest first. */
export const searchLog = endpoint({
  method: 'GET',
  path: '/Log/get',
  access: ['admin'],
  summary: 'What happened, newest first',
  query: z.object({
    kind: z
      .union([z.literal(''), z.enum(logKinds)])
      .optional()
      .default(''),
    search: filter,
    page,
  }),
  response: z.object({
    success: z.literal(true),
    data: z.array(
      z.object({
        _id: z.string(),
        at: isoDate,
        kind: z.enum(logKinds),
        /** Who did it: an administrator's e-mail, or 'member', 'website'. */
        by: z.string(),
        /** Reference number or title of what it was done to. */
        subject: z.string(),
        text: z.string(),
        /** For mails only. */
        mail: z.object({ state: z.enum(mailStates), error: z.string() }).nullable(),
      }),
    ),
    pagination,
  }),
});

/** Whether mails leave the house; shown on every page of the admin area while they do not. */
export const mailState = endpoint({
  method: 'GET',
  path: '/Mail/state',
  access: ['admin'],
  summary: 'Whether mails are being sent',
  response: z.object({
    success: z.literal(true),
    /** False: mails are written as files into `outbox`. */
    sending: z.boolean(),
    /** The folder, only where mails are not sent. */
    outbox: z.string(),
    waiting: z.number(),
    /** Given up in the last 30 days. */
    failed: z.number(),
  }),
});

export const retryMail = endpoint({
  method: 'POST',
  path: '/Mail/retry/{id}',
  access: ['admin'],
  summary: 'Try a failed mail again now',
  params: z.object({ id: recordId }),
  response: done,
});
