import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { administratorOf, loggedIn, reachOf, route } from '#server/platform/http/route.ts';
import * as contract from '#shared/contracts/second-factor.ts';
import { confirmSession } from '#shared/contracts/sessions.ts';
import { endSecondFactor } from './second-factor.queries.ts';
import { createSecondFactorService } from './second-factor.service.ts';

/** The second step of a login. */
export const secondFactor: Feature = {
  name: 'second-factor',
  routes: secondFactorRoutes,
  accountParts: {
    secondFactor: {
      tables: ['second_factors'],
      async end(tx, { subject, factorSince }, ended) {
        ended.factors = await endSecondFactor(tx, subject, factorSince);
      },
    },
  },
};

/** The second factor of members and administrators. */
function secondFactorRoutes(app: FastifyInstance, core: Core): void {
  const factors = serviceOf(core, createSecondFactorService);

  route(app, contract.secondFactorState, async (_request, caller) => factors.state(loggedIn(caller)));

  route(app, confirmSession, async ({ body }, caller) => {
    await factors.confirmSession(loggedIn(caller), body);
    return { message: 'Thank you. This is confirmed for a few minutes.' };
  });

  route(app, contract.beginSecondFactor, async ({ body }, caller) => {
    return factors.begin(loggedIn(caller), body);
  });

  route(app, contract.confirmSecondFactor, async ({ body }, caller) => ({
    message: 'The second factor is on. Please keep the recovery codes safe.',
    recoveryCodes: await factors.confirm(loggedIn(caller), body.code),
  }));

  route(app, contract.renewRecoveryCodes, async ({ body }, caller) => ({
    message: 'These are your new recovery codes. The earlier ones no longer work.',
    recoveryCodes: await factors.renewRecoveryCodes(loggedIn(caller), body),
  }));

  route(app, contract.disableSecondFactor, async ({ body }, caller) => {
    await factors.disable(loggedIn(caller), body);
    return { message: 'The second factor is off.' };
  });

  route(app, contract.liftSecondFactor, async ({ params }, caller) => {
    await factors.lift(params.id, administratorOf(caller).email, reachOf(caller));
    return { message: 'The second factor is off. A mail tells the member.' };
  });

  route(app, contract.requireSecondFactor, async ({ body }, caller) => {
    await factors.require(administratorOf(caller), body.required);
    return {
      message: body.required
        ? 'Every administrator now needs a second factor.'
        : 'Administrators no longer need a second factor.',
    };
  });
}
