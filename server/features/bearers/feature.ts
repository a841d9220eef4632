import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { administratorOf, FileResult, route } from '#server/platform/http/route.ts';
import { tableAnswer } from '#server/platform/spreadsheets/write-table.ts';
import { clock } from '#shared/clock.ts';
import * as contract from '#shared/contracts/bearers.ts';
import { keepNames } from './bearers.queries.ts';
import { annualCells, createBearersService } from './bearers.service.ts';

/** Office bearers and their terms. */
export const bearers: Feature = {
  name: 'bearers',
  routes: bearersRoutes,
  cleanUps: { bearers: ({ database }) => keepNames(database, clock.today()) },
};

function bearersRoutes(app: FastifyInstance, core: Core): void {
  const bearers = serviceOf(core, createBearersService);

  route(app, contract.listBearers, async ({ query }) => ({
    data: await bearers.list(query.on, query.all ?? false),
  }));
  route(app, contract.bearerPhoto, ({ params }) => bearers.photo(params.id));
  route(app, contract.listAllBearers, async ({ query }) => ({ ...(await bearers.listAll(query.page)) }));
  route(app, contract.createBearer, async ({ body }, caller) => ({
    message: 'The term was entered.',
    bearer: await bearers.create(body, administratorOf(caller).email),
  }));
  route(app, contract.updateBearer, async ({ params, body: { version, ...change } }, caller) => ({
    message: 'The term was changed.',
    bearer: await bearers.update(params.id, change, version, administratorOf(caller).email),
  }));
  route(app, contract.handOverBearer, async ({ params, body: { version, until, ...successor } }, caller) => ({
    message: 'The office was handed over.',
    bearer: await bearers.handOver(params.id, until, successor, version, administratorOf(caller).email),
  }));
  route(app, contract.orderBearers, async ({ body }, caller) => {
    await bearers.order(body.order, administratorOf(caller).email);
    return { message: 'The order was saved' };
  });
  route(app, contract.deleteBearer, async ({ params, query }, caller) => {
    await bearers.remove(params.id, query.version, administratorOf(caller).email);
    return { message: 'Deleted successfully' };
  });
  route(app, contract.annualList, async ({ query }, { log }) => {
    const data = await bearers.annualList(query.on);
    if (query.format === 'json') return { data };
    const cells = each(annualCells(data.rows));
    const file = await tableAnswer(query.format, `managing-body-${data.on}`, 'Managing body', cells, (error) =>
      log.error({ code: error.name }, 'a list broke off'),
    );
    return new FileResult(file);
  });
}

async function* each<T>(rows: T[]): AsyncGenerator<T> {
  yield* rows;
}
