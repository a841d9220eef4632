// Creates, lists, resets and disables administrators, and sets their powers; also while the server runs.
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '#server/config.ts';
import { type AdministratorRow, listAdministrators } from '#server/features/administrators/administrators.queries.ts';
import { invitedInWords, maintenance, powersInWords } from '#server/features/administrators/administrators.service.ts';
import { removedInWords } from '#server/features/passkeys/account-passkeys.ts';
import { takeBackOf } from '#server/features.ts';
import { attachForMaintenance } from '#server/platform/database/attach.ts';
import type { Database } from '#server/platform/database/client.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import type { TakeBack } from '#server/taking-back.ts';
import { powersSchema } from '#shared/contracts/administrators.ts';
import { AppError } from '#shared/errors.ts';
import { email as emailField } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { type Powers, powers } from '#shared/powers.ts';

const usage = `Administrators of the website.

  npm run admin -- list
  npm run admin -- create <e-mail>               makes one and prints a temporary password; may do everything, or with
                                                 --powers members,letters --state Kerala --state Goa only that
  npm run admin -- powers <e-mail> --powers <powers> [--state <State>]
                                                 says what one may do: ${powers.join(', ')};
                                                 without --state for all India
  npm run admin -- reset <e-mail>                prints a new temporary password and logs them out
  npm run admin -- disable <e-mail>              no login any more; they are logged out at once
  npm run admin -- enable <e-mail>
  npm run admin -- reset-second-factor <e-mail>  for a lost phone; they are logged out, and where a second factor
                                                 is required the next login sets up another

It uses DATA_DIR, DATABASE_URL and DATABASE_OWNER_URL as the server does, and works while the server runs.`;

const moment = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' });

/** A wrong command line: shown with the usage and without a stack. */
class UsageError extends Error {}

/** Passkeys are one too; whether they fit the site's present host is the site's to say. */
function secondFactorsOf({ secondFactor, passkeyHosts }: AdministratorRow): string {
  const count = passkeyHosts.length;
  const passkeys = count > 0 ? [`${count} ${count === 1 ? 'passkey' : 'passkeys'}`] : [];
  const all = [...(secondFactor ? ['authenticator app'] : []), ...passkeys];
  return all.length > 0 ? `second factor on (${all.join(', ')})` : 'second factor off';
}

async function list(database: Database): Promise<string> {
  const lines = (await listAdministrators(database)).map((administrator) =>
    [
      administrator.email,
      administrator.disabled ? 'disabled' : administrator.invited ? 'not logged in yet' : 'active',
      powersInWords(administrator),
      secondFactorsOf(administrator),
      administrator.lastLoginAt ? `last login ${moment.format(administrator.lastLoginAt)}` : 'never logged in',
    ].join(' · '),
  );
  return lines.length > 0 ? lines.join('\n') : 'There is no administrator.';
}

function passwordLines(email: string, password: string): string {
  return `E-mail: ${email}\nTemporary password: ${password}\nIt is valid for ${limits.temporaryPasswordDays} days; please change it after the login.`;
}

const commands: Record<
  string,
  (database: Database, email: string, powers: Powers, takeBack: TakeBack) => Promise<string>
> = {
  create: async (database, email, powers) => passwordLines(email, await maintenance.create(database, email, powers)),
  powers: async (database, email, powers) => `${email}: ${await maintenance.setPowers(database, email, powers)}`,
  async reset(database, email, _powers, takeBack) {
    const { password, ended } = await maintenance.resetPassword(database, takeBack, email);
    const removed = ended.passkeys > 0 ? `${removedInWords(ended.passkeys)}.` : '';
    return [passwordLines(email, password), removed, invitedInWords(ended)].filter(Boolean).join('\n');
  },
  async disable(database, email) {
    await maintenance.setDisabled(database, email, true);
    return `${email} is disabled.`;
  },
  async enable(database, email) {
    await maintenance.setDisabled(database, email, false);
    return `${email} is enabled.`;
  },
  async 'reset-second-factor'(database, email, _powers, takeBack) {
    const done = await maintenance.resetSecondFactor(database, takeBack, email);
    if (!done) return `The second factor of ${email} was off already.`;
    return [
      `The second factor of ${email} is off.`,
      ...(done.passkeys > 0 ? [`${removedInWords(done.passkeys)}.`] : []),
    ].join(' ');
  },
};

function options(words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: { powers: { type: 'string' }, state: { type: 'string', multiple: true } },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** The action for a command line. @throws UsageError */
function parse(words: string[]): (database: Database, takeBack: TakeBack) => Promise<string> {
  const { values, positionals } = options(words);
  const [command = '', address, ...rest] = positionals;
  if (command === 'list') {
    if (address !== undefined) throw new UsageError('"list" takes no further argument.');
    return list;
  }
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!run) throw new UsageError(`There is no command "${command}".`);
  const email = emailField('An e-mail is missing.', 'This is not an e-mail address.').safeParse(address);
  if (!email.success) throw new UsageError(email.error.issues[0]?.message ?? 'An e-mail is missing.');
  if (rest.length > 0) throw new UsageError('Only one e-mail can be given.');
  const takesPowers = command === 'create' || command === 'powers';
  if (!takesPowers && (values.powers !== undefined || values.state !== undefined)) {
    throw new UsageError(`"${command}" takes no powers.`);
  }
  if (command === 'powers' && values.powers === undefined) throw new UsageError('Say which with --powers.');
  const input = { powers: (values.powers ?? 'full').split(','), states: values.state ?? [] };
  const result = powersSchema.safeParse(input);
  if (!result.success) throw new UsageError(`${result.error.issues[0]?.message}.`);
  return (database, takeBack) => run(database, email.data, result.data, takeBack);
}

async function main(words: string[]): Promise<number> {
  if (words.length === 0 || words.some((word) => ['help', '--help', '-h'].includes(word))) {
    console.log(usage);
    return words.length === 0 ? 1 : 0;
  }
  const run = parse(words);
  // Results go to standard output, progress to standard error.
  const log = (line: string) => console.error(line);
  const config = readConfig(process.env);
  const attached = await attachForMaintenance(config, log);
  const database = openDatabase(attached.connection, { log, poolSize: 2 });
  try {
    await migrate(attached);
    console.log(await run(database, takeBackOf(config)));
    return 0;
  } finally {
    await database.close();
    await attached.stop();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = 1;
  if (error instanceof UsageError) console.error(`${error.message}\n\n${usage}`);
  else if (error instanceof AppError || error instanceof ConfigError) console.error(error.message);
  else console.error(error instanceof Error ? error.message : error);
}
