import { z } from 'zod';
import { officeRecord } from '#shared/contracts/members.ts';
import { personMoney } from '#shared/contracts/payments.ts';
import { endpoint } from '#shared/endpoint.ts';
import { answeredId, answerOf, filter } from '#shared/fields.ts';
import { everyAdministrator } from '#shared/powers.ts';

const result = z.object({
  /** 'person', 'news' …, and what stands above its results. Those of a kind are together. */
  kind: z.string(),
  heading: z.string(),
  id: answeredId,
  title: z.string(),
  /** Distinguishes results with the same title. */
  detail: z.string(),
  /** A path of the admin area that opens it. */
  link: z.string(),
  /** Of a person: what stands at the head of their page. */
  person: officeRecord
    .pick({
      name: true,
      reference: true,
      memberNumber: true,
      membership: true,
      status: true,
      court: true,
      picture: true,
      standing: true,
    })
    .extend({ money: personMoney.nullable() })
    .optional(),
});
export type SearchHit = z.output<typeof result>;

export const searchAll = endpoint(
  'GET /Search/all',
  'People, messages, receipts, news, conferences and documents that a text finds, a few of each kind',
  {
    reads: { lists: 'data' },
    power: everyAdministrator,
    query: z.object({ search: filter }),
    response: answerOf({
      data: z.array(result),
      /** If there are more people than shown: their number, counted up to a limit, and the list of all. */
      more: z.object({ people: z.number(), isBound: z.boolean(), link: z.string() }).nullable(),
    }),
  },
);
