import type { Core } from '#server/core.ts';
import { revokeSessions } from '#server/features/auth/sessions.service.ts';
import { secondFactors } from '#server/features/auth/throttles.ts';
import { writeLog } from '#server/log/log.queries.ts';
import { countTry, forgetTries } from '#server/throttles/throttles.queries.ts';
import { AppError } from '#shared/errors.ts';
import { enableSecondFactor, putPendingSecret, removeSecondFactor } from './administrators.queries.ts';
import { confirmPassword, self, withIdentity, wrongCode } from './identity.service.ts';
import { hashOfRecoveryCode, newRecoveryCodes, newTotpSecret, stepOfCode, totpAddress } from './second-factor.ts';

const alreadyOn = () => new AppError('WRONG_STATE', 'The second factor is already on. Please turn it off first.');

export async function secondFactorState(core: Core, id: string) {
  const { secondFactor, recoveryCodesLeft } = await self(core, id);
  return { enabled: secondFactor, recoveryCodesLeft };
}

/**
 * Makes a secret for an authenticator app; it is not in force until a code from the app has confirmed it.
 * @throws WRONG_PASSWORD, WRONG_STATE when it is on already, TOO_MANY
 */
export async function beginSecondFactor(core: Core, id: string, password: string) {
  const administrator = await self(core, id);
  if (administrator.secondFactor) throw alreadyOn();
  await confirmPassword(core, administrator, password);
  const secret = newTotpSecret();
  if (!(await putPendingSecret(core.database, id, secret))) throw alreadyOn();
  return { secret, uri: totpAddress(secret, administrator.email) };
}

/**
 * Puts the second factor in force and ends the sessions that were made without it, but for the present one.
 * @returns the recovery codes, which are never shown again
 * @throws WRONG_CODE, WRONG_STATE, TOO_MANY
 */
export async function confirmSecondFactor(
  core: Core,
  caller: { administratorId: string; sessionId: string },
  code: string,
): Promise<string[]> {
  const id = caller.administratorId;
  const administrator = await self(core, id);
  if (administrator.secondFactor) throw alreadyOn();
  if (administrator.totpSecret === null) throw new AppError('WRONG_STATE', 'Please begin again with a new QR code.');
  await countTry(core.database, secondFactors, id);
  const secret = administrator.totpSecret;
  const step = stepOfCode(secret, code);
  if (step === null) throw wrongCode('This code is incorrect. Please enter the one that the app is showing now.');
  const codes = newRecoveryCodes();
  await core.database.transaction(async (tx) => {
    const recoveryCodes = codes.map(hashOfRecoveryCode);
    if (!(await enableSecondFactor(tx, id, { secret, step, recoveryCodes }))) throw alreadyOn();
    await revokeSessions(tx, { administratorId: id }, caller.sessionId);
    await forgetTries(tx, secondFactors, id);
    await writeLog(tx, { kind: 'administrator', by: administrator.email, action: 'turned the second factor on' });
  });
  return codes;
}

/** @throws WRONG_PASSWORD, WRONG_CODE, WRONG_STATE when it is off, TOO_MANY */
export async function disableSecondFactor(
  core: Core,
  id: string,
  given: { password: string; code: string },
): Promise<void> {
  const administrator = await self(core, id);
  const alreadyOff = () => new AppError('WRONG_STATE', 'The second factor is already off.');
  if (!administrator.secondFactor) throw alreadyOff();
  await withIdentity(core, administrator, given, async (tx, factor) => {
    if (!(await removeSecondFactor(tx, id))) throw alreadyOff();
    const action = 'turned the second factor off';
    await writeLog(tx, { kind: 'administrator', by: administrator.email, action, note: factor });
  });
}
