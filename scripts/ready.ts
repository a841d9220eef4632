// `npm run ready`: prints what the site lacks before the association can begin. It changes nothing.
import { readConfig } from '#server/config.ts';
import { readChecks } from '#server/features/ready/ready.service.ts';
import { features } from '#server/features.ts';
import { attachForMaintenance } from '#server/platform/database/attach.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';

const marks = { ok: 'ok        ', missing: 'MISSING   ', wrong: 'WRONG     ', 'not needed': 'not needed' };

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const attached = await attachForMaintenance(config, () => {});
  const database = openDatabase(attached.connection);
  try {
    await database.ready();
    const { data, ready } = await readChecks({ config, database }, features);
    for (const { id, state, found, act } of [...data].sort((a, b) => Number(b.necessary) - Number(a.necessary))) {
      const what = act
        ? ` ${'tell' in act ? act.tell.replaceAll('\n\n', ' ').replaceAll('\n', '; ') : `${act.text}: ${config.publicUrl}${act.href}`}`
        : '';
      console.log(`${marks[state]}  ${id}: ${found}${what}`);
    }
    if (!ready) process.exitCode = 1;
  } finally {
    await database.close();
    await attached.stop();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
