import {
  addPasskey,
  beginAddingPasskey,
  beginPasskey,
  loginWithPasskey,
  type Passkey,
} from '#shared/contracts/passkeys.ts';
import { confirmSession } from '#shared/contracts/sessions.ts';
import type { TestApp } from '#tests/app.ts';
import { type Authenticator, newAuthenticator, type Wrong } from '#tests/authenticator.ts';
import { password } from '#tests/logins.ts';

/** Adds a passkey to the account of a session, after the password. */
export async function addPasskeyTo(
  site: TestApp,
  token: string,
  device: Authenticator = newAuthenticator(site.config.publicUrl),
): Promise<{ device: Authenticator; passkey: Passkey }> {
  await site.ok(confirmSession, { body: { password } }, { token });
  const { options, ceremony } = await site.ok(beginAddingPasskey, {}, { token });
  const body = { ceremony, response: device.create(options) };
  return { device, passkey: (await site.ok(addPasskey, { body }, { token })).passkey };
}

/** What shows that somebody is who is logged in, in place of the password. */
export async function proofOf(site: TestApp, token: string, device: Authenticator, wrong: Wrong = {}) {
  const { options, ceremony } = await site.ok(beginPasskey, { body: { for: 'confirm' } }, { token });
  return { ceremony, response: device.get(options, wrong) };
}

/** Tries to log in. */
export async function logInWith(site: TestApp, role: 'member' | 'admin', device: Authenticator, wrong: Wrong = {}) {
  const { options, ceremony } = await site.ok(beginPasskey, { body: { for: role } });
  return site.call(loginWithPasskey, { body: { ceremony, response: device.get(options, wrong) } });
}
