// The torture tests at full length: npm run torture -- checkoff|conferences|crashes|faults|ledger|letters|load|fuzz|model|online|votes [--count N] [--seed N]
// Everything runs on this machine, with its own servers, databases and folders. Exits non-zero on a finding.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';

const names = readdirSync(import.meta.dirname)
  .map((file) => /^(\w+)\.test\.ts$/.exec(file)?.[1])
  .filter((name) => name !== undefined);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string' }, seed: { type: 'string' } },
});
const unknown = positionals.filter((name) => !names.includes(name));
const isNumber = (text = '1') => /^[1-9]\d{0,9}$/.test(text);
if (positionals.length === 0 || unknown.length > 0 || !isNumber(values.count) || !isNumber(values.seed)) {
  console.error(`Which one? npm run torture -- ${names.join('|')} [--count N] [--seed N]`);
  process.exit(1);
}

console.log(`Node.js ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`);
for (const name of positionals) {
  const child = spawn(
    'vitest',
    ['run', `proofs/torture/${name}.test.ts`, '--disable-console-intercept', '--reporter=verbose', '--maxWorkers=1'],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: 'test',
        TORTURE: 'long',
        ...(values.count && { TORTURE_COUNT: values.count }),
        ...(values.seed && { TORTURE_SEED: values.seed }),
      },
    },
  );
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exitCode = 1;
}
