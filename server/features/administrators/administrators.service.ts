import type { Config } from '#server/config.ts';
import type { Core } from '#server/core.ts';
import type { Database, Transaction } from '#server/database/client.ts';
import { liftLoginBounds } from '#server/features/auth/login-tries.ts';
import { hashPassword } from '#server/features/auth/password-hashing.ts';
import { temporaryPassword } from '#server/features/auth/random-secrets.ts';
import { revokeSessions } from '#server/features/auth/sessions.service.ts';
import { passwordChanges, secondFactors } from '#server/features/auth/throttles.ts';
import { removeSecondFactor } from '#server/features/second-factor/second-factor.queries.ts';
import { writeLog } from '#server/log/log.queries.ts';
import { enqueueMail } from '#server/mail/outbox.ts';
import { forgetTries } from '#server/throttles/throttles.queries.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import {
  type Administrator,
  countAdministrators,
  countOtherActive,
  findAdministratorByEmail,
  findAdministratorById,
  insertAdministrator,
  lockAdministrators,
  setDisabled,
  setTemporaryPassword,
} from './administrators.queries.ts';

const taken = () => {
  const message = 'There is already an administrator with this e-mail.';
  return new AppError('EMAIL_TAKEN', message, { fields: { email: message } });
};
const nobody = () => notFound('This administrator');

/** Who acts when it is not an administrator in the office: somebody with access to the server itself. */
const commandLine = 'command line';

/**
 * Makes the first administrator when there is none. Of several processes that start together exactly one makes it.
 * @returns null when there was one; else how to log in. `random` tells that nobody knows the password yet: it must be
 * shown now, because only its hash is stored
 */
export async function ensureFirstAdministrator({
  config,
  database,
}: {
  config: Pick<Config, 'adminEmail' | 'adminPassword'>;
  database: Database;
}): Promise<{ email: string; password: string; random: boolean } | null> {
  if ((await countAdministrators(database)) > 0) return null;
  const email = config.adminEmail;
  const password = config.adminPassword ?? temporaryPassword();
  const passwordHash = await hashPassword(password);
  return database.transaction(async (tx) => {
    await lockAdministrators(tx);
    if ((await countAdministrators(tx)) > 0) return null;
    await insertAdministrator(tx, { email, passwordHash });
    await writeLog(tx, {
      kind: 'administrator',
      by: 'website',
      subject: email,
      action: 'made the first administrator',
    });
    return { email, password, random: config.adminPassword === undefined };
  });
}

/** Who administers. */
export function createAdministratorsService({ config, database }: Core) {
  return {
    /**
     * Makes an administrator without a password and queues the mail that brings a temporary one. Somebody whose invitation
     * has not been used is invited again.
     * @returns true when it is such a second invitation
     * @throws EMAIL_TAKEN
     */
    async invite(caller: { email: string }, email: string): Promise<boolean> {
      return database.transaction(async (tx) => {
        await lockAdministrators(tx);
        const known = await findAdministratorByEmail(tx, email);
        if (known && (known.disabled || !known.invited)) throw taken();
        const id = known?.id ?? (await insertAdministrator(tx, { email }));
        if (!id) throw taken();
        await enqueueMail(tx, {
          kind: 'administrator-invitation',
          to: email,
          data: { link: `${config.publicUrl}/admin/Login` },
          administratorId: id,
        });
        const action = known ? 'invited the administrator again' : 'invited an administrator';
        await writeLog(tx, { kind: 'administrator', by: caller.email, subject: email, action });
        return known !== undefined;
      });
    },

    /**
     * Disables an administrator, whose sessions end at once, or enables one.
     * @throws NOT_FOUND; WRONG_STATE for oneself and for the last one who can log in
     */
    async setDisabled(
      caller: { administratorId: string; email: string },
      id: string,
      disabled: boolean,
    ): Promise<void> {
      if (disabled && id === caller.administratorId) {
        throw new AppError('WRONG_STATE', 'You cannot disable yourself. Another administrator can.');
      }
      await database.transaction(async (tx) => {
        await lockAdministrators(tx);
        const acting = await findAdministratorById(tx, caller.administratorId);
        // Disabled by somebody else while this call was waiting.
        if (!acting || acting.disabled) throw new AppError('NOT_LOGGED_IN', 'Please log in.');
        const administrator = await findAdministratorById(tx, id);
        if (!administrator) throw nobody();
        await changeDisabled(tx, administrator, disabled, caller.email);
      });
    },
  };
}

/**
 * Makes the temporary password of an invitation at the moment it is mailed.
 * @returns null when there is nobody to invite any more
 */
export async function makeInvitationPassword(database: Database, administratorId: string): Promise<string | null> {
  const password = temporaryPassword();
  const passwordHash = await hashPassword(password);
  return database.transaction(async (tx) => {
    await lockAdministrators(tx);
    const administrator = await findAdministratorById(tx, administratorId);
    if (!administrator?.invited) return null;
    const set = await setTemporaryPassword(tx, administratorId, passwordHash, limits.temporaryPasswordDays);
    return set ? password : null;
  });
}

async function changeDisabled(tx: Transaction, { id, email }: Administrator, disabled: boolean, by: string) {
  if (disabled && (await countOtherActive(tx, id)) === 0) {
    throw new AppError('WRONG_STATE', 'This is the last administrator who can log in.');
  }
  if (!(await setDisabled(tx, id, disabled))) return;
  if (disabled) await revokeSessions(tx, { administratorId: id });
  const action = disabled ? 'disabled the administrator' : 'enabled the administrator';
  await writeLog(tx, { kind: 'administrator', by, subject: email, action });
}

/** What `npm run admin` does; whoever may run it has the database in hand anyway. E-mails are in lower case. */
export const maintenance = {
  /** @returns a temporary password @throws EMAIL_TAKEN */
  async create(database: Database, email: string): Promise<string> {
    const password = temporaryPassword();
    const passwordHash = await hashPassword(password);
    await database.transaction(async (tx) => {
      await lockAdministrators(tx);
      const id = await insertAdministrator(tx, { email });
      if (!id) throw taken();
      await setTemporaryPassword(tx, id, passwordHash, limits.temporaryPasswordDays);
      await writeLog(tx, { kind: 'administrator', by: commandLine, subject: email, action: 'made an administrator' });
    });
    return password;
  },

  /** Ends the administrator's sessions, and forgets wrong tries to log in. @returns a temporary password @throws NOT_FOUND, WRONG_STATE while disabled */
  async resetPassword(database: Database, email: string): Promise<string> {
    const password = temporaryPassword();
    const passwordHash = await hashPassword(password);
    await withAdministrator(database, email, async (tx, { id }) => {
      if (!(await setTemporaryPassword(tx, id, passwordHash, limits.temporaryPasswordDays))) {
        throw new AppError('WRONG_STATE', 'This administrator is disabled; please enable the account first.');
      }
      await revokeSessions(tx, { administratorId: id });
      await writeLog(tx, { kind: 'administrator', by: commandLine, subject: email, action: 'reset the password' });
      await liftLoginBounds(tx, 'admin', email);
      for (const kind of [passwordChanges, secondFactors]) await forgetTries(tx, kind, id);
    });
    return password;
  },

  /** @throws NOT_FOUND; WRONG_STATE for the last one who can log in */
  async setDisabled(database: Database, email: string, disabled: boolean): Promise<void> {
    await withAdministrator(database, email, (tx, administrator) =>
      changeDisabled(tx, administrator, disabled, commandLine),
    );
  },

  /** For somebody whose phone and recovery codes are lost. @returns false when it was off @throws NOT_FOUND */
  async resetSecondFactor(database: Database, email: string): Promise<boolean> {
    return withAdministrator(database, email, async (tx, { id }) => {
      const subject = { administratorId: id };
      if (!(await removeSecondFactor(tx, subject))) return false;
      await revokeSessions(tx, subject);
      const action = 'lifted the second factor';
      await writeLog(tx, { kind: 'administrator', by: commandLine, subject: email, action });
      await enqueueMail(tx, {
        kind: 'second-factor-changed',
        to: email,
        data: { name: '', change: 'lifted' },
        ...subject,
      });
      await forgetTries(tx, secondFactors, id);
      return true;
    });
  },
};

async function withAdministrator<T>(
  database: Database,
  email: string,
  work: (tx: Transaction, administrator: Administrator) => Promise<T>,
): Promise<T> {
  return database.transaction(async (tx) => {
    await lockAdministrators(tx);
    const administrator = await findAdministratorByEmail(tx, email);
    if (!administrator) throw nobody();
    return work(tx, administrator);
  });
}
