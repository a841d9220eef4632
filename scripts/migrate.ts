// `npm run migrate`: migrates the tables as their owner, for servers without DATABASE_OWNER_URL.
import { readConfig } from '#server/config.ts';
import { attachForMaintenance } from '#server/platform/database/attach.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { explainFailure } from '#server/platform/explain-failure.ts';

async function main(config: ReturnType<typeof readConfig>): Promise<void> {
  const attached = await attachForMaintenance(config, (line) => console.error(line));
  try {
    await migrate(attached);
    console.log('The tables are up to date.');
  } finally {
    await attached.stop();
  }
}

try {
  const config = readConfig(process.env);
  await main(config).catch((error) => {
    throw new Error(explainFailure(error, config));
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
