import type { Core } from '#server/core.ts';
import { beginReadingHour } from '#server/features/access-audit/reading.service.ts';
import { rememberDevice, withLoginTry } from '#server/features/auth/login-tries.ts';
import { checkPasswordChange, withCurrentPassword, wrongPassword } from '#server/features/auth/password-change.ts';
import { hashPassword, verifyPassword } from '#server/features/auth/password-hashing.ts';
import { markConfirmed } from '#server/features/auth/sessions.queries.ts';
import { createSession, revokeSessions } from '#server/features/auth/sessions.service.ts';
import { withIdentity } from '#server/features/second-factor/identity.ts';
import { holdAdministrator } from '#server/features/second-factor/owner.queries.ts';
import { self } from '#server/features/second-factor/owner.ts';
import { isSecondFactorRequired } from '#server/features/second-factor/second-factor.queries.ts';
import { beginSecondStep } from '#server/features/second-factor/spend.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { said } from '#server/platform/server-messages.ts';
import type { Network } from '#server/platform/throttles/network.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import {
  findAdministratorByEmail,
  findAdministratorById,
  noteLogin,
  setOwnPassword,
} from './administrators.queries.ts';

const loginFailed = () => new AppError('LOGIN_FAILED', 'The e-mail or the password is incorrect.');

/** Logins and passwords of administrators. */
export function createAdministratorLoginService({ database }: Core) {
  return {
    /**
     * Logs an administrator in. An unknown e-mail, a wrong password, an expired invitation and a disabled
     * administrator get the same answer after the same work.
     * @param given `code` is '' or the second factor: six digits or a recovery code; `device` is the token that the browser was
     *   given at an earlier login
     * @throws LOGIN_FAILED; SECOND_FACTOR when the password is right and the code is missing or wrong; TOO_MANY, UNAVAILABLE
     */
    async login(
      given: { email: string; password: string; code: string; device?: string | undefined },
      network: Network,
      browser: string,
    ): Promise<{ token: string; device: string; mustChangePassword: boolean; mustSetUpSecondFactor?: true }> {
      const { email: account } = given;
      return withLoginTry(database, 'admin', { ...given, account, device: given.device, network }, async () => {
        const found = await findAdministratorByEmail(database, account);
        const passwordHash = found && !found.disabled && !found.passwordExpired ? found.passwordHash : null;
        const fits = await verifyPassword(passwordHash, given.password);
        if (!found || !passwordHash || !fits) throw loginFailed();
        const subject = { administratorId: found.id };
        const secondStep = await beginSecondStep(database, subject, given.code);

        const answer = await database.transaction(async (tx) => {
          // No session may remain if the administrator was disabled or the password changed meanwhile.
          if (!(await holdAdministrator(tx, found.id, passwordHash))) throw loginFailed();
          const usedCode = await secondStep.spend(tx);
          if (usedCode === null) throw secondStep.wrong();
          await noteLogin(tx, found.id);
          const token = await createSession(tx, subject, browser);
          const device = await rememberDevice(tx, subject, given.device);
          await writeLog(tx, { kind: 'login', by: found.email, action: 'logged in', note: usedCode });
          await secondStep.forgive(tx);
          return { token, device };
        });
        const { mustChangePassword } = found;
        const lacking = !secondStep.asked && (await isSecondFactorRequired(database));
        return { ...answer, mustChangePassword, ...(lacking ? { mustSetUpSecondFactor: true } : {}) };
      });
    },

    /**
     * Changes an administrator's own password; this session stays, all others end.
     * @throws WRONG_PASSWORD with the wire's field names, VALIDATION for a new one that is too easy or equal to the old one
     */
    async changePassword(
      caller: ActingAdministrator,
      given: { oldPassword: string; newPassword: string },
    ): Promise<void> {
      const id = caller.administratorId;
      const administrator = await findAdministratorById(database, id);
      const oldHash = administrator?.passwordHash;
      if (!administrator || !oldHash) throw new AppError('NOT_LOGGED_IN', said.notLoggedIn);
      await withCurrentPassword(database, id, async () => {
        await checkPasswordChange({
          person: { email: administrator.email },
          passwordHash: oldHash,
          current: given.oldPassword,
          currentField: 'oldPassword',
          next: given.newPassword,
        });
        const newHash = await hashPassword(given.newPassword);
        await database.transaction(async (tx) => {
          if (!(await setOwnPassword(tx, id, newHash, oldHash))) throw wrongPassword('oldPassword');
          await revokeSessions(tx, { administratorId: id }, caller.sessionId);
          await writeLog(tx, { kind: 'administrator', by: administrator.email, action: 'changed their own password' });
        });
      });
    },

    /**
     * Confirms a session for some minutes for calls that need the password.
     * @throws WRONG_PASSWORD at field `password`, WRONG_CODE at field `code`, TOO_MANY
     */
    async confirmSession(
      { administratorId, sessionId }: ActingAdministrator,
      given: { password: string; code: string },
    ): Promise<void> {
      const owner = await self(database, { administratorId });
      await withIdentity(database, owner, given, async (tx, usedCode) => {
        await markConfirmed(tx, sessionId, limits.confirmedMinutes);
        await beginReadingHour(tx, administratorId);
        await writeLog(tx, { kind: 'login', by: owner.email, action: 'gave the password again', note: usedCode });
      });
    },
  };
}
