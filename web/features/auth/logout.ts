import { logout } from '#shared/contracts/auth.ts';
import { api } from '#web/lib/calls/api.ts';
import { endSession } from '#web/lib/login/session.ts';

/** Ends the session on the server and here; here at once, even if the server cannot be reached. */
export async function logOut(): Promise<void> {
  const revoked = api(logout).catch((error: unknown) => console.error(error));
  endSession();
  await revoked;
}
