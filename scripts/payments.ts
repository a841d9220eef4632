// `npm run payments -- check`: checks what an operator must set up so that payments can be made online.
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { checkPayments } from '#server/features/online/check.ts';

const usage = `npm run payments -- check

Asks the gateway whether it accepts the keys, and the site at PUBLIC_URL whether it takes the gateway's notices. It pays and changes nothing,
and uses the environment of the server. It ends with 1 when something is missing.`;

const marks = { good: 'good   ', missing: 'MISSING', look: 'look   ' };

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals.join(' ') !== 'check') {
    console.error(usage);
    process.exitCode = 1;
  } else {
    const findings = await checkPayments(readConfig(process.env));
    for (const { what, state, text } of findings) console.log(`${marks[state]}  ${what}: ${text}`);
    if (findings.some(({ state }) => state === 'missing')) process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
