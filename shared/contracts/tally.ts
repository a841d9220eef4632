import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { answerOf, expectedVersion } from '#shared/fields.ts';

const text = 'Please enter a name of 1 to 100 characters';
const name = z.string({ error: text }).trim().min(1, { error: text }).max(100, { error: text });

/** The ledgers of Tally that vouchers are booked in. */
export const tallyLedgers = [
  'bank',
  'cash',
  'gateway',
  'admission',
  'annual',
  'upgrade',
  'excess',
  'fees',
  'states',
] as const;
export type TallyLedgers = Record<(typeof tallyLedgers)[number], string>;

const ledgers = z.object(
  Object.fromEntries(tallyLedgers.map((key) => [key, name])) as Record<(typeof tallyLedgers)[number], typeof name>,
);

export const tallyNames = z.object({ company: name, ledgers });
const settings = z.object({ ...tallyNames.shape, version: z.number() });
export type TallySettings = z.output<typeof settings>;

export const getTallySettings = endpoint('GET /Payments/tally', 'The names under which Tally books the ledger', {
  power: 'money',
  response: answerOf({ data: z.object({ ...settings.shape, company: z.string() }) }),
});

export const updateTallySettings = endpoint('PATCH /Payments/tally', 'Change the names under which Tally books', {
  power: 'money',
  body: z.object({
    company: name.optional(),
    ledgers: ledgers.partial().optional(),
    version: expectedVersion,
  }),
  response: answerOf({ message: z.string(), data: z.object({ ...settings.shape, company: z.string() }) }),
});
