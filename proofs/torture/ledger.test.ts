import { test } from 'vitest';
import { startTestApp } from '#tests/app.ts';
import { findFaults } from '#tests/money/red.ts';
import { siteByCalls } from '#tests/money/today.ts';
import { figure, isLong, size } from './size.ts';

// Small histories of money, by the site's calls, beside the oracle of tests/money. It finds faults until the calls keep money as dues and
// receipts, so only `npm run torture -- ledger` runs it.

const site = await startTestApp();

test.runIf(isLong).each([
  ['money is where the oracle says', false],
  ['what was open on past days stays', true],
])('by calls, %s', { timeout: 7_200_000 }, async (_name, withDays) => {
  const product = await siteByCalls(site, withDays);
  const { faults, histories, acts } = await findFaults(product, 2, size(20, 400));
  figure(`${histories} histories, ${acts} acts, ${faults.length} kinds of faults`);
  for (const { kind, start, history, found } of faults)
    figure(`${kind}\n    from '${start}': ${history}\n    ${found.join('; ')}`);
  if (faults.length > 0) throw new Error(`${faults.length} kinds of faults`);
});
