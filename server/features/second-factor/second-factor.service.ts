import type { Core } from '#server/core.ts';
import { beginReadingHour } from '#server/features/access-audit/reading.service.ts';
import { holdLogin } from '#server/features/auth/auth.queries.ts';
import { deleteSessions, markConfirmed, markTwoFactors, type Subject } from '#server/features/auth/sessions.queries.ts';
import { secondFactors } from '#server/features/auth/throttles.ts';
import { removedInWords } from '#server/features/passkeys/account-passkeys.ts';
import { countPasskeys, countUsable, hasCodes } from '#server/features/passkeys/passkeys.queries.ts';
import { proveSelf } from '#server/features/passkeys/passkeys.service.ts';
import {
  holdSecondFactorRule,
  isSecondFactorRequired,
  setSecondFactorRequired,
} from '#server/features/settings/settings.queries.ts';
import type { Reach } from '#server/platform/database/reach.ts';
import type { ActingAdministrator, Auth } from '#server/platform/http/access.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { countTry, forgetTries } from '#server/platform/throttles/throttles.queries.ts';
import { ever } from '#server/taking-back.ts';
import { AppError, orNotFound } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { hasPasskey, type OwnProof } from '#shared/own-proof.ts';
import { passkeyHost } from '#shared/passkeys.ts';
import { withIdentity, wrongCode } from './identity.ts';
import { findOwner, self, tellOwner } from './owner.ts';
import * as queries from './second-factor.queries.ts';
import { hashOfRecoveryCode, newRecoveryCodes, newTotpSecret, stepOfCode, totpAddress } from './totp.ts';

const alreadyOn = () => new AppError('WRONG_STATE', 'The second factor is already on. Please turn it off first.');
const alreadyOff = () => new AppError('WRONG_STATE', 'The second factor is already off.');

/** The second factor of members and administrators. */
export function createSecondFactorService(core: Core) {
  const { config, database } = core;
  const host = passkeyHost(config.publicUrl);
  return {
    async state(subject: Subject) {
      const factor = await queries.findSecondFactor(database, subject);
      return {
        enabled: factor?.on ?? false,
        recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0,
        required: 'administratorId' in subject && (await isSecondFactorRequired(database)),
        passkeys: await countUsable(database, subject, host),
      };
    },

    /**
     * Confirms a session for some minutes for calls that need it.
     * @throws WRONG_PASSWORD at field `password`, WRONG_CODE at field `code`, TOO_MANY; PASSKEY_REFUSED; SECOND_FACTOR_REQUIRED for a
     *   password beside a passkey, where two factors are required
     */
    async confirmSession(auth: Auth, input: OwnProof & { code: string }): Promise<void> {
      if (auth.role === 'admin' && auth.lacksSecondFactor === 'prove' && !hasPasskey(input)) {
        throw new AppError('SECOND_FACTOR_REQUIRED', messages.secondFactor.passkey);
      }
      const owner = await self(database, auth);
      const action = hasPasskey(input) ? 'confirmed with a passkey' : 'gave the password again';
      await withIdentity(core, auth, owner, input, async (tx, { twoFactors, note }) => {
        await markConfirmed(tx, auth.sessionId, limits.confirmedMinutes, twoFactors);
        if (auth.role === 'admin') await beginReadingHour(tx, auth.administratorId);
        await writeLog(tx, { ...owner.line, kind: 'login', action, note: hasPasskey(input) ? '' : note });
      });
    },

    /**
     * Makes a secret for an authenticator app; a code from the app has to confirm it.
     * @throws WRONG_PASSWORD, WRONG_STATE when it is on already, TOO_MANY; PASSKEY_REFUSED
     */
    async begin(auth: Auth, proof: OwnProof) {
      const owner = await self(database, auth);
      if (owner.factor?.on) throw alreadyOn();
      await proveSelf(core, auth, owner.passwordHash, proof);
      const secret = newTotpSecret();
      const begun = await database.transaction(async (tx) => {
        await holdLogin(tx, auth);
        return queries.putPendingSecret(tx, owner.subject, secret);
      });
      if (!begun) throw alreadyOn();
      return { secret, uri: totpAddress(secret, owner.email) };
    },

    /**
     * Turns the second factor on and ends all other sessions, which were created without it.
     * @returns the recovery codes, which are never shown again
     * @throws WRONG_CODE, WRONG_STATE, TOO_MANY
     */
    async confirm(caller: Auth, code: string): Promise<string[]> {
      const owner = await self(database, caller);
      const { subject, id, factor } = owner;
      if (factor?.on) throw alreadyOn();
      if (!factor) throw new AppError('WRONG_STATE', 'Please begin again with a new QR code.');
      await countTry(database, secondFactors, id);
      const { secret } = factor;
      const step = stepOfCode(secret, code);
      if (step === null) throw wrongCode('This code is incorrect. Please enter the one that the app is showing now.');
      const codes = newRecoveryCodes();
      await database.transaction(async (tx) => {
        const recoveryCodes = codes.map(hashOfRecoveryCode);
        await holdLogin(tx, caller);
        const since = await queries.enableSecondFactor(tx, subject, { secret, step, recoveryCodes });
        if (!since) throw alreadyOn();
        await deleteSessions(tx, subject, caller.sessionId);
        await writeLog(tx, { ...owner.line, action: 'turned the second factor on' });
        await tellOwner(tx, owner, 'on', since);
        await forgetTries(tx, secondFactors, id);
      });
      return codes;
    },

    /**
     * Replaces all recovery codes.
     * @returns the codes, which are never shown again
     * @throws WRONG_PASSWORD, WRONG_CODE, WRONG_STATE when the second factor is off, TOO_MANY
     */
    async renewRecoveryCodes(auth: Auth, input: OwnProof & { code: string }): Promise<string[]> {
      const owner = await self(database, auth);
      if (!owner.factor?.on) throw alreadyOff();
      const codes = newRecoveryCodes();
      await withIdentity(core, auth, owner, input, async (tx, { note }) => {
        if (!(await queries.replaceRecoveryCodes(tx, owner.subject, codes.map(hashOfRecoveryCode)))) throw alreadyOff();
        await writeLog(tx, { ...owner.line, action: 'made new recovery codes', note });
        await tellOwner(tx, owner, 'codes');
      });
      return codes;
    },

    /** @throws WRONG_PASSWORD, WRONG_CODE, WRONG_STATE when it is off or required, TOO_MANY */
    async disable(auth: Auth, input: OwnProof & { code: string }): Promise<void> {
      const owner = await self(database, auth);
      if (!owner.factor?.on) throw alreadyOff();
      await withIdentity(core, auth, owner, input, async (tx, { note }) => {
        // Locked against a concurrent change of this rule.
        if ('administratorId' in owner.subject && (await holdSecondFactorRule(tx))) {
          if ((await countUsable(tx, owner.subject, host)) === 0) {
            throw new AppError('WRONG_STATE', 'The association requires a second factor of every administrator.');
          }
          await markTwoFactors(tx, auth.sessionId);
        }
        if (!(await queries.removeSecondFactor(tx, owner.subject))) throw alreadyOff();
        await writeLog(tx, { ...owner.line, action: 'turned the second factor off', note });
        await tellOwner(tx, owner, 'off');
      });
    },

    /**
     * Turns a member's second factor off for the office, if phone and recovery codes are lost, removes the passkeys, and ends the
     * member's sessions.
     * @throws NOT_FOUND, WRONG_STATE when there is neither
     */
    async lift(memberId: string, by: string, reach: Reach): Promise<void> {
      await database.transaction(async (tx) => {
        const owner = orNotFound(await findOwner(tx, { memberId }, reach), 'This member');
        const { subject } = owner;
        if (!owner.factor?.on && (await countPasskeys(tx, subject)) === 0) throw alreadyOff();
        const { passkeys: removed } = await core.takeBack(tx, { subject, passkeysSince: ever, factorSince: ever });
        await writeLog(tx, { ...owner.line, by, action: 'lifted the second factor', note: removedInWords(removed) });
        await tellOwner(tx, owner, 'lifted');
        await forgetTries(tx, secondFactors, memberId);
      });
    },

    /**
     * Sets whether all administrators need a second factor.
     * @throws WRONG_STATE for an administrator without one
     */
    async require(caller: ActingAdministrator, required: boolean): Promise<void> {
      await database.transaction(async (tx) => {
        // First, so that the caller's own cannot be turned off between its check and this.
        if (!(await setSecondFactorRequired(tx, required))) return;
        const subject = { administratorId: caller.administratorId };
        const has = (await hasCodes(tx, caller.administratorId)) || (await countUsable(tx, subject, host)) > 0;
        if (required && !has) {
          throw new AppError('WRONG_STATE', 'Please set up your own second factor first, under Change Password.');
        }
        const action = required
          ? 'made a second factor a requirement for administrators'
          : 'ended the requirement of a second factor for administrators';
        await writeLog(tx, { kind: 'administrator', by: caller.email, action });
      });
    },
  };
}
