import type { Config } from '#server/config.ts';
import type { Core } from '#server/core.ts';
import { holdLogin } from '#server/features/auth/auth.queries.ts';
import { liftLoginBounds } from '#server/features/auth/login-tries.ts';
import { hashPassword, temporaryPassword } from '#server/features/auth/password-hashing.ts';
import { deleteSessions } from '#server/features/auth/sessions.queries.ts';
import { passwordChanges, secondFactors } from '#server/features/auth/throttles.ts';
import { bundledStates } from '#server/features/locations/bundle.ts';
import { removedInWords } from '#server/features/passkeys/account-passkeys.ts';
import { countPasskeys } from '#server/features/passkeys/passkeys.queries.ts';
import { findSecondFactor } from '#server/features/second-factor/second-factor.queries.ts';
import { removeLost } from '#server/parts/proposals/proposals.queries.ts';
import type { Database, Transaction } from '#server/platform/database/client.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import type { DueMail } from '#server/platform/mail/kinds.ts';
import { stillWaits } from '#server/platform/mail/mail.queries.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { fullAdministrators, mailFullAdministrators } from '#server/platform/mail/to-office.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { forgetTries } from '#server/platform/throttles/throttles.queries.ts';
import { type Ended, ever, type TakeBack, type Taking } from '#server/taking-back.ts';
import { clock } from '#shared/clock.ts';
import { AppError, notFound, recordChanged } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { hasPower, type Powers, powerNeeded, powerTexts } from '#shared/powers.ts';
import {
  type AdministratorRow,
  countAdministrators,
  countOtherFull,
  disableInvitedBy,
  findActiveInvitedBy,
  findAdministratorByEmail,
  findAdministratorById,
  insertAdministrator,
  lockAdministrators,
  noteInvitation,
  setDisabled,
  setPowers,
  setProved,
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
        if (administrator && !administrator.invited) throw emailTakenError();
        const values = { email, powers: [...chosen.powers], states: [...chosen.states] };
        const id = administrator?.id ?? (await insertAdministrator(tx, values));
        if (!id) throw emailTakenError();
        if (administrator && input.powers) await changePowers(tx, administrator, chosen, caller.email);
        await setDisabled(tx, id, false);
        const now = clock.now();
        await noteInvitation(tx, id, caller.administratorId, now);
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
        const invited = (await findAdministratorById(tx, id))!;
        await tellFull(tx, config, caller, invited, administrator ? 'invited again' : 'invited', now);
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
        if (!disabled && administrator.disabled) await tellFull(tx, config, caller, administrator, 'enabled');
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
        const changed = (await findAdministratorById(tx, id))!;
        if (changed.version !== version) await tellFull(tx, config, caller, changed, 'other powers');
        return changed;
      });
    },
  };
}

/** Their mailbox is theirs: from now on they can be the second person, also if they came by a copied link. */
export const noteProved = (tx: Transaction, administratorId: string): Promise<void> => setProved(tx, administratorId);

/** Checks that the caller was not disabled, restricted or logged out while this call was waiting. @throws NOT_LOGGED_IN, POWER_NEEDED */
async function mustStillBeFull(tx: Transaction, caller: ActingAdministrator): Promise<void> {
  await holdLogin(tx, caller);
  const acting = await findAdministratorById(tx, caller.administratorId);
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

/**
 * Mails all with full powers at once what another administrator was given: somebody else may act in an account. Its owner gets the link
 * ‘This was not me’ with it.
 */
async function tellFull(
  tx: Transaction,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  caller: ActingAdministrator,
  administrator: AdministratorRow,
  what: 'invited' | 'invited again' | 'enabled' | 'other powers',
  now = clock.now(),
): Promise<void> {
  const { email: who } = administrator;
  const link = `${publicUrl}${paths.admin.administrators}`;
  const data = { who, what, powers: powersInWords(administrator), by: caller.email, link };
  for (const { id: administratorId, email: to } of await fullAdministrators(tx)) {
    if (to === who) continue;
    const since = administratorId === caller.administratorId ? now.toISOString() : '';
    await enqueueMail(tx, { kind: 'administrator-changed', to, data: { ...data, since }, administratorId });
  }
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

/**
 * As an account is taken back from somebody who may have used it: whom it has invited and who has not logged in yet is disabled, and
 * from a moment on everybody. All with full powers are mailed who is, and who was invited of late and can still log in.
 */
export async function endInvitationsOf(
  tx: Transaction,
  { subject, invitedSince }: Taking,
  ended: Ended,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Promise<void> {
  if (!('administratorId' in subject)) return;
  const { administratorId } = subject;
  const disabled = await disableInvitedBy(tx, administratorId, invitedSince);
  const active = await findActiveInvitedBy(tx, administratorId, limits.invitationsNamedDays);
  ended.disabled.push(...disabled);
  ended.active.push(...active);
  if (disabled.length + active.length === 0) return;
  const owner = (await findAdministratorById(tx, administratorId))!.email;
  const note = `the account of ${owner}, who had invited them, was taken back`;
  for (const { email } of disabled) {
    const action = 'disabled the administrator';
    await writeLog(tx, { kind: 'administrator', by: 'website', subject: email, action, note });
  }
  const data = {
    who: owner,
    disabled: disabled.map(({ email }) => email).join(', '),
    active: active.join(', '),
    link: `${publicUrl}${paths.admin.administrators}`,
  };
  await mailFullAdministrators(tx, { kind: 'invitations-ended', data });
}

/** What else follows for other administrators, in words for the screen; '' for nothing. */
export const invitedInWords = ({ disabled, active }: Pick<Ended, 'disabled' | 'active'>): string =>
  [
    disabled.length > 0 &&
      `Disabled, as this account had invited them: ${disabled.map(({ email }) => email).join(', ')}.`,
    active.length > 0 &&
      `This account has invited of late, please make sure who they are: ${[...new Set(active)].join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ');

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

  /** Ends the administrator's sessions, removes the passkeys, and resets the counters of wrong logins. @returns a temporary password, and what has ended @throws NOT_FOUND, WRONG_STATE while disabled */
  async resetPassword(
    database: Database,
    takeBack: TakeBack,
    email: string,
  ): Promise<{ password: string; ended: Ended }> {
    const password = temporaryPassword();
    const passwordHash = await hashPassword(password);
    const ended = await withAdministrator(database, email, async (tx, { id }) => {
      if (!(await setTemporaryPassword(tx, id, passwordHash, limits.temporaryPasswordDays))) {
        throw new AppError('WRONG_STATE', 'This administrator is disabled; please enable the account first.');
      }
      const all = await takeBack(tx, { subject: { administratorId: id }, passkeysSince: ever });
      const [action, note] = ['reset the password', removedInWords(all.passkeys)];
      await writeLog(tx, { kind: 'administrator', by: commandLine, subject: email, action, note });
      await liftLoginBounds(tx, 'admin', email);
      for (const kind of [passwordChanges, secondFactors]) await forgetTries(tx, kind, id);
      return all;
    });
    return { password, ended };
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
