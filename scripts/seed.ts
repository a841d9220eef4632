// Fills an empty database with realistic sample data; also while the server runs.
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '#server/config.ts';
import { createCore } from '#server/core.ts';
import { ensureFirstAdministrator } from '#server/features/administrators/administrators.service.ts';
import { firstAdministratorNotice } from '#server/features/administrators/feature.ts';
import { temporaryPassword } from '#server/features/auth/password-hashing.ts';
import { ensureSettings } from '#server/features/settings/settings.service.ts';
import { insertMissingTiers } from '#server/features/tiers/tiers.queries.ts';
import type { BaseCore } from '#server/platform/base-core.ts';
import { attachForMaintenance } from '#server/platform/database/attach.ts';
import { notify } from '#server/platform/database/client.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import { seedAdministrator } from './seed/administrator.ts';
import { seedContent } from './seed/content.ts';
import { seedDeductions } from './seed/deductions.ts';
import { seedHistory } from './seed/history.ts';
import { seedLetters } from './seed/letters.ts';
import { seedMembers } from './seed/members.ts';
import { seedParticipations } from './seed/participations.ts';
import { seedShares } from './seed/shares.ts';
import { contentKinds, filledTables, tidyTables } from './seed/tables.ts';
import { seedVotes } from './seed/votes.ts';

const usage = `Fills an empty database with sample data: members of every status, news, conferences, pictures, links and messages.

  npm run seed                        60 members
  npm run seed -- --members 100000    any number of members
  npm run seed -- --content           without letters, votes, participants and what they did before: in half of the time
  npm run seed -- --force             also where there is something already: members are added, and what is missing

It uses DATA_DIR, DATABASE_URL, DATABASE_OWNER_URL, STORAGE_URL and FILES_KEY as the server does, and works while the server runs.
No mail is sent; all addresses are at example.org.`;

/** A wrong command line: shown without a stack. */
class UsageError extends Error {}

function readOptions(words: string[]) {
  try {
    const { values } = parseArgs({
      args: words,
      options: {
        members: { type: 'string', default: '60' },
        force: { type: 'boolean', default: false },
        content: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (!/^\d{1,7}$/.test(values.members)) throw new UsageError('--members takes a whole number below ten million.');
    return { ...values, members: Number(values.members) };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function main(words: string[]): Promise<void> {
  const options = readOptions(words);
  if (options.help) return console.log(usage);
  const config = readConfig(process.env);
  const note = (line: string) => console.error(line);
  const attached = await attachForMaintenance(config, note);
  const database = openDatabase(attached.connection, { log: note, poolSize: 4 });
  try {
    await migrate(attached);
    // Takes the lock that marks files being written as belonging to this process.
    await database.ready();
    const log = {
      info() {},
      warn: (_fields: object, text: string) => note(text),
      error: (_fields: object, text: string) => note(text),
    };
    const base: BaseCore = { config, database, storage: await openStorage(config), log };
    const core = await createCore(base);
    await ensureSettings(core);
    await insertMissingTiers(core.database);

    const filled = await filledTables(database);
    if (filled.length > 0 && !options.force) {
      throw new UsageError(`The database is not empty (${filled.join(', ')}). Add --force to fill it all the same.`);
    }
    const today = new Date();
    const password = temporaryPassword();
    const firstAdministrator = await ensureFirstAdministrator({ config, database });
    const missing = contentKinds.filter((kind) => !filled.includes(kind));
    await seedContent(core, missing, today, note);
    const administrator = await seedAdministrator(database, today);
    const login = await seedMembers(core, { count: options.members, today, password, administrator }, note);
    if (!options.content) {
      note('Adding payments of offices, changes, participants, letters …');
      await seedShares(database, administrator, today);
      await seedDeductions(core, administrator, today);
      await seedHistory(database, today);
      await seedParticipations(core, today);
      await seedLetters(database, today);
      note('Adding votes …');
      await seedVotes(core, today, login ?? '');
    }
    await tidyTables(attached);
    await notify(database, 'members');
    await notify(database, 'content');
    await core.files.close();
    console.log(
      `Sample data is in place: ${options.members} members${missing.length > 0 ? `, ${missing.join(', ')}` : ''}.`,
    );
    if (login)
      console.log(`A member to log in as (all others have the same password)\nE-mail: ${login}\nPassword: ${password}`);
    if (firstAdministrator) console.log(firstAdministratorNotice(firstAdministrator, config));
  } finally {
    await database.close();
    await attached.stop();
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = 1;
  if (error instanceof UsageError) console.error(`${error.message}\n\n${usage}`);
  else if (error instanceof ConfigError) console.error(error.message);
  else console.error(error instanceof Error ? error.message : error);
}
