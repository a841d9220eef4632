import type { SecondStep } from '#server/features/auth/auth.service.ts';
import type { Subject } from '#server/features/auth/sessions.queries.ts';
import * as throttle from '#server/features/auth/throttles.ts';
import type { Queryable } from '#server/platform/database/client.ts';
import { countTry, forgetTries } from '#server/platform/throttles/throttles.queries.ts';
import { AppError } from '#shared/errors.ts';
import { findSecondFactor, type SecondFactor, spendRecoveryCode, spendStep } from './second-factor.queries.ts';
import { hashOfRecoveryCode, stepOfCode } from './totp.ts';

export const codeTexts = {
  missing: 'Please enter the code from your authenticator app',
  wrong: 'This code is incorrect, or has already been used',
} as const;

/**
 * Uses a second factor that is on.
 * @param code six digits of the app, or a recovery code in any spelling
 * @returns the log's words about it; null when the code is wrong or used
 */
export async function spendSecondFactor(
  tx: Queryable,
  subject: Subject,
  { secret }: SecondFactor,
  code: string,
): Promise<string | null> {
  const step = stepOfCode(secret, code);
  if (step !== null) return (await spendStep(tx, subject, step)) ? '' : null;
  const left = await spendRecoveryCode(tx, subject, hashOfRecoveryCode(code));
  return left === null ? null : `with a recovery code; ${left} left`;
}

function codeNeeded(message: string): AppError {
  return new AppError('SECOND_FACTOR', message, { fields: { code: message } });
}

/**
 * Checks whether a login needs a code, and counts the try of a given one. Being asked for it is not a failed try.
 * @throws SECOND_FACTOR when the code is missing, TOO_MANY
 */
export async function beginSecondStep(db: Queryable, subject: Subject, code: string): Promise<SecondStep> {
  const factor = await findSecondFactor(db, subject);
  const wrong = () => codeNeeded(codeTexts.wrong);
  if (!factor?.on) return { asked: false, spend: async () => '', forgive: async () => {}, wrong };
  if (code === '') throw codeNeeded(codeTexts.missing);
  const id = 'memberId' in subject ? subject.memberId : subject.administratorId;
  await countTry(db, throttle.secondFactors, id);
  return {
    asked: true,
    wrong,
    spend: (tx) => spendSecondFactor(tx, subject, factor, code),
    forgive: (tx) => forgetTries(tx, throttle.secondFactors, id),
  };
}
