import fc from 'fast-check';
import { expect, it } from 'vitest';
import { identifyRows, type KnownCredit } from './same-credits.ts';

const nowhere = { account: '', balance: null };

/** Reads files one after the other, as the database keeps them. @returns how many credits there are */
function keep(files: string[][]): number {
  const rows: KnownCredit[] = [];
  for (const file of files) {
    const identified = identifyRows(
      file.map((number) => ({ hash: 'same', day: 'day', number, keys: [], ...nowhere })),
      rows,
    );
    const used = identified.flatMap((row) => row.known ?? []);
    expect(new Set(used).size).toBe(used.length);
    for (const [index, { known: id, ordinal }] of identified.entries()) {
      const number = file[index]!;
      const credit = rows.find((each) => each.id === id);
      if (!credit)
        rows.push({ id: `credit ${ordinal}`, hash: 'same', day: 'day', number, keys: [], ordinal, ...nowhere });
      else if (credit.number === '') credit.number = number;
    }
  }
  return rows.length;
}

it.each([
  [[['']], 1],
  [[[''], ['1', '']], 2],
  [[['1'], ['']], 1],
  [[['', ''], ['1', '2'], ['']], 2],
  [[['1'], ['2']], 2],
  [
    [
      ['', '2'],
      ['1', ''],
    ],
    2,
  ],
])('%j are %i credits', (files, count) => {
  expect(keep(files)).toBe(count);
});

it('each credit is one, in files that grow during a day, with and without their numbers', () => {
  const day = fc.array(fc.boolean(), { maxLength: 8 });
  const file = fc.record({ upTo: fc.nat({ max: 8 }), hasNumbers: fc.boolean(), isReversed: fc.boolean() });
  fc.assert(
    fc.property(day, fc.array(file, { minLength: 1, maxLength: 6 }), (credits, files) => {
      const numbers = credits.map((hasOwn, index) => (hasOwn ? String(index + 1) : ''));
      const read = files.map(({ upTo, hasNumbers, isReversed }) => {
        const rows = numbers.slice(0, upTo).map((number) => (hasNumbers ? number : ''));
        return isReversed ? rows.reverse() : rows;
      });
      expect(keep(read)).toBe(Math.max(...read.map((rows) => rows.length)));
    }),
    { numRuns: 300 },
  );
});

it('a number that one row of each file has is the same credit, however its narration is printed', () => {
  const row = (hash: string, number: string) => ({ hash, day: 'day', number, keys: [], ...nowhere });
  const values = [
    { id: 'a', ordinal: 1, ...row('short', '1') },
    { id: 'b', ordinal: 1, ...row('other', '2') },
    { id: 'c', ordinal: 1, ...row('third', '3') },
    { id: 'd', ordinal: 2, ...row('third', '3') },
  ];
  const rows = [row('long', '1'), row('short', ''), row('long', '2'), row('long', '2'), row('long', '3')];
  expect(identifyRows(rows, values).map((each) => each.known)).toEqual(['a', null, null, null, null]);
});

it('two rows with references or numbers, and none in common, are two credits', () => {
  const row = (keys: string[], number = '') => ({ hash: 'same', day: 'day', number, keys, ...nowhere });
  const values = [
    { id: 'a', ordinal: 1, ...row(['AIP-2026-000001']) },
    { id: 'b', ordinal: 2, ...row(['1', '2']) },
    { id: 'c', ordinal: 3, ...row([]) },
  ];
  const rows = [row(['AIP-2026-000002']), row(['AIP-2026-000001']), row(['3', '2']), row(['4', '5'])];
  expect(identifyRows(rows, values).map((each) => each.known)).toEqual(['c', 'a', 'b', null]);
});

it('a row of another account, or after which the account held another sum, is another credit', () => {
  const row = (account: string, balance: number | null = null, number = '') => ({
    hash: 'same',
    day: 'day',
    number,
    keys: [],
    account,
    balance,
  });
  const of = (rows: ReturnType<typeof row>[], values: ReturnType<typeof row>[]) =>
    identifyRows(
      rows,
      values.map((each, index) => ({ ...each, id: String(index), ordinal: index + 1 })),
    ).map(({ known }) => known);
  expect(of([row('1234')], [row('9876')])).toEqual([null]);
  expect(of([row('1234', null, '7')], [row('9876', null, '7')])).toEqual([null]);
  // Named in one file, in the other not, or in part.
  expect(of([row('1234'), row(''), row('501234')], [row(''), row('1234'), row('1234')])).toEqual(['1', '0', '2']);
  expect(of([row('1234', 51_000)], [row('1234', 52_000)])).toEqual([null]);
  expect(of([row('', 52_000), row('', 51_000)], [row('', 51_000), row('', 52_000)])).toEqual(['1', '0']);
  expect(of([row('1234', 51_000)], [row('', null)])).toEqual(['0']);
});
