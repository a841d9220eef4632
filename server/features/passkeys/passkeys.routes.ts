import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import { loggedIn, notMeOf, route } from '#server/platform/http/route.ts';
import * as contract from '#shared/contracts/passkeys.ts';
import { createNotMe, type NotMeNeeds } from './not-me.ts';
import { createPasskeysService } from './passkeys.service.ts';

export function passkeysRoutes(app: FastifyInstance, core: Core, needs: NotMeNeeds): void {
  const passkeys = serviceOf(core, createPasskeysService);

  route(app, contract.beginPasskey, async ({ body }, caller) => passkeys.begin(body.for, caller.auth));

  route(app, contract.loginWithPasskey, async ({ body }, caller) => ({
    message: 'Login successful',
    ...(await passkeys.login({ ...body, device: body.device }, caller.network, caller.browser)),
  }));

  route(app, contract.beginAddingPasskey, async (_request, caller) => passkeys.beginAdding(loggedIn(caller)));

  route(app, contract.addPasskey, async ({ body }, caller) => ({
    message: 'The passkey was added. A mail tells you of it.',
    passkey: await passkeys.add(loggedIn(caller), body, caller.browser),
  }));

  route(app, contract.listPasskeys, async (_request, caller) => ({ data: await passkeys.list(loggedIn(caller)) }));

  route(app, contract.renamePasskey, async ({ params, body }, caller) => ({
    message: 'The passkey was renamed.',
    passkey: await passkeys.rename(loggedIn(caller), params.id, body.name),
  }));

  const secureAccount = createNotMe(core, needs);
  route(app, contract.notMe, async (_request, caller) => ({
    message: 'The account is secured.',
    ...(await secureAccount(notMeOf(caller))),
  }));

  route(app, contract.removePasskey, async ({ params }, caller) => {
    await passkeys.remove(loggedIn(caller), params.id);
    return { message: 'The passkey was removed.' };
  });
}
