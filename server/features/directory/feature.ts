import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { administratorOf, memberOf, reachOf, route } from '#server/platform/http/route.ts';
import * as calls from '#shared/contracts/directory.ts';
import { createBouncedService } from './bounced.service.ts';
import { sweepBudgets } from './budget.queries.ts';
import { createBudgets } from './budget.service.ts';
import { createCounts } from './counts.ts';
import { createDirectoryService } from './directory.service.ts';

/** The directory of members, for members and for the office. */
export const directory: Feature = {
  name: 'directory',
  routes: directoryRoutes,
  cleanUps: { budgets: ({ database }) => sweepBudgets(database) },
  listens: { members: (core) => serviceOf(core, createCounts).drop() },
  changed: (core) => serviceOf(core, createCounts).drop(),
};

/** The directory of members, for members and for the office. */
function directoryRoutes(app: FastifyInstance, core: Core): void {
  const budgets = serviceOf(core, createBudgets);
  const directory = serviceOf(core, createDirectoryService);

  route(app, calls.searchDirectory, ({ query: { page, erasure, incomplete, standing, ...filter } }, caller) =>
    caller.auth?.role === 'admin'
      ? directory.searchForOffice({ ...filter, erasure, incomplete, standing, reach: reachOf(caller) }, page)
      : directory.searchForMember(filter, page, memberOf(caller).memberId),
  );
  route(app, calls.exportDirectory, ({ query: { format, ...filter } }, caller) =>
    directory.exportAs(format, { ...filter, reach: reachOf(caller) }, administratorOf(caller).email),
  );
  route(app, calls.directoryBudget, async ({ params }, caller) => ({
    data: await budgets.state(params.id, reachOf(caller)),
  }));
  route(app, calls.liftBudget, async ({ params }, caller) => {
    await budgets.lift(params.id, administratorOf(caller).email, reachOf(caller));
    return { message: 'The member can open the directory again.' };
  });

  const bounced = serviceOf(core, createBouncedService);
  route(app, calls.listBounced, ({ query }, caller) => bounced.list(reachOf(caller), query.page));
  route(app, calls.clearBounce, async ({ params }, caller) => {
    await bounced.clear(params.id, administratorOf(caller).email, reachOf(caller));
    return { message: 'Mails are sent to this address again.' };
  });
}
