import type { Core } from '#server/core.ts';
import type { Subject } from '#server/features/auth/sessions.queries.ts';
import { revokeSessions } from '#server/features/auth/sessions.service.ts';
import { secondFactors } from '#server/features/auth/throttles.ts';
import { setSecondFactorRequired } from '#server/features/settings/settings.queries.ts';
import type { Reach } from '#server/platform/database/reach.ts';
import type { ActingAdministrator, Auth } from '#server/platform/http/access.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { countTry, forgetTries } from '#server/platform/throttles/throttles.queries.ts';
import { AppError, orNotFound } from '#shared/errors.ts';
import { confirmPassword, withIdentity, wrongCode } from './identity.ts';
import { findOwner, self, tellOwner } from './owner.ts';
import * as queries from './second-factor.queries.ts';
import { hashOfRecoveryCode, newRecoveryCodes, newTotpSecret, stepOfCode, totpAddress } from './totp.ts';

const alreadyOn = () => new AppError('WRONG_STATE', 'The second factor is already on. Please turn it off first.');
const alreadyOff = () => new AppError('WRONG_STATE', 'The second factor is already off.');

/** The second factor of members and administrators. */
export function createSecondFactorService({ database }: Core) {
  return {
    async state(subject: Subject) {
      const factor = await queries.findSecondFactor(database, subject);
      return {
        enabled: factor?.on ?? false,
        recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0,
        required: 'administratorId' in subject && (await queries.isSecondFactorRequired(database)),
      };
    },

    /**
     * Makes a secret for an authenticator app; a code from the app has to confirm it.
     * @throws WRONG_PASSWORD, WRONG_STATE when it is on already, TOO_MANY
     */
    async begin(subject: Subject, password: string) {
      const owner = await self(database, subject);
      if (owner.factor?.on) throw alreadyOn();
      await confirmPassword(database, owner, password);
      const secret = newTotpSecret();
      if (!(await queries.putPendingSecret(database, owner.subject, secret))) throw alreadyOn();
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
        if (!(await queries.enableSecondFactor(tx, subject, { secret, step, recoveryCodes }))) throw alreadyOn();
        await revokeSessions(tx, subject, caller.sessionId);
        await writeLog(tx, { ...owner.line, action: 'turned the second factor on' });
        await tellOwner(tx, owner, 'on');
        await forgetTries(tx, secondFactors, id);
      });
      return codes;
    },

    /**
     * Replaces all recovery codes.
     * @returns the codes, which are never shown again
     * @throws WRONG_PASSWORD, WRONG_CODE, WRONG_STATE when the second factor is off, TOO_MANY
     */
    async renewRecoveryCodes(subject: Subject, given: { password: string; code: string }): Promise<string[]> {
      const owner = await self(database, subject);
      if (!owner.factor?.on) throw alreadyOff();
      const codes = newRecoveryCodes();
      await withIdentity(database, owner, given, async (tx, usedCode) => {
        if (!(await queries.replaceRecoveryCodes(tx, owner.subject, codes.map(hashOfRecoveryCode)))) throw alreadyOff();
        await writeLog(tx, { ...owner.line, action: 'made new recovery codes', note: usedCode });
        await tellOwner(tx, owner, 'codes');
      });
      return codes;
    },

    /** @throws WRONG_PASSWORD, WRONG_CODE, WRONG_STATE when it is off or required, TOO_MANY */
    async disable(subject: Subject, given: { password: string; code: string }): Promise<void> {
      const owner = await self(database, subject);
      if (!owner.factor?.on) throw alreadyOff();
      await withIdentity(database, owner, given, async (tx, usedCode) => {
        // Locked against a concurrent change of this rule.
        if ('administratorId' in owner.subject && (await queries.holdSecondFactorRule(tx))) {
          throw new AppError('WRONG_STATE', 'The association requires a second factor of every administrator.');
        }
        if (!(await queries.removeSecondFactor(tx, owner.subject))) throw alreadyOff();
        await writeLog(tx, { ...owner.line, action: 'turned the second factor off', note: usedCode });
        await tellOwner(tx, owner, 'off');
      });
    },

    /**
     * Turns a member's second factor off for the office, if phone and recovery codes are lost, and ends the
     * member's sessions.
     * @throws NOT_FOUND, WRONG_STATE when it is off
     */
    async lift(memberId: string, by: string, reach: Reach): Promise<void> {
      await database.transaction(async (tx) => {
        const owner = orNotFound(await findOwner(tx, { memberId }, reach), 'This member');
        if (!(await queries.removeSecondFactor(tx, owner.subject))) throw alreadyOff();
        await revokeSessions(tx, owner.subject);
        await writeLog(tx, { ...owner.line, by, action: 'lifted the second factor' });
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
        const own = await queries.findSecondFactor(tx, { administratorId: caller.administratorId });
        if (required && !own?.on) {
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
