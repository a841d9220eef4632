import { z } from 'zod';
import { officeRecord } from '#shared/contracts/members.ts';
import { personMoney } from '#shared/contracts/payments.ts';
import { endpoint } from '#shared/endpoint.ts';
import { answeredId, answerOf, byId, isoDate, page, pagination } from '#shared/fields.ts';
import { everyAdministrator } from '#shared/powers.ts';
import { wire } from '#shared/wire-schemas.ts';

/** What a person's time is made of. */
export const eventKinds = [
  'registered',
  'decision',
  'change',
  'payment',
  'receipt',
  'letter',
  'conference',
  'message',
  'roll',
  'office',
] as const;

const event = z.object({
  at: isoDate,
  kind: z.enum(eventKinds),
  text: z.string(),
  /** An administrator's e-mail, 'member' or 'website'; '' where that says nothing. */
  by: z.string(),
  /** Where it happened; '' where the reader has no page of it. */
  path: z.string(),
});
export type PersonEvent = z.output<typeof event>;

/** Beyond name, number and tier only what the reader's powers show of people. */
const seenPerson = officeRecord.partial().extend({
  id: answeredId,
  name: wire('ProsecutorName', z.string()),
  memberNumber: z.string().nullable(),
  membership: z.string(),
});
export type SeenPerson = z.output<typeof seenPerson>;

export const getPerson = endpoint(
  'GET /Directory/person/{id}',
  'One person, and what has happened with them, newest first: as much as the reader’s powers allow',
  {
    reads: { opens: 'record', counted: true },
    power: everyAdministrator,
    params: byId,
    query: z.object({ page }),
    response: answerOf({ person: seenPerson, money: personMoney.nullable(), timeline: z.array(event), pagination }),
  },
);
