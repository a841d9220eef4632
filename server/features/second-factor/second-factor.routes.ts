import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import { administratorOf, loggedIn, route } from '#server/http/route.ts';
import * as contract from '#shared/contracts/second-factor.ts';
import * as factors from './second-factor.service.ts';

/** The second factor of members and administrators. */
export function secondFactorRoutes(app: FastifyInstance, core: Core): void {
  route(app, contract.secondFactorState, async (_request, caller) => factors.secondFactorState(core, loggedIn(caller)));

  route(app, contract.beginSecondFactor, async ({ body }, caller) => {
    return factors.beginSecondFactor(core, loggedIn(caller), body.password);
  });

  route(app, contract.confirmSecondFactor, async ({ body }, caller) => ({
    message: 'The second factor is on. Please keep the recovery codes safe.',
    recoveryCodes: await factors.confirmSecondFactor(core, loggedIn(caller), body.code),
  }));

  route(app, contract.renewRecoveryCodes, async ({ body }, caller) => ({
    message: 'These are your new recovery codes. The earlier ones no longer work.',
    recoveryCodes: await factors.renewRecoveryCodes(core, loggedIn(caller), body),
  }));

  route(app, contract.disableSecondFactor, async ({ body }, caller) => {
    await factors.disableSecondFactor(core, loggedIn(caller), body);
    return { message: 'The second factor is off.' };
  });

  route(app, contract.liftSecondFactor, async ({ params }, caller) => {
    await factors.liftSecondFactor(core, params.id, administratorOf(caller).email);
    return { message: 'The second factor is off. A mail tells the member.' };
  });

  route(app, contract.requireSecondFactor, async ({ body }, caller) => {
    await factors.requireSecondFactor(core, administratorOf(caller), body.required);
    return {
      message: body.required
        ? 'Every administrator now needs a second factor.'
        : 'Administrators no longer need a second factor.',
    };
  });
}
