import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { addPasskey, beginAddingPasskey, beginPasskey, loginWithPasskey } from '#shared/contracts/passkeys.ts';
import { AppError } from '#shared/errors.ts';
import { passkeyTexts } from '#shared/passkeys.ts';
import { api } from '#web/lib/calls/api.ts';
import { getDevice } from '#web/lib/login/device.ts';
import { putOffPasskeyQuestion } from '#web/lib/login/passkeys.ts';
import type { Role } from '#web/lib/login/session.ts';

// Loaded by the press of a button, or when the field for the e-mail gets the focus.

/** Shorter than a ceremony is valid. */
const renewMs = 4 * 60_000;

/** Somebody has closed the browser's dialog, or another ceremony has begun: nothing to be told. */
const isGivenUp = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

async function ask(purpose: Role | 'confirm', useBrowserAutofill = false) {
  const { options, ceremony } = await api(beginPasskey, { body: { for: purpose } });
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { ceremony, response: await startAuthentication({ optionsJSON, useBrowserAutofill }) };
}

/** An answer to what the browser was asked; undefined when it was given up. */
async function unlessGivenUp<T>(work: Promise<T>, failure: string): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isGivenUp(error)) return undefined;
    throw error instanceof AppError ? error : new AppError('PASSKEY_REFUSED', failure);
  }
}

async function logInBy(role: Role, useBrowserAutofill: boolean) {
  const proof = await unlessGivenUp(ask(role, useBrowserAutofill), passkeyTexts.refused);
  if (!proof) return undefined;
  const answer = await api(loginWithPasskey, { body: { ...proof, device: getDevice() } });
  putOffPasskeyQuestion(true);
  return answer;
}

type Answer = NonNullable<Awaited<ReturnType<typeof logInBy>>>;

/** Logs in with a passkey. @returns undefined when it was given up @throws AppError */
export const logInWithPasskey = (role: Role): Promise<Answer | undefined> => logInBy(role, false);

/**
 * Lets the browser offer passkeys in the field for the e-mail, until `signal` is aborted.
 * @param onAnswer called with a login, or why it failed
 */
export async function offerPasskeys(
  role: Role,
  signal: AbortSignal,
  onAnswer: (answer: Answer | AppError) => void,
): Promise<void> {
  if (signal.aborted || !(await browserSupportsWebAuthnAutofill())) return;
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony());
  while (!signal.aborted) {
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      WebAuthnAbortService.cancelCeremony();
    }, renewMs);
    try {
      const answer = await logInBy(role, true);
      if (answer) return onAnswer(answer);
      // Given up by a press of the button, unless it is begun again.
      if (!isOver) return;
    } catch (error) {
      // Nobody has asked for it, so only a chosen passkey that was refused is told.
      if (error instanceof AppError && error.code === 'PASSKEY_REFUSED') onAnswer(error);
      return;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** What shows that somebody is who is logged in. @returns undefined when it was given up @throws AppError */
export const proveByPasskey = () => unlessGivenUp(ask('confirm'), passkeyTexts.notConfirmed);

/** Adds a passkey of this device. @returns undefined when it was given up @throws AppError */
export async function addOwnPasskey() {
  const { options, ceremony } = await api(beginAddingPasskey, {});
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const response = await unlessGivenUp(
    startRegistration({ optionsJSON }).catch((error: unknown) => {
      const isHere = error instanceof Error && error.name === 'InvalidStateError';
      throw isHere ? new AppError('ALREADY_ADDED', passkeyTexts.alreadyAdded) : error;
    }),
    passkeyTexts.notAdded,
  );
  if (!response) return undefined;
  const answer = await api(addPasskey, { body: { ceremony, response } });
  putOffPasskeyQuestion(true);
  return answer;
}
