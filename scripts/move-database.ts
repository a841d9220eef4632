// `npm run move-database`: copies the database into an empty PostgreSQL, and compares both.

import { readConfig } from '#server/config.ts';
import { moveDatabase } from '#server/platform/backup/move-database.ts';

const usage = `npm run move-database

Copies the database of the environment (the embedded one, or that of DATABASE_URL) into the empty database of
TO_DATABASE_URL (and TO_DATABASE_OWNER_URL), while no server runs. Addresses hold passwords, so they are not arguments.`;

async function main(): Promise<void> {
  const { TO_DATABASE_URL, TO_DATABASE_OWNER_URL } = process.env;
  if (!TO_DATABASE_URL || process.argv.length > 2) throw new Error(usage);
  const from = readConfig(process.env);
  const to = readConfig({
    ...process.env,
    DATABASE_URL: TO_DATABASE_URL,
    DATABASE_OWNER_URL: TO_DATABASE_OWNER_URL,
  });
  const rows = await moveDatabase(from, to, (line) => console.log(line));
  console.log(`${rows} rows were copied and compared. Now set DATABASE_URL to the value of TO_DATABASE_URL
(and DATABASE_OWNER_URL to that of TO_DATABASE_OWNER_URL) and start the site. The database it came from is as it was;
delete it when the site has run on the new one for a while.`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
