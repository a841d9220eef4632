import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { createScheduleReconciliation } from '#server/features/checkoff/schedule-lines.ts';
import { deleteOldNumbers } from '#server/parts/bank-credits/claimed-numbers.queries.ts';
import { countUnsettled, deleteOldLines } from '#server/parts/bank-credits/credits.queries.ts';
import { administratorOf, route } from '#server/platform/http/route.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import * as calls from '#shared/contracts/statements.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { createReconciliation } from './reconcile.ts';
import { deleteEmptyStatements } from './statements.queries.ts';
import { createStatementsService } from './statements.service.ts';
import { storeJob, storeKind } from './storing.ts';

/** Bank statements, from the file to the receipts. */
export const statements: Feature = {
  name: 'statements',
  work: [
    {
      kind: 'statement',
      power: 'money',
      find: countUnsettled,
      title: (count) =>
        `${count} ${count === 1 ? 'line' : 'lines'} of the bank’s file ${count === 1 ? 'is' : 'are'} not settled`,
      href: paths.admin.reconcile,
    },
  ],
  routes: statementsRoutes,
  cleanUps: {
    statements: async ({ database }) => {
      await deleteOldLines(database, limits.statement.openDays);
      await deleteOldNumbers(database);
      await deleteEmptyStatements(database, limits.statement.openDays);
    },
  },
  // The statement says so itself; read again, its credits are the same ones.
  jobs: (core) => ({ [storeKind]: storeJob(core) }),
};

/** The bank statement: from the file to the receipts. */
function statementsRoutes(app: FastifyInstance, core: Core): void {
  const statements = serviceOf(core, createStatementsService);
  const acceptSchedules = serviceOf(core, createScheduleReconciliation);
  const reconcile = serviceOf(core, createReconciliation);

  route(app, calls.uploadStatement, ({ body, files }, caller) =>
    statements.read(files.file!.path, body.mapping, administratorOf(caller).email, caller.gone),
  );
  route(app, calls.listOpenLines, ({ query }) => statements.listOpen(query.page, query.dismissed ?? false));
  route(app, calls.dismissLine, async ({ body: { lineId, note, undo } }, caller) => {
    const line = await statements.dismiss(lineId, note, undo, administratorOf(caller).email);
    return { message: undo ? 'The credit is open again.' : 'The credit was dismissed.', line };
  });
  route(app, calls.getStatement, ({ params }) => statements.get(params.id));
  route(app, calls.reconcilePayments, async ({ body: { statementId, accept, approve } }, caller) => {
    const ofSchedules = accept.flatMap(({ lineId, scheduleId, seen }) =>
      scheduleId ? [{ lineId, scheduleId, seen }] : [],
    );
    const pairs = accept
      .filter(({ scheduleId }) => scheduleId === undefined)
      .map(({ paymentId, settlementId, scheduleId: _none, ...pair }) =>
        settlementId ? { lineId: pair.lineId, settlementId } : { ...pair, paymentId: paymentId ?? '' },
      );
    const by = administratorOf(caller).email;
    const { settlements, ...done } = await reconcile(statementId, pairs, approve, by);
    const deducted = await acceptSchedules(statementId, ofSchedules, by);
    done.received += deducted.received;
    done.left.push(...deducted.left);
    return { message: doneText(done.received - settlements, settlements), ...done, job: deducted.job };
  });
}

/** What was received and accepted, in words. */
function doneText(received: number, settlements: number): string {
  const accepted = settlements === 1 ? '1 settlement was accepted.' : `${settlements} settlements were accepted.`;
  if (received === 0 && settlements > 0) return accepted;
  const text = received === 1 ? serverMessages.oneReceived : `${received} payments were received.`;
  return settlements > 0 ? `${text} ${accepted}` : text;
}
