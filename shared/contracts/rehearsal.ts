import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { answerOf, isoDate, optionalText } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';

/** How many test addresses a rehearsal has at most. */
export const rehearsalAddresses = 20;
/** Above so many people its end is a job. */
export const rehearsalAtOnce = 10_000;

const wrongAddresses = `Please enter up to ${rehearsalAddresses} whole e-mail addresses`;
const addresses = z
  .array(z.string({ error: wrongAddresses }).trim().toLowerCase(), { error: wrongAddresses })
  .refine((all) => all.length <= rehearsalAddresses && all.every((each) => z.email().safeParse(each).success), {
    error: wrongAddresses,
  });

/** What its end deletes besides what is named. */
export const rehearsalRest = 'Everything else that belongs to them';

const visitorsState = z.object({ on: z.boolean(), ending: z.boolean().optional() });
const officeState = visitorsState.extend({
  /** Nobody is there but administrators, and none has been. */
  possible: z.boolean(),
  begunAt: isoDate.nullable(),
  filled: z.boolean(),
  goes: z.array(z.object({ what: z.string(), count: z.number() })),
  stays: z.array(z.string()),
  /** The first and the last day of registration of who goes; null without anybody. */
  days: z.object({ first: isoDate, last: isoDate }).nullable(),
  addresses: z.array(z.string()),
  /** Necessary checks that are not right. */
  missing: z.array(z.string()),
});
export type RehearsalOfOffice = z.output<typeof officeState>;

export const getRehearsal = endpoint(
  'GET /Rehearsal/state',
  'Whether a rehearsal is on; to the office what its end deletes',
  {
    access: ['public', 'admin'],
    power: 'full',
    response: answerOf({ data: visitorsState.extend(officeState.partial().shape) }),
  },
);

const full = { power: 'full', needsConfirmation: true } as const;

export const beginRehearsal = endpoint(
  'POST /Rehearsal/begin',
  'Begin a rehearsal, while nobody is there but administrators',
  full,
);

export const fillRehearsal = endpoint(
  'POST /Rehearsal/fill',
  'Make sample people with money, letters, a vote and a conference',
  {
    ...full,
    response: answerOf({ message: z.string(), login: z.object({ email: z.string(), password: z.string() }) }),
  },
);

export const setRehearsalAddresses = endpoint(
  'PATCH /Rehearsal/addresses',
  'Who may be mailed besides the administrators',
  {
    ...full,
    body: z.object({ addresses }),
    response: answerOf({ message: z.string(), addresses: z.array(z.string()) }),
  },
);

export const endRehearsal = endpoint('POST /Rehearsal/end', 'Delete all that the rehearsal has made, and begin', {
  ...full,
  body: z.object({ name: optionalText(limits.lineLength), anyway: z.literal(true).optional() }),
  response: answerOf({ message: z.string(), job: z.string().optional() }),
});
