import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import { serviceOf } from '#server/core.ts';
import { administratorOf, memberOf, reachOf, route } from '#server/platform/http/route.ts';
import * as calls from '#shared/contracts/directory.ts';
import { createBouncedService } from './bounced.service.ts';
import { createBudgets } from './budget.service.ts';
import { createDirectoryService } from './directory.service.ts';

/** The directory of members, for members and for the office. */
export function directoryRoutes(app: FastifyInstance, core: Core): void {
  const budgets = serviceOf(core, createBudgets);
  const directory = createDirectoryService(core, budgets);

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
