import { test } from 'vitest';
import { startTestApp } from '#tests/app.ts';
import { type Fault, findFaults, findFaultsByChance, findNamedFaults } from '#tests/money/faults.ts';
import { siteByCalls } from '#tests/money/today.ts';
import { seededRandom } from '../../scripts/sample/random.ts';
import { figure, isLong, seed, size } from './size.ts';

// Small histories of money, by the site's calls, beside the oracle of tests/money. It finds faults until the calls keep money as dues and
// receipts, so only `npm run torture -- ledger` runs it.

const site = await startTestApp();

const tell = (faults: readonly Fault[]) => {
  for (const { kind, start, history, wrong } of faults)
    figure(`${kind}\n    from '${start}': ${history}\n    ${wrong.join('; ')}`);
  if (faults.length > 0) throw new Error(`${faults.length} kinds of faults`);
};

test.runIf(isLong).each([
  ['money is where the oracle says', false],
  ['what was open on past days stays', true],
])('by calls, in the named histories %s', { timeout: 7_200_000 }, async (_name, withDays) => {
  tell(await findNamedFaults(await siteByCalls(site, withDays)));
});

test.runIf(isLong)('by calls, in walks by chance money is where the oracle says', { timeout: 7_200_000 }, async () => {
  const { faults, acts } = await findFaultsByChance(
    await siteByCalls(site, false),
    size(6, 300),
    6,
    seededRandom(seed),
  );
  figure(`${acts} acts`);
  tell(faults);
});

test.runIf(isLong)(
  'by calls, in all short histories money is where the oracle says',
  { timeout: 7_200_000 },
  async () => {
    const { faults, histories, acts } = await findFaults(await siteByCalls(site, false), 2, size(6, 700));
    figure(`${histories} histories, ${acts} acts`);
    tell(faults);
  },
);
