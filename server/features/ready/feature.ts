import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { administratorOf, route } from '#server/platform/http/route.ts';
import * as contract from '#shared/contracts/ready.ts';
import { createReadyService, makeReadyCode } from './ready.service.ts';

/** What the site lacks before it can begin, and what stops being right later. @param features all, whose checks these are */
export const ready = (features: () => readonly Feature[]): Feature => ({
  name: 'ready',
  routes: (app, core) => readyRoutes(app, core, features),
  background: (core) => serviceOf(core, createReadyService, features).background,
  mails: (core) => ({
    // A code that has waited longer has to be asked for again.
    lateValues: { 'mail-code': (due) => makeReadyCode(core, due) },
  }),
});

function readyRoutes(app: FastifyInstance, core: Core, features: () => readonly Feature[]): void {
  const service = serviceOf(core, createReadyService, features);

  route(app, contract.listReady, async () => {
    const { data, ready: isReady } = await service.list();
    return { data: [...data].sort((a, b) => Number(b.necessary) - Number(a.necessary)), ready: isReady };
  });
  route(app, contract.checkNow, async ({ body }) => ({ check: await service.check(body.id) }));
  route(app, contract.putOffReady, async ({ body }, caller) => ({
    check: await service.putOff(body.id, body.until, administratorOf(caller).email),
  }));
  route(app, contract.mailCode, async (_request, caller) => {
    await service.mailCode(administratorOf(caller));
    return { message: `A letter with a code goes to ${administratorOf(caller).email}.` };
  });
  route(app, contract.typeMailCode, async ({ body }, caller) => {
    await service.typeCode(body.code, administratorOf(caller));
    return { message: 'The code is right: mails arrive.' };
  });
}
