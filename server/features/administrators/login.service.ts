import type { Core } from '#server/core.ts';
import type { PasskeyProof } from '#server/features/auth/auth.service.ts';
import { withLoginTry } from '#server/features/auth/login-tries.ts';
import { openSession } from '#server/features/auth/open-session.ts';
import { changeOwnPassword, wrongPassword } from '#server/features/auth/password-change.ts';
import { verifyPassword } from '#server/features/auth/password-hashing.ts';
import { countUsable } from '#server/features/passkeys/passkeys.queries.ts';
import { proveSelf } from '#server/features/passkeys/passkeys.service.ts';
import { holdAdministrator } from '#server/features/second-factor/second-factor.queries.ts';
import { beginSecondStep } from '#server/features/second-factor/spend.ts';
import { isSecondFactorRequired } from '#server/features/settings/settings.queries.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import type { Network } from '#server/platform/throttles/network.ts';
import { AppError } from '#shared/errors.ts';
import { passkeyHost } from '#shared/passkeys.ts';
import { findAdministratorByEmail, findAdministratorById, setOwnPassword } from './administrators.queries.ts';

const loginFailed = () => new AppError('LOGIN_FAILED', 'The e-mail or the password is incorrect.');

/** Logins and passwords of administrators. */
export function createAdministratorLoginService(core: Core) {
  const { config, database } = core;
  const host = passkeyHost(config.publicUrl);
  return {
    /**
     * Logs an administrator in. An unknown e-mail, a wrong password, an expired invitation and a disabled
     * administrator get the same answer after the same work.
     * @param input `code` is '' or the second factor: six digits or a recovery code; `device` is the token that the browser was
     *   given at an earlier login
     * @throws LOGIN_FAILED; SECOND_FACTOR when the password is right and the code is missing or wrong; TOO_MANY, UNAVAILABLE
     */
    async login(
      input: { email: string; password: string; code: string; device?: string | undefined },
      network: Network,
      browser: string,
    ): Promise<{
      token: string;
      device: string;
      mustChangePassword: boolean;
      mustSetUpSecondFactor?: true;
      mustUsePasskey?: true;
    }> {
      const { email: account } = input;
      return withLoginTry(database, 'admin', { ...input, account, device: input.device, network }, async () => {
        const administrator = await findAdministratorByEmail(database, account);
        const passwordHash =
          administrator && !administrator.disabled && !administrator.passwordExpired
            ? administrator.passwordHash
            : null;
        const fits = await verifyPassword(passwordHash, input.password);
        if (!administrator || !passwordHash || !fits) throw loginFailed();
        const subject = { administratorId: administrator.id };
        const secondStep = await beginSecondStep(database, subject, input.code);

        const answer = await database.transaction(async (tx) => {
          // No session may remain if the administrator was disabled or the password changed meanwhile.
          if (!(await holdAdministrator(tx, administrator.id, passwordHash))) throw loginFailed();
          const usedCode = await secondStep.spend(tx);
          if (usedCode === null) throw secondStep.wrong();
          const opening = { browser, device: input.device, twoFactors: secondStep.asked, note: usedCode };
          const who = { subject, name: '', email: administrator.email, line: { by: administrator.email } };
          const { token, device } = await openSession(tx, who, opening);
          await secondStep.forgive(tx);
          return { token, device };
        });
        const { mustChangePassword } = administrator;
        if (secondStep.asked || !(await isSecondFactorRequired(database))) return { ...answer, mustChangePassword };
        const hasPasskey = (await countUsable(database, subject, host)) > 0;
        return {
          ...answer,
          mustChangePassword,
          ...(hasPasskey ? { mustUsePasskey: true } : { mustSetUpSecondFactor: true }),
        };
      });
    },

    /**
     * Changes an administrator's own password; this session stays, all others end.
     * @throws WRONG_PASSWORD with the wire's field names, VALIDATION for a new one that is too easy or equal to the old one
     */
    async changePassword(
      caller: ActingAdministrator,
      input: PasskeyProof & { oldPassword?: string | undefined; newPassword: string },
    ): Promise<void> {
      const id = caller.administratorId;
      const administrator = await findAdministratorById(database, id);
      if (!administrator) throw new AppError('NOT_LOGGED_IN', serverMessages.notLoggedIn);
      const { email, passwordHash } = administrator;
      await changeOwnPassword(database, {
        ownerId: id,
        person: { email },
        passwordHash,
        current: input.oldPassword,
        currentField: 'oldPassword',
        next: input.newPassword,
        byPasskey: () => proveSelf(core, caller, passwordHash, input),
        async set(newHash, oldHash) {
          await database.transaction(async (tx) => {
            if (!(await setOwnPassword(tx, id, newHash, oldHash))) throw wrongPassword('oldPassword');
            await core.takeBack(tx, { subject: { administratorId: id }, exceptSessionId: caller.sessionId });
            await writeLog(tx, { kind: 'administrator', by: email, action: 'changed their own password' });
          });
        },
      });
    },
  };
}
