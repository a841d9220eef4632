import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { makeLink } from '#server/features/corrections/links.ts';
import { findAdmission } from '#server/features/payments/payments.queries.ts';
import { createSettingsService } from '#server/features/settings/settings.service.ts';
import { administratorOf, type Caller, reachOf, route } from '#server/platform/http/route.ts';
import { decideMany } from '#shared/contracts/bulk-decisions.ts';
import * as calls from '#shared/contracts/registrations.ts';
import { sentence } from '#shared/sentence.ts';
import { createBulkService, decideManyKind } from './bulk.service.ts';
import { createDecisionService } from './decisions.service.ts';
import { createFiguresService } from './figures.service.ts';
import { createRegistrationService, type Sender } from './registrations.service.ts';
import { createRetentionService } from './retention.service.ts';
import { createReviewService } from './review.service.ts';
import { createTimesService } from './times.service.ts';
import { deleteOldUndos } from './undo.queries.ts';
import { registrationWork } from './work.queries.ts';

/** From the registration form to the decision, and to the deletion of what came to nothing. */
export const registrations: Feature = {
  name: 'registrations',
  work: registrationWork,
  routes: registrationsRoutes,
  cleanUps: {
    retention: (core, isStopping) => serviceOf(core, createRetentionService).run(isStopping),
    undos: ({ database }) => deleteOldUndos(database),
  },
  jobs: (core) => ({
    // Its progress says that it failed; what is not decided is as it was.
    [decideManyKind]: { ...serviceOf(core, createBulkService).job, onFailed: async () => {} },
  }),
};

/** From the registration form to the decision. */
function registrationsRoutes(app: FastifyInstance, core: Core): void {
  const decisions = serviceOf(core, createDecisionService);
  const retention = serviceOf(core, createRetentionService);
  const registration = serviceOf(core, createRegistrationService);
  const review = serviceOf(core, createReviewService);
  const figures = serviceOf(core, createFiguresService);
  const bulk = serviceOf(core, createBulkService);
  const times = serviceOf(core, createTimesService);

  route(
    app,
    calls.registerMember,
    async ({ body, files }, caller) => {
      const row = await registration.register(body, files, senderOf(caller), caller.network);
      const message = sentence`Registration received. The reference is ${row.reference}.`;
      const { id: paymentId } = await findAdmission(core.database, row.id);
      const directory = { id: row.id, reference: row.reference, paymentId };
      if (senderOf(caller) !== 'visitor') return { message, directory };
      const application = await makeLink(core.database, '', { kind: 'application', memberId: row.id });
      return { message, directory, application };
    },
    {
      beforeBody: async (_params, caller) => {
        if (senderOf(caller) === 'visitor') await serviceOf(core, createSettingsService).mustBeOpen(caller.language);
      },
    },
  );
  route(app, calls.usualTimes, async () => ({ data: await times.usual() }));
  route(app, calls.getRegistration, async ({ params }) => ({ data: await registration.paymentState(params.id) }));
  route(
    app,
    calls.uploadPaymentScreenshot,
    async ({ params, body, files }, caller) => {
      await registration.sendPaymentProof(params.id, body.utr, files.screenshot!, senderOf(caller));
      return { message: 'Thank you. The payment screenshot was received and will be checked by the association.' };
    },
    { beforeBody: ({ id }, caller) => registration.expectPaymentProof(id, senderOf(caller)) },
  );

  route(app, calls.listRegistrations, ({ query: { sort, page, ...filter } }, caller) =>
    review.list({ ...filter, reach: reachOf(caller) }, sort, page),
  );
  route(app, calls.queueRegistrations, ({ query: { sort, page, ...filter } }, caller) =>
    review.queue({ ...filter, reach: reachOf(caller) }, sort, page),
  );
  route(app, calls.reviewRegistration, ({ params }, caller) => review.review(params.id, administratorOf(caller)));
  route(app, calls.decideRegistration, async ({ body }, caller) => {
    const undoUntil = await decisions.decide(body, administratorOf(caller));
    return { message: decided[body.status], undoUntil: undoUntil?.toISOString() ?? null };
  });
  route(app, calls.undoDecision, async ({ params, body }, caller) => {
    await decisions.undo(params.id, body.version, administratorOf(caller));
    return { message: 'The decision was taken back: the registration is New again.' };
  });
  route(app, decideMany, async ({ body }, caller) => {
    if (body.preview) {
      const preview = await bulk.preview(body, administratorOf(caller));
      return { message: 'Nothing has been changed yet.', ...preview };
    }
    const job = await bulk.decide(body, administratorOf(caller));
    const { decided, left } = job.summary;
    const message = job.state === 'done' ? `${decided} done, ${left} left out.` : 'This is being done now.';
    return { message, job };
  });
  route(app, calls.resendCredentials, async ({ params }, caller) => {
    const queued = await decisions.resendCredentials(params.id, administratorOf(caller));
    return { message: queued ? 'New credentials are on their way.' : 'Credentials are already waiting to be sent.' };
  });
  route(app, calls.deleteRegistration, async ({ params }, caller) => {
    await decisions.remove(params.id, administratorOf(caller));
    return { message: 'The record was deleted.' };
  });
  route(app, calls.dashboardCounts, async (_request, caller) => ({
    data: await figures.dashboardCounts(administratorOf(caller)),
  }));
  route(app, calls.listRemovals, ({ query }, caller) => retention.list(query.page, reachOf(caller)));
  route(app, calls.registrationsOverview, async (_request, caller) => ({
    data: await figures.overview(administratorOf(caller)),
  }));
}

const decided = {
  New: 'The registration was set back to New.',
  Approved: 'The registration was approved.',
  Rejected: 'The registration was rejected.',
} as const;

/** An administrator acts for the office; everybody else, logged in or not, is a visitor. */
function senderOf({ auth }: Caller): Sender {
  return auth?.role === 'admin' ? auth : 'visitor';
}
