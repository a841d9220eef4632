import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { administratorOf, reachOf, route } from '#server/platform/http/route.ts';
import * as calls from '#shared/contracts/merging.ts';
import { createLikenessService } from './likeness.service.ts';
import { noteTakenBack } from './merging.queries.ts';
import { createMergingService } from './merging.service.ts';

/** Two records of one person become one. */
export const merging: Feature = {
  name: 'merging',
  routes: mergingRoutes,
  accountParts: {
    merges: {
      tables: ['merged_records'],
      end: (tx, { subject }) => ('memberId' in subject ? noteTakenBack(tx, subject.memberId) : undefined),
    },
  },
  cleanUps: {
    merges: (core, isStopping) => serviceOf(core, createMergingService).close(isStopping),
    doubles: (core, isStopping) => serviceOf(core, createLikenessService).check(isStopping),
  },
};

/** Records of one person: who they are, and how they become one. */
function mergingRoutes(app: FastifyInstance, core: Core): void {
  const merging = serviceOf(core, createMergingService);
  const likeness = serviceOf(core, createLikenessService);

  route(app, calls.mergeRecords, async ({ body }, caller) => ({
    message: 'The two records are one now.',
    directory: await merging.merge(body, administratorOf(caller)),
  }));
  route(app, calls.unmergeRecords, async ({ body }, caller) => ({
    message: 'The two records are separate again.',
    directory: await merging.unmerge(body.keep, administratorOf(caller)),
  }));
  route(app, calls.likePeople, ({ params }, caller) => likeness.find(params.id, reachOf(caller)));
  route(app, calls.likelyDoubles, ({ query }, caller) => likeness.doubles(query.page, reachOf(caller)));
  route(app, calls.otherPeople, async ({ params, query }, caller) => ({
    data: await likeness.others(params.id, query.search, reachOf(caller)),
  }));
  route(app, calls.anotherPerson, async ({ body }, caller) => {
    await likeness.noteDifferent(body.one, body.other, administratorOf(caller));
    return { message: 'Noted: these are two people.' };
  });
}
