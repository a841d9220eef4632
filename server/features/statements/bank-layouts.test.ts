import { describe, expect, it } from 'vitest';
import { clock } from '#shared/clock.ts';
import * as calls from '#shared/contracts/statements.ts';
import { comparableUtr } from '#shared/utr.ts';
import { startTestApp } from '#tests/app.ts';
import { moneyRows } from '#tests/factories/dues.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { type BankLine, bankLayouts } from '#tests/factories/statements.ts';
import field from '#tests/field/20-claims-on-others-money.json' with { type: 'json' };
import { adminToken } from '#tests/logins.ts';

// Every bank's layout as the screen reads it: no mapping, no row unread, and each line in its list.

const site = await startTestApp();
clock.set(new Date('2026-11-26T10:00:00+05:30'));
const office = { token: await adminToken(site) };

interface Tried {
  layout: string;
  day: string;
  narration: string;
  name: string;
  claim?: string;
  fee: number;
}

/** The line of the bank's file, with the payment that it may be for. */
async function lineOf({ day, narration, name, claim, fee }: Tried, isHonest: boolean) {
  const utr = comparableUtr(claim ?? '');
  const { id } = await memberFactory(site, {
    name,
    status: 'New',
    ...(claim ? { paymentStatus: 'PAYMENT_INITIATED', paymentSentAt: new Date('2026-11-25T06:00:00Z'), utr } : {}),
  });
  const [payment] = await moneyRows(site, { memberId: id });
  const [, year, digits] = payment!.reference.split('-');
  const own = (_: string, one: string, two: string) => `${one}${year}${two}${digits}`;
  const printed = narration
    .replace(isHonest ? /(AIP[-/ ]*)2026([-/ ]*)\d{6}/i : /^$/, own)
    .replace('{REF}', payment!.reference);
  // Banks without the number in the narration have it in their column of numbers.
  const hasNumber = printed.replace(/\D/g, '').includes(utr.replace(/\D/g, ''));
  const line: BankLine = { date: day, narration: printed, credit: fee, ...(hasNumber ? {} : { ref: utr }) };
  return { line, paymentId: payment!.id };
}

/** Written within a word, or with a number in pieces: somebody looks at it. */
const inPieces = /Fee\{REF\}|63290133 1227/;

describe.each(Object.entries(bankLayouts))('the layout of %s', (name, layout) => {
  it('is read whole, and gives nobody another’s money', async () => {
    const isOf = ({ layout: of }: { layout: string }) => of === name;
    const thief = await Promise.all(field.thief.filter(isOf).map((each) => lineOf(each, false)));
    const honest = await Promise.all(
      field.honest.filter(isOf).map(async (each) => ({
        ...(await lineOf(each, true)),
        list: inPieces.test(each.narration) ? 'toLook' : each.claim ? 'agrees' : 'sure',
      })),
    );
    const rent: BankLine = { date: '2026-11-24', narration: 'RENT OF THE HALL', debit: 5_000 };
    const plain: BankLine = { date: '2026-11-24', narration: 'CASH DEP SELF PUNE', credit: 100_000.5 };
    const lines = [plain, ...[...thief, ...honest].map(({ line }) => line), rent];
    const file = await layout(lines);
    const answer = await site.ok(calls.uploadStatement, { body: {}, files: { file } }, office);
    expect(answer).toMatchObject({ statement: { needsMapping: false }, unread: [], left: [] });
    expect(answer.credits).toEqual({
      count: lines.length - 1,
      amount: lines.reduce((sum, { credit = 0 }) => sum + credit, 0),
    });
    const listOf = (paymentId: string) =>
      (['sure', 'agrees', 'toLook'] as const).find((list) =>
        answer[list].some(({ payments: of }) => of.some(({ id }) => id === paymentId)),
      );
    expect(honest.map(({ line, paymentId }) => [line.narration, listOf(paymentId)])).toEqual(
      honest.map(({ line, list }) => [line.narration, list]),
    );
    const ids = thief.map(({ paymentId }) => paymentId);
    expect(answer.sure.filter(({ payments: of }) => of.some(({ id }) => ids.includes(id)))).toEqual([]);
    expect(answer.unknown.some(({ amount, date }) => amount === 100_000.5 && date === '2026-11-24')).toBe(true);
  });
});
