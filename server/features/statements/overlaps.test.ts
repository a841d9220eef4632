import { like } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { statementLines } from '#server/parts/bank-credits/tables.ts';
import * as calls from '#shared/contracts/statements.ts';
import { startTestApp } from '#tests/app.ts';
import { hdfc } from '#tests/factories/statements.ts';
import { tenth } from '#tests/length.ts';
import { adminToken } from '#tests/logins.ts';

const site = await startTestApp();
const asOffice = { token: await adminToken(site) };

const credit = fc.record({
  day: fc.integer({ min: 1, max: 3 }),
  text: fc.constantFrom('CASH DEP SELF', 'CASH DEP BRANCH'),
  amount: fc.constantFrom(500, 1_000),
  number: fc.constantFrom('none', 'own', 'constant'),
});
/** The first credits of a day and all of some days before, as a bank's site gives them at that moment. */
const file = fc.record({
  days: fc.integer({ min: 1, max: 3 }),
  until: fc.integer({ min: 1, max: 3 }),
  first: fc.nat({ max: 5 }),
  hasNumbers: fc.boolean(),
  isReversed: fc.boolean(),
  dismisses: fc.boolean(),
});

let run = 0;

it('each credit is one line, and the lists hold all of a file in number and rupees, however files overlap', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(credit, { minLength: 1, maxLength: 9 }),
      fc.array(file, { minLength: 1, maxLength: 4 }),
      async (values, files) => {
        run += 1;
        // A number that the bank prints beside several credits. Another run's would make its credits the same.
        const constant = String(489_700_000_000 + run);
        const all = values.map((each, index) => ({
          ...each,
          narration: `RUN ${run} ${each.text}`,
          ref:
            each.number === 'none'
              ? ''
              : each.number === 'constant'
                ? constant
                : String(632_500_000_000 + run * 100 + index),
        }));
        const names = new Set<(typeof all)[number]>();
        for (const { days, until, first, hasNumbers, isReversed, dismisses } of files) {
          const rows = [1, 2, 3].flatMap((day) => {
            const ofDay = all.filter((each) => each.day === day);
            if (day > until || day <= until - days) return [];
            return day === until ? ofDay.slice(0, first) : ofDay;
          });
          for (const row of rows) names.add(row);
          const lines = rows.map(({ day, amount, narration, ref }) => ({
            date: `2026-11-0${day}`,
            narration,
            credit: amount,
            ref: hasNumbers ? ref : '',
          }));
          const answer = await site.ok(
            calls.uploadStatement,
            { body: {}, files: { file: await hdfc(isReversed ? lines.reverse() : lines) } },
            asOffice,
          );
          const listed = [...answer.sure, ...answer.agrees, ...answer.toLook, ...answer.unknown];
          const total = rows.reduce((sum, { amount }) => sum + amount, 0);
          expect(answer.credits).toEqual({ count: rows.length, amount: total });
          expect(answer.seenBefore + answer.alreadyReceived).toBe(0);
          expect(listed.length + answer.dismissed).toBe(rows.length);
          const amounts = Object.values(answer.amounts).reduce((sum, amount) => sum + amount, 0);
          expect(amounts).toBe(total);
          const rest = total - listed.reduce((sum, { amount }) => sum + amount, 0);
          expect(rest >= answer.dismissed * 500 && rest <= answer.dismissed * 1_000).toBe(true);
          if (dismisses && listed[0]) {
            await site.ok(calls.dismissLine, { body: { lineId: listed[0].id, note: 'Rent' } }, asOffice);
          }
        }
        const items = await site.database
          .select({ amount: statementLines.amount })
          .from(statementLines)
          .where(like(statementLines.narration, `RUN ${run} %`));
        const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
        expect(items).toHaveLength(names.size);
        expect(sum(items.map(({ amount }) => amount / 100))).toBe(sum([...names].map(({ amount }) => amount)));
      },
    ),
    { numRuns: tenth(20), seed: 20_261_125 },
  );
});
