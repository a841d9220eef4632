// Runs SQL in the site's database, also while the server runs: a statement, or those that are typed.
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { attachForMaintenance } from '#server/platform/database/attach.ts';
import { withClient } from '#server/platform/database/with-client.ts';

const usage = `SQL in the database of the website.

  npm run psql                         a prompt: a statement ends with ; and an empty line leaves
  npm run psql -- "select …"           one statement
  npm run psql -- --write "update …"   one that changes something; without it nothing can be changed

It uses DATA_DIR, DATABASE_URL and DATABASE_OWNER_URL as the server does, and works while the server runs.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});

async function main(): Promise<void> {
  const attached = await attachForMaintenance(readConfig(process.env), (line) => console.error(line));
  try {
    await withClient(attached.ownerConnection, async (client) => {
      if (!values.write) await client.query('set default_transaction_read_only = on');
      const run = async (statement: string) => {
        const { rows, rowCount, command } = await client.query<Record<string, unknown>>(statement);
        if (rows.length > 0) console.table(rows);
        console.log(`${command} ${rowCount ?? 0}`);
      };
      if (positionals.length > 0) return run(positionals.join(' '));
      const ask = () => process.stdout.write('sql> ');
      let typed = '';
      ask();
      for await (const line of createInterface({ input: process.stdin })) {
        if (line.trim() === '' && typed === '') break;
        typed += `${line}\n`;
        if (line.trimEnd().endsWith(';')) {
          await run(typed).catch((error: unknown) => console.error(error instanceof Error ? error.message : error));
          typed = '';
          ask();
        }
      }
    });
  } finally {
    await attached.stop();
  }
}

if (values.help) console.log(usage);
else {
  try {
    await main();
  } catch (error) {
    process.exitCode = 1;
    console.error(error instanceof Error ? error.message : error);
  }
}
