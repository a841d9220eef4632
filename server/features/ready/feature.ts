import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { administratorOf, route } from '#server/platform/http/route.ts';
import * as contract from '#shared/contracts/ready.ts';
import { paths } from '#shared/paths.ts';
import { createReadyService, fallen, makeReadyCode, readChecks } from './ready.service.ts';

/** What the site lacks before it can begin, and what stops being right later. @param features all, whose checks these are */
export const ready = (features: () => readonly Feature[]): Feature => ({
  name: 'ready',
  work: ({ config }) => {
    const linesOf = async (db: Readable) => {
      const { data, wasReady } = await readChecks({ config, database: db }, features());
      return { wasReady, lines: wasReady ? fallen(data) : [] };
    };
    return [
      {
        kind: 'ready',
        power: 'full',
        async find(db) {
          const { wasReady, lines } = await linesOf(db);
          return { count: wasReady ? lines.length : 1, since: null };
        },
        oldest: async (db, _office, max) =>
          (await linesOf(db)).lines
            .slice(0, max)
            .map(({ found }) => ({ title: found, since: null, href: paths.admin.ready })),
        title: () => 'See what the site still lacks',
        href: paths.admin.ready,
      },
    ];
  },
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
