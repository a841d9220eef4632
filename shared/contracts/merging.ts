import { z } from 'zod';
import { officeRecord } from '#shared/contracts/members.ts';
import { personNamesIn } from '#shared/contracts/person.ts';
import { endpoint } from '#shared/endpoint.ts';
import { answeredId, answerOf, byId, isoDate, page, pagination, recordId } from '#shared/fields.ts';
import { likenesses } from '#shared/likenesses.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { registrationStatuses } from '#shared/options.ts';
import { person } from '#shared/person.ts';
import { type RecordName, recordNames } from '#shared/person-fields.ts';
import { wire } from '#shared/wire-schemas.ts';

/** A field whose value is chosen when two records become one; of switches the stricter counts. */
export type ChosenName = {
  [Name in RecordName]: (typeof person)[Name]['kind'] extends 'flag' ? never : Name;
}[RecordName];
export const chosenNames = recordNames.filter((name): name is ChosenName => person[name].kind !== 'flag');

const isChosenName = (name: string) => (chosenNames as readonly string[]).includes(name);

const mergeSchema = z
  .object({
    keep: recordId,
    drop: recordId,
    /** From which record the value of a field is; others are the kept one's, or the dropped one's where the kept one has none. */
    fields: personNamesIn(z.record(z.string().max(60), z.enum(['keep', 'drop'], { error: messages.general.option })))
      .refine((fields) => Object.keys(fields).every(isChosenName), messages.merging.fields)
      .optional()
      .default({}),
    /** Of the kept and the dropped record, as they were seen. */
    versions: z.array(z.number().int()).length(2),
  })
  .refine(({ keep, drop }) => keep !== drop, { path: ['drop'], message: messages.merging.same });
export type Merge = z.output<typeof mergeSchema>;

export const mergeRecords = endpoint(
  'POST /Directory/merge',
  'Make one record of two of the same person; what belongs to the dropped one follows',
  {
    power: 'full',
    needsConfirmation: true,
    body: mergeSchema,
    response: answerOf({ message: z.string(), directory: officeRecord }),
  },
);

/** Within a day, unless anything was changed since. */
export const unmergeRecords = endpoint('POST /Directory/unmerge', 'Undo the last merge into a record', {
  power: 'full',
  needsConfirmation: true,
  body: z.object({ keep: recordId }),
  response: answerOf({ message: z.string(), directory: officeRecord }),
});

export const likePeople = endpoint(
  'GET /Directory/alike/{id}',
  'A record, who is probably the same person, and the merge that can be undone',
  {
    reads: { opens: 'record' },
    power: 'members',
    params: byId,
    response: answerOf({
      data: officeRecord,
      /** The likeliest first, at most five; without those that the office has called another person. */
      alike: z.array(z.object({ person: officeRecord, by: z.array(z.enum(likenesses)) })),
      merged: z.object({ reference: z.string(), by: z.string(), at: isoDate, until: isoDate }).nullable(),
    }),
  },
);

/** As much of a person as tells them from others. */
const likePerson = z.object({
  id: answeredId,
  name: wire('ProsecutorName', z.string()),
  reference: z.string(),
  memberNumber: z.string().nullable(),
  status: z.enum(registrationStatuses),
  state: wire('State', z.string()),
  email: z.string(),
});
export type LikePerson = z.output<typeof likePerson>;

export const likelyDoubles = endpoint(
  'GET /Directory/doubles',
  'Pairs of records that may be of one person, the latest first; each is settled once, by a merge or as two people',
  {
    reads: { lists: 'data' },
    power: 'members',
    query: z.object({ page }),
    response: answerOf({
      data: z.array(z.object({ one: likePerson, other: likePerson, by: z.array(z.enum(likenesses)) })),
      pagination,
    }),
  },
);

export const otherPeople = endpoint(
  'GET /Directory/others/{id}',
  'Other records that a text may mean, by name, number, e-mail or mobile number, exactly or nearly',
  {
    reads: { lists: 'data' },
    power: 'members',
    params: byId,
    query: z.object({ search: z.string().trim().min(2, messages.merging.search).max(limits.lineLength) }),
    response: answerOf({ data: z.array(likePerson) }),
  },
);

export const anotherPerson = endpoint('POST /Directory/anotherPerson', 'Say that two records are of two people', {
  power: 'members',
  body: z
    .object({ one: recordId, other: recordId })
    .refine(({ one, other }) => one !== other, { path: ['other'], message: messages.merging.same }),
});
