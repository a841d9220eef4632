import { z } from 'zod';
import { clock, indianDay } from '#shared/clock.ts';
import { endpoint } from '#shared/endpoint.ts';
import { answeredId, answerOf, byId, isoDate, isoDay, orEmpty, page, pagination } from '#shared/fields.ts';
import { messages } from '#shared/messages.ts';
import { logKinds } from './activity-log.ts';

/** The kinds of an administrator's actions: opening people's data, exports, decisions, and all others in the log. */
export const activityKinds = ['opened', 'exported', 'decided', 'other'] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** By default the last thirty days are shown. */
export const activityFrom = (): string => indianDay(new Date(clock.ms() - 29 * 24 * 60 * 60 * 1_000));

const day = z.union([z.literal(''), isoDay(messages.general.option)]).optional();
const number = z.number();

export const administratorActivity = endpoint(
  'GET /Admin/activity/{id}',
  'What an administrator opened, exported and decided within some days, newest first',
  {
    power: 'full',
    params: byId,
    query: z
      .object({
        /** Days in India, both included; without them the last thirty. */
        from: day.transform((value) => value || activityFrom()),
        until: day.transform((value) => value || clock.today()),
        kind: orEmpty(z.enum(activityKinds), messages.general.option),
        page,
      })
      .refine(({ from, until }) => from <= until, { path: ['until'], error: messages.days.until }),
    response: answerOf({
      administrator: z.object({ id: answeredId, email: z.string(), disabled: z.boolean() }),
      /** The days shown. */
      from: z.string(),
      until: z.string(),
      totals: z.object({
        /** The numbers of people whose record, scanned ID and proof of payment were opened; listed by person for 366 days. */
        opened: z.object({ record: number, ID: number, proof: number }),
        exported: number,
        decided: number,
        other: number,
      }),
      data: z.array(
        z.object({
          id: answeredId,
          at: isoDate,
          kind: z.enum(logKinds),
          subject: z.string(),
          name: z.string(),
          link: z.string(),
          text: z.string(),
        }),
      ),
      pagination,
    }),
  },
);
export type Activity = (typeof administratorActivity)['response']['_output'];
