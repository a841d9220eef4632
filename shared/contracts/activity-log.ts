import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { answeredId, answerOf, filter, isoDate, isoDay, orEmpty, page, pagination } from '#shared/fields.ts';
import { mailStates } from '#shared/options.ts';

export const logKinds = [
  'decision',
  'login',
  'security',
  'reading',
  'export',
  'mail',
  'content',
  'administrator',
  'member',
] as const;
export type LogKind = (typeof logKinds)[number];

const day = orEmpty(isoDay('Not a date'));

/** Decisions, logins, refused attempts, exports, mails and changes, newest first. */
export const searchLog = endpoint('GET /Log/get', 'What happened, newest first', {
  power: 'full',
  query: z.object({
    kind: orEmpty(z.enum(logKinds)),
    /** Also the name, reference, e-mail or mobile number of a line's person. */
    search: filter,
    /** The state of a mail, for lines of the kind 'mail' only. */
    mail: orEmpty(z.enum(mailStates)),
    /** Days in India, both included. */
    from: day,
    to: day,
    page,
  }),
  response: answerOf({
    data: z.array(
      z.object({
        id: answeredId,
        at: isoDate,
        kind: z.enum(logKinds),
        /** The author: an administrator's e-mail, or 'member', 'visitor', 'website'. */
        by: z.string(),
        /** Reference number or title of the record. */
        subject: z.string(),
        /** The person's name, while the record exists; '' otherwise. */
        name: z.string(),
        /** Its path in the admin area; '' when it no longer exists. */
        link: z.string(),
        text: z.string(),
        /** For mails only. */
        mail: z.object({ state: z.enum(mailStates), error: z.string(), toFile: z.boolean() }).nullable(),
      }),
    ),
    pagination,
  }),
});
