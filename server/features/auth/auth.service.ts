import type { Core } from '#server/core.ts';
import type { Database, Queryable, Transaction } from '#server/platform/database/client.ts';
import type { ActingMember, Auth } from '#server/platform/http/access.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import type { Network } from '#server/platform/throttles/network.ts';
import { countTry } from '#server/platform/throttles/throttles.queries.ts';
import { withMinimumDuration } from '#server/platform/with-timeout.ts';
import { ever } from '#server/taking-back.ts';
import { clock } from '#shared/clock.ts';
import { plainDigits } from '#shared/digits.ts';
import { AppError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { OwnProof } from '#shared/own-proof.ts';
import {
  findMemberByEmail,
  findMemberById,
  holdMember,
  type MemberLogin,
  setOwnPassword,
  spendCode,
} from './auth.queries.ts';
import { giveCodeTryBack, takeCodeTry } from './code-tries.ts';
import { countForAccount, liftLoginBounds, withLoginTry } from './login-tries.ts';
import { openSession } from './open-session.ts';
import { changeOwnPassword, wrongPassword } from './password-change.ts';
import { hashPassword, verifyPassword } from './password-hashing.ts';
import { type Person, passwordProblem } from './password-rules.ts';
import { findSessions, mustChangePassword, type Subject } from './sessions.queries.ts';
import * as throttle from './throttles.ts';

const loginFailed = () =>
  new AppError('LOGIN_FAILED', 'The e-mail or the password is incorrect, or the membership has not been approved yet.');

const wrongCode = () => {
  const message = 'This code is incorrect or no longer valid. Please check it, or ask for a new one.';
  return new AppError('WRONG_CODE', message, { fields: { otp: message } });
};

const oldPasswordMissing = () =>
  new AppError('VALIDATION', messages.password.old, { fields: { currentPassword: messages.password.old } });

/** Whether this session was opened a short while ago by somebody who still has a temporary password. */
async function mayChooseFirst(database: Database, { memberId, sessionId }: ActingMember): Promise<boolean> {
  if (!(await mustChangePassword(database, { memberId }))) return false;
  const session = (await findSessions(database, { memberId })).find(({ id }) => id === sessionId);
  return session !== undefined && clock.ms() - session.createdAt.getTime() < limits.firstPasswordMinutes * 60_000;
}

const sessionOver = () => new AppError('NOT_LOGGED_IN', serverMessages.notLoggedIn);

async function queueOneTimeCode(database: Database, email: string, network: Network): Promise<void> {
  await countTry(database, throttle.codes.network, network);
  await countForAccount(database, throttle.codes, email, network);
  // One transaction, so that there is one commit with or without a mail.
  await database.transaction(async (tx) => {
    const member = await findMemberByEmail(tx, email);
    if (member) {
      await enqueueMail(tx, { kind: 'otp', to: member.email, data: { name: member.name }, memberId: member.id });
    }
  });
}

async function setPasswordWithCode(
  { database, takeBack }: Pick<Core, 'database' | 'takeBack'>,
  input: {
    email: string;
    otp: string;
    newPassword: string;
    removePasskeys?: boolean | undefined;
    removeSecondFactor?: boolean | undefined;
  },
  network: Network,
  { passkeysInWords, notMeEvent }: Pick<AuthNeeds, 'passkeysInWords' | 'notMeEvent'>,
): Promise<boolean> {
  await countTry(database, throttle.resets.network, network);
  // Checked first, because it costs no try of the code and says nothing about an account.
  await checkNewPassword(input.newPassword, { email: input.email });

  // No transaction: counters must not be locked while waiting for anything else.
  await countForAccount(database, throttle.resets, input.email, network);
  const member = await findMemberByEmail(database, input.email);
  const codeHash = member ? await takeCodeTry(database, member.id, network) : null;
  const fits = await verifyPassword(codeHash, plainDigits(input.otp).replace(/\D/g, ''));
  if (!member || !codeHash || !fits) throw wrongCode();
  try {
    // Only somebody with the code may learn from an answer whether the password contains the member's name.
    await checkNewPassword(input.newPassword, member);
  } catch (error) {
    await giveCodeTryBack(database, member.id, codeHash, network);
    throw error;
  }

  const passwordHash = await hashPassword(input.newPassword);
  return database.transaction(async (tx) => {
    // The member first, like every change of one: concurrent calls with the same code wait here, and then find it used.
    if (!(await setOwnPassword(tx, member.id, passwordHash))) throw wrongCode();
    if (!(await spendCode(tx, member.id, codeHash))) throw wrongCode();
    const passkeysSince = input.removePasskeys ? ever : undefined;
    // The mailbox alone lifts no second factor but one that is younger than what ‘This was not me’ was about.
    const factorSince = input.removeSecondFactor ? await notMeEvent(tx, member.id) : undefined;
    const { factors } = await takeBack(tx, { subject: { memberId: member.id }, passkeysSince, factorSince });
    const passkeyNames = await passkeysInWords(tx, member.id);
    const note = factors > 0 ? 'the second factor was removed' : '';
    await ownPasswordChosen(tx, member, 'set a new password with a one-time code', { passkeys: passkeyNames, note });
    await liftLoginBounds(tx, 'member', input.email);
    return factors > 0;
  });
}

/** @throws VALIDATION at field `newPassword` */
async function checkNewPassword(password: string, person: Person): Promise<void> {
  const problem = await passwordProblem(password, person);
  if (problem) throw new AppError('VALIDATION', problem, { fields: { newPassword: problem } });
}

/** @param passkeys that still log in, in words, for the mail */
async function ownPasswordChosen(
  tx: Transaction,
  member: MemberLogin,
  action: string,
  { passkeys, note } = { passkeys: '', note: '' },
): Promise<void> {
  await writeLog(tx, { kind: 'member', by: 'member', subject: member.reference, action, note, memberId: member.id });
  await enqueueMail(tx, {
    kind: 'password-changed',
    to: member.email,
    data: { name: member.name, passkeys },
    memberId: member.id,
  });
}

/** Logins and passwords of members. */
export function createAuthService(core: Core, needs: AuthNeeds) {
  const { database, takeBack } = core;
  const { beginSecondStep, proveByPasskey } = needs;
  return {
    /**
     * Logs a member in. An unknown e-mail, a wrong password, an expired temporary password and a record that is
     * not Approved get the same answer after the same work.
     * @param input `code` is '' or the second factor: six digits or a recovery code; `device` is the token that the browser was
     *   given at an earlier login
     * @throws LOGIN_FAILED; SECOND_FACTOR when the password is right and the code is missing or wrong; TOO_MANY, UNAVAILABLE
     */
    async login(
      input: { email: string; password: string; code: string; device?: string | undefined },
      network: Network,
      browser: string,
    ): Promise<{ token: string; device: string; mustChangePassword: boolean; language?: Language; askEmail?: true }> {
      const { email: account } = input;
      return withLoginTry(database, 'member', { ...input, account, device: input.device, network }, async () => {
        const member = await findMemberByEmail(database, account);
        const passwordHash = member && !member.passwordExpired ? member.passwordHash : null;
        const fits = await verifyPassword(passwordHash, input.password);
        if (!member || !passwordHash || !fits) throw loginFailed();

        const subject = { memberId: member.id };
        const secondStep = await beginSecondStep(database, subject, input.code);
        return database.transaction(async (tx) => {
          // No session may remain if the member was rejected or the password changed meanwhile.
          if (!(await holdMember(tx, member.id, passwordHash))) throw loginFailed();
          const usedCode = await secondStep.spend(tx);
          if (usedCode === null) throw secondStep.wrong();
          const line = { by: 'member', subject: member.reference, memberId: member.id };
          const opening = { browser, device: input.device, twoFactors: secondStep.asked, note: usedCode };
          const opened = await openSession(tx, { subject, name: member.name, email: member.email, line }, opening);
          await secondStep.forgive(tx);
          return { ...opened, mustChangePassword: member.mustChangePassword };
        });
      });
    },

    /**
     * Queues the mail with a one-time code, if there is an Approved member with that e-mail; the answer and its duration
     * are the same either way. The code itself is made when the mail is sent.
     * @throws TOO_MANY
     */
    async sendOneTimeCode(email: string, network: Network): Promise<void> {
      await withMinimumDuration(queueOneTimeCode(database, email, network));
    },

    /**
     * Sets a new password with a one-time code, and ends all sessions.
     * @returns whether the second factor was removed too
     * @throws WRONG_CODE for a wrong, expired, used or unknown one; VALIDATION for a password that is too easy;
     * TOO_MANY, UNAVAILABLE
     */
    async resetPassword(input: Parameters<typeof setPasswordWithCode>[1], network: Network): Promise<boolean> {
      return withMinimumDuration(setPasswordWithCode(core, input, network, needs));
    },

    /**
     * Changes a logged-in member's password; this session stays, all others end.
     * @throws WRONG_PASSWORD with the wire's field names, VALIDATION for a new one that is too easy or equal to the old one
     */
    async changePassword(
      caller: ActingMember,
      input: PasskeyProof & { currentPassword?: string | undefined; first?: true | undefined; newPassword: string },
    ): Promise<void> {
      const member = await findMemberById(database, caller.memberId, 'unrestricted');
      if (!member) throw sessionOver();
      // The temporary password was given a moment ago.
      const isFirst = input.first && (await mayChooseFirst(database, caller));
      if (input.first && !isFirst) throw oldPasswordMissing();
      await changeOwnPassword(database, {
        ownerId: member.id,
        person: member,
        passwordHash: member.passwordHash,
        current: input.currentPassword,
        currentField: 'currentPassword',
        next: input.newPassword,
        byPasskey: async () => {
          if (!isFirst) await proveByPasskey(core, caller, input);
        },
        async set(newHash, oldHash) {
          await database.transaction(async (tx) => {
            if (!(await setOwnPassword(tx, member.id, newHash, oldHash))) throw wrongPassword('currentPassword');
            await takeBack(tx, { subject: { memberId: member.id }, exceptSessionId: caller.sessionId });
            await ownPasswordChosen(tx, member, 'changed the password');
          });
        },
      });
    },
  };
}

/** The second factor of a login, checked only after the right password. */
export interface SecondStep {
  /** Whether the account has one. */
  asked: boolean;
  /** Uses the code. @returns the log's words for it; null when the code is wrong or used */
  spend(tx: Queryable): Promise<string | null>;
  /** Resets the counter of wrong codes after a right one; the last step of a transaction. */
  forgive(tx: Queryable): Promise<void>;
  wrong(): AppError;
}

/** Begins the second step of a login. */
export type BeginSecondStep = (db: Queryable, subject: Subject, code: string) => Promise<SecondStep>;

/** A passkey's answer in place of the password. */
export type PasskeyProof = Pick<OwnProof, 'ceremony' | 'response'>;

/** What logins need of features above. */
export interface AuthNeeds {
  beginSecondStep: BeginSecondStep;
  /** @throws PASSKEY_REFUSED */
  proveByPasskey: (core: Core, auth: Auth, proof: PasskeyProof) => Promise<void>;
  /** A member's passkeys, each with its day; '' for none. */
  passkeysInWords: (tx: Transaction, memberId: string) => Promise<string>;
  /** What ‘This was not me’, pressed within days, was about; undefined when it was not. */
  notMeEvent: (tx: Transaction, memberId: string) => Promise<Date | undefined>;
}
