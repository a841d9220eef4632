import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { answerOf, isoDate } from '#shared/fields.ts';
import { messages } from '#shared/messages.ts';
import { everyAdministrator } from '#shared/powers.ts';

export const checkStates = ['ok', 'missing', 'wrong', 'not needed'] as const;
export type CheckState = (typeof checkStates)[number];

const readyCheck = z.object({
  id: z.string(),
  /** Without it the site is not ready. */
  necessary: z.boolean(),
  state: z.enum(checkStates),
  /** In a sentence, without names of people. */
  found: z.string(),
  /** What mends it: by the office at `href`, or by the operator of the server, with the lines to set. */
  act: z
    .union([z.object({ text: z.string(), href: z.string() }), z.object({ text: z.string(), tell: z.string() })])
    .nullable(),
  checkedAt: isoDate.nullable(),
  putOffUntil: isoDate.nullable(),
});
export type ReadyCheckAnswer = z.output<typeof readyCheck>;

export const listReady = endpoint('GET /Ready/list', 'What the site lacks, also for the token of the metrics', {
  power: 'full',
  metricsToken: true,
  response: answerOf({ data: z.array(readyCheck), ready: z.boolean() }),
});

const checkId = z.string({ error: messages.ready.unknown }).trim().max(40, { error: messages.ready.unknown });

export const checkNow = endpoint('POST /Ready/check', 'Look at one check now', {
  power: 'full',
  body: z.object({ id: checkId }),
  response: answerOf({ check: readyCheck }),
});

export const putOffReady = endpoint('PATCH /Ready/putOff', 'Be silent about a check for a while', {
  power: 'full',
  body: z.object({
    id: checkId,
    /** A moment within 31 days; null: no longer. */
    until: z.iso
      .datetime({ offset: true, error: messages.ready.until })
      .transform((text) => new Date(text))
      .nullable(),
  }),
  response: answerOf({ check: readyCheck }),
});

export const mailCode = endpoint(
  'POST /Ready/mailCode',
  'Have a code mailed to oneself, which proves that mails arrive',
  {
    power: everyAdministrator,
  },
);

/** The code as it was typed: blanks go. */
export const typedCode = z.string({ error: messages.ready.code }).trim().max(40, { error: messages.ready.code });

export const typeMailCode = endpoint('PATCH /Ready/mailCode', 'Type the mailed code back', {
  power: everyAdministrator,
  body: z.object({ code: typedCode }),
});
