import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { administratorOf, route } from '#server/platform/http/route.ts';
import { readRehearsalState, rehearsalState } from '#server/platform/rehearsal/state.ts';
import * as calls from '#shared/contracts/rehearsal.ts';
import { AppError } from '#shared/errors.ts';
import { hasPower } from '#shared/powers.ts';
import { fillRehearsal } from './fill.ts';
import { createRehearsalService, endKind, endStep, finishEnding } from './rehearsal.service.ts';

/** What a higher feature knows: the necessary checks that are not right. */
export interface RehearsalNeeds {
  findMissing: (core: Core) => Promise<string[]>;
}

/** A trial of everything with people and money that are deleted at its end. */
export const rehearsal = (needs: RehearsalNeeds): Feature => ({
  name: 'rehearsal',
  routes: (app, core) => rehearsalRoutes(app, core, needs),
  async prepare(core) {
    await readRehearsalState(core.database);
    await finishEnding(core);
  },
  listens: {
    content: ({ database, log }) => {
      readRehearsalState(database).catch(() => log.warn({}, 'the state of the rehearsal could not be read'));
    },
  },
  // Who has ended it with two factors may lose their power meanwhile: a rehearsal that is half erased helps nobody.
  jobs: (core) => ({
    // It stays marked, and the next start ends it.
    [endKind]: { needs: null, step: endStep(core), onFailed: async () => {} },
  }),
  server(app, { database }) {
    const state = rehearsalState(database);
    app.addHook('onRequest', async (request) => {
      if (!state.isEnding || request.method === 'GET' || request.method === 'HEAD' || !request.url.startsWith('/api/'))
        return;
      throw new AppError('UNAVAILABLE', 'The rehearsal is being ended. Please try again in a minute.');
    });
    app.addHook('onSend', async (_request, reply) => {
      if (state.isOn) reply.header('x-robots-tag', 'noindex, nofollow');
    });
  },
});

function rehearsalRoutes(app: FastifyInstance, core: Core, needs: RehearsalNeeds): void {
  const rehearsal = serviceOf(core, createRehearsalService, needs.findMissing);

  route(app, calls.getRehearsal, async (_request, { auth }) => ({
    data: auth?.role === 'admin' && hasPower(auth, 'full') ? await rehearsal.stateOfOffice() : await rehearsal.state(),
  }));
  route(app, calls.beginRehearsal, async (_request, caller) => {
    await rehearsal.begin(administratorOf(caller).email);
    return { message: 'The rehearsal has begun. Nothing that is done in it counts.' };
  });
  route(app, calls.fillRehearsal, async (_request, caller) => ({
    message: 'There are sample people now.',
    login: await fillRehearsal(core, administratorOf(caller)),
  }));
  route(app, calls.setRehearsalAddresses, async ({ body }, caller) => ({
    message: 'The addresses were saved.',
    addresses: await rehearsal.setAddresses(body.addresses, administratorOf(caller).email),
  }));
  route(app, calls.endRehearsal, async ({ body }, caller) => {
    const job = await rehearsal.end(body, administratorOf(caller).email);
    return job === null
      ? { message: 'The rehearsal has ended. From now on everything counts.' }
      : { message: 'The rehearsal is being ended.', job };
  });
}
