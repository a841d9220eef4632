import type { Core } from '#server/core.ts';
import { revokeSessions } from '#server/features/auth/sessions.service.ts';
import { secondFactors } from '#server/features/auth/throttles.ts';
import { writeLog } from '#server/features/log/log.queries.ts';
import { countTry, forgetTries } from '#server/features/throttles/throttles.queries.ts';
import { AppError } from '#shared/errors.ts';
import {
  type Administrator,
  enableSecondFactor,
  findAdministratorById,
  putPendingSecret,
  removeSecondFactor,
} from './administrators.queries.ts';
import { confirmPassword } from './login.service.ts';
import { hashOfRecoveryCode, newRecoveryCodes, newTotpSecret, stepOfCode, totpAddress } from './second-factor.ts';

const alreadyOn = () => new AppError('WRONG_STATE', 'The second factor is on already. Please turn it off first.');

/** @throws NOT_LOGGED_IN when the row is gone */
async function self({ database }: Core, id: string): Promise<Administrator> {
  const administrator = await findAdministratorById(database, id);
  if (!administrator) throw new AppError('NOT_LOGGED_IN', 'Please log in.');
  return administrator;
}

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
  if (step === null) {
    const message = 'This code is not right. Please enter the one that the app shows now.';
    throw new AppError('WRONG_CODE', message, { fields: { code: message } });
  }
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

/** @throws WRONG_PASSWORD, WRONG_STATE when it is off, TOO_MANY */
export async function disableSecondFactor(core: Core, id: string, password: string): Promise<void> {
  const administrator = await self(core, id);
  await confirmPassword(core, administrator, password);
  await core.database.transaction(async (tx) => {
    if (!(await removeSecondFactor(tx, id))) throw new AppError('WRONG_STATE', 'The second factor is off already.');
    await writeLog(tx, { kind: 'administrator', by: administrator.email, action: 'turned the second factor off' });
  });
}
