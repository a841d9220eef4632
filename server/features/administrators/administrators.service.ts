import type { Config } from '#server/config.ts';
import type { Core } from '#server/core.ts';
import { liftLoginBounds } from '#server/features/auth/login-tries.ts';
import { hashPassword, temporaryPassword } from '#server/features/auth/password-hashing.ts';
import { deleteSessions } from '#server/features/auth/sessions.queries.ts';
import { passwordChanges, secondFactors } from '#server/features/auth/throttles.ts';
import { bundledStates } from '#server/features/locations/bundle.ts';
import { removedInWords } from '#server/features/passkeys/account-passkeys.ts';
import { countPasskeys } from '#server/features/passkeys/passkeys.queries.ts';
import { removeLost } from '#server/features/proposals/proposals.queries.ts';
import { findSecondFactor } from '#server/features/second-factor/second-factor.queries.ts';
import type { Database, Transaction } from '#server/platform/database/client.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import type { DueMail } from '#server/platform/mail/kinds.ts';
import { stillWaits } from '#server/platform/mail/mail.queries.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { forgetTries } from '#server/platform/throttles/throttles.queries.ts';
import { ever, type TakeBack } from '#server/taking-back.ts';
import { AppError, notFound, recordChanged } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { hasPower, type Powers, powerNeeded, powerTexts } from '#shared/powers.ts';
import {
  type AdministratorRow,
  countAdministrators,
  countOtherFull,
  findAdministratorByEmail,
  findAdministratorById,
  insertAdministrator,
  lockAdministrators,
  setDisabled,
  setPowers,
  setTemporaryPassword,
} from './administrators.queries.ts';

const emailTakenError = () => {
  const message = 'There is already an administrator with this e-mail.';
  return new AppError('EMAIL_TAKEN', message, { fields: { email: message } });
};
const nobody = () => notFound('This administrator');

/** The actor in the log for commands on the server itself. */
const commandLine = 'command line';

/**
 * Creates the first administrator if there is none. Of several processes that start together exactly one does.
 * @returns null if there was one; else how to log in. With `random` the password must be
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

/** The administrators and their powers. */
export function createAdministratorsService({ config, database, takeBack }: Core) {
  return {
    /**
     * Creates an administrator without a password and queues the mail that brings a temporary one. An unused invitation
     * is sent again.
     * @returns null for a new one; for one that is sent again how many passkeys were removed
     * @throws EMAIL_TAKEN
     */
    async invite(caller: ActingAdministrator, email: string, input: Partial<Powers> = {}): Promise<number | null> {
      const chosen = { powers: input.powers ?? ['full'], states: input.states ?? [] } as const;
      mustBeStates(chosen.states);
      return database.transaction(async (tx) => {
        await lockAdministrators(tx);
        await mustStillBeFull(tx, caller);
        const administrator = await findAdministratorByEmail(tx, email);
        if (administrator && (administrator.disabled || !administrator.invited)) throw emailTakenError();
        const values = { email, powers: [...chosen.powers], states: [...chosen.states] };
        const id = administrator?.id ?? (await insertAdministrator(tx, values));
        if (!id) throw emailTakenError();
        if (administrator && input.powers) await changePowers(tx, administrator, chosen, caller.email);
        // Somebody invited again has lost the earlier way in, or had it taken.
        const again = { subject: { administratorId: id }, passkeysSince: ever };
        const { passkeys: removed } = administrator ? await takeBack(tx, again) : { passkeys: 0 };
        await enqueueMail(tx, {
          kind: 'administrator-invitation',
          to: email,
          data: { link: `${config.publicUrl}/admin/Login` },
          administratorId: id,
        });
        const action = administrator ? 'invited the administrator again' : 'invited an administrator';
        const note = administrator ? removedInWords(removed) : powersInWords(chosen);
        await writeLog(tx, { kind: 'administrator', by: caller.email, subject: email, action, note });
        return administrator ? removed : null;
      });
    },

    /**
     * Disables an administrator, which ends their sessions at once, or enables one.
     * @throws NOT_FOUND; WRONG_STATE for oneself; LAST_FULL
     */
    async setDisabled(caller: ActingAdministrator, id: string, disabled: boolean): Promise<void> {
      if (disabled && id === caller.administratorId) {
        throw new AppError('WRONG_STATE', 'You cannot disable yourself. Another administrator can.');
      }
      await database.transaction(async (tx) => {
        await lockAdministrators(tx);
        await mustStillBeFull(tx, caller);
        const administrator = await findAdministratorById(tx, id);
        if (!administrator) throw nobody();
        await changeDisabled(tx, administrator, disabled, caller.email, caller.administratorId);
      });
    },

    /**
     * Sets another administrator's powers, from the next call on, and mails them.
     * @throws NOT_FOUND, WRONG_STATE for oneself, RECORD_CHANGED, LAST_FULL, VALIDATION for an unknown State
     */
    async setPowers(
      caller: ActingAdministrator,
      id: string,
      powers: Powers,
      version: number,
    ): Promise<AdministratorRow> {
      mustBeStates(powers.states);
      return database.transaction(async (tx) => {
        await lockAdministrators(tx);
        await mustStillBeFull(tx, caller);
        const administrator = await findAdministratorById(tx, id);
        if (!administrator) throw nobody();
        if (id === caller.administratorId) {
          throw new AppError('WRONG_STATE', 'You cannot change your own powers. Another administrator can.');
        }
        if (version !== administrator.version) throw recordChanged();
        await changePowers(tx, administrator, powers, caller.email, caller.administratorId);
        return (await findAdministratorById(tx, id))!;
      });
    },
  };
}

/** Checks that the caller was not disabled or restricted while this call was waiting. @throws NOT_LOGGED_IN, POWER_NEEDED */
async function mustStillBeFull(tx: Transaction, { administratorId }: ActingAdministrator): Promise<void> {
  const acting = await findAdministratorById(tx, administratorId);
  if (!acting || acting.disabled) throw new AppError('NOT_LOGGED_IN', serverMessages.notLoggedIn);
  if (!hasPower(acting, 'full')) throw powerNeeded('full');
}

/** @throws VALIDATION at `states` for a State that is not spelt as in the list */
function mustBeStates(states: readonly string[]): void {
  const wrong = states.find((state) => !bundledStates.includes(state));
  if (wrong === undefined) return;
  const message = messages.powers.state;
  throw new AppError('VALIDATION', message, { fields: { states: message } });
}

/** Such as 'Members, Letters for Goa, Kerala'. */
export const powersInWords = ({ powers, states }: Powers): string =>
  `${powers.map((power) => powerTexts[power].name).join(', ')} for ${states.length === 0 ? 'all India' : states.join(', ')}`;

/** The caller has logged in, so counts as one. @throws LAST_FULL */
async function mustLeaveOneFull(tx: Transaction, id: string, actingId?: string): Promise<void> {
  if (actingId !== undefined && actingId !== id) return;
  if ((await countOtherFull(tx, id)) > 0) return;
  throw new AppError('LAST_FULL', 'This is the last administrator with the power ‘Full’ who has logged in.');
}

async function changePowers(tx: Transaction, before: AdministratorRow, powers: Powers, by: string, actingId?: string) {
  const { id, email } = before;
  const [from, to] = [powersInWords(before), powersInWords(powers)];
  if (from === to) return;
  if (hasPower(before, 'full') && !hasPower(powers, 'full')) await mustLeaveOneFull(tx, id, actingId);
  await setPowers(tx, id, powers);
  await removeLost(tx, id);
  await writeLog(tx, { kind: 'administrator', by, subject: email, action: 'changed the powers', from, to });
  const meaning = powers.powers.map((power) => `${powerTexts[power].name}: ${powerTexts[power].meaning}`).join(' ');
  const data = { by, powers: to, meaning };
  await enqueueMail(tx, { kind: 'powers-changed', to: email, data, administratorId: id });
}

/**
 * Makes the temporary password of an invitation when it is mailed.
 * @returns null when the invitation is no longer valid
 */
export async function makeInvitationPassword(
  { database, takeBack }: Pick<Core, 'database' | 'takeBack'>,
  administratorId: string,
  due?: Pick<DueMail, 'id'>,
): Promise<string | null> {
  const password = temporaryPassword();
  const passwordHash = await hashPassword(password);
  return database.transaction(async (tx) => {
    await lockAdministrators(tx);
    const administrator = await findAdministratorById(tx, administratorId);
    if (!administrator?.invited || (due && !(await stillWaits(tx, due)))) return null;
    const set = await setTemporaryPassword(tx, administratorId, passwordHash, limits.temporaryPasswordDays);
    if (!set) return null;
    await takeBack(tx, { subject: { administratorId }, exceptMailId: due?.id });
    return password;
  });
}

async function changeDisabled(
  tx: Transaction,
  administrator: AdministratorRow,
  disabled: boolean,
  by: string,
  actingId?: string,
) {
  const { id, email } = administrator;
  if (disabled && hasPower(administrator, 'full')) await mustLeaveOneFull(tx, id, actingId);
  if (!(await setDisabled(tx, id, disabled))) return;
  if (disabled) {
    await deleteSessions(tx, { administratorId: id });
    await removeLost(tx, id);
  }
  const action = disabled ? 'disabled the administrator' : 'enabled the administrator';
  await writeLog(tx, { kind: 'administrator', by, subject: email, action });
}

/** The commands of `npm run admin`; only people with access to the database can run it. E-mails are in lower case. */
export const maintenance = {
  /** @returns a temporary password @throws EMAIL_TAKEN */
  async create(database: Database, email: string, powers: Powers = { powers: ['full'], states: [] }): Promise<string> {
    mustBeStates(powers.states);
    const password = temporaryPassword();
    const passwordHash = await hashPassword(password);
    await database.transaction(async (tx) => {
      await lockAdministrators(tx);
      const values = { email, powers: [...powers.powers], states: [...powers.states] };
      const id = await insertAdministrator(tx, values);
      if (!id) throw emailTakenError();
      await setTemporaryPassword(tx, id, passwordHash, limits.temporaryPasswordDays);
      const note = powersInWords(powers);
      await writeLog(tx, {
        kind: 'administrator',
        by: commandLine,
        subject: email,
        action: 'made an administrator',
        note,
      });
    });
    return password;
  },

  /** Ends the administrator's sessions, removes the passkeys, and resets the counters of wrong logins. @returns a temporary password, and how many passkeys were removed @throws NOT_FOUND, WRONG_STATE while disabled */
  async resetPassword(
    database: Database,
    takeBack: TakeBack,
    email: string,
  ): Promise<{ password: string; passkeys: number }> {
    const password = temporaryPassword();
    const passwordHash = await hashPassword(password);
    const passkeys = await withAdministrator(database, email, async (tx, { id }) => {
      if (!(await setTemporaryPassword(tx, id, passwordHash, limits.temporaryPasswordDays))) {
        throw new AppError('WRONG_STATE', 'This administrator is disabled; please enable the account first.');
      }
      const { passkeys: removed } = await takeBack(tx, { subject: { administratorId: id }, passkeysSince: ever });
      const [action, note] = ['reset the password', removedInWords(removed)];
      await writeLog(tx, { kind: 'administrator', by: commandLine, subject: email, action, note });
      await liftLoginBounds(tx, 'admin', email);
      for (const kind of [passwordChanges, secondFactors]) await forgetTries(tx, kind, id);
      return removed;
    });
    return { password, passkeys };
  },

  /** @throws NOT_FOUND; WRONG_STATE for the last one who can log in */
  async setDisabled(database: Database, email: string, disabled: boolean): Promise<void> {
    await withAdministrator(database, email, (tx, administrator) =>
      changeDisabled(tx, administrator, disabled, commandLine),
    );
  },

  /** @throws NOT_FOUND, LAST_FULL, VALIDATION for an unknown State */
  async setPowers(database: Database, email: string, powers: Powers): Promise<string> {
    mustBeStates(powers.states);
    await withAdministrator(database, email, (tx, administrator) =>
      changePowers(tx, administrator, powers, commandLine),
    );
    return powersInWords(powers);
  },

  /** For an administrator whose phone and recovery codes are lost. Removes the passkeys, too. @returns null when there was neither @throws NOT_FOUND */
  async resetSecondFactor(database: Database, takeBack: TakeBack, email: string): Promise<{ passkeys: number } | null> {
    return withAdministrator(database, email, async (tx, { id }) => {
      const subject = { administratorId: id };
      const hasPasskeys = (await countPasskeys(tx, subject)) > 0;
      if (!hasPasskeys && !(await findSecondFactor(tx, subject))?.on) return null;
      const { passkeys: removed } = await takeBack(tx, { subject, passkeysSince: ever, factorSince: ever });
      const action = 'lifted the second factor';
      const note = removedInWords(removed);
      await writeLog(tx, { kind: 'administrator', by: commandLine, subject: email, action, note });
      await enqueueMail(tx, {
        kind: 'second-factor-changed',
        to: email,
        data: { name: '', change: 'lifted', since: '' },
        ...subject,
      });
      await forgetTries(tx, secondFactors, id);
      return { passkeys: removed };
    });
  },
};

async function withAdministrator<T>(
  database: Database,
  email: string,
  work: (tx: Transaction, administrator: AdministratorRow) => Promise<T>,
): Promise<T> {
  return database.transaction(async (tx) => {
    await lockAdministrators(tx);
    const administrator = await findAdministratorByEmail(tx, email);
    if (!administrator) throw nobody();
    return work(tx, administrator);
  });
}
