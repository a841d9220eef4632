import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { administratorOf, type Caller, route } from '#server/platform/http/route.ts';
import { tableAnswer } from '#server/platform/spreadsheets/write-table.ts';
import type { ImportState } from '#shared/contracts/imports.ts';
import * as calls from '#shared/contracts/imports.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { createCommitService } from './commit.service.ts';
import { commitJob, commitKind } from './commit.ts';
import { endBatchesOf, queueDueBatches } from './credentials.ts';
import { problemRows, templateRows } from './import-files.ts';
import { createImportRecords } from './import-records.ts';
import { findRowsOfCare } from './imports.queries.ts';
import { createListService, dropOldImports } from './lists.service.ts';
import { endAs, readJob, readKind } from './reading.ts';
import { createRowService } from './rows.service.ts';
import { undoJob, undoKind } from './undo.ts';

/** Lists of existing members. */
export const imports: Feature = {
  name: 'imports',
  work: [
    {
      kind: 'import',
      power: 'full',
      find: findRowsOfCare,
      title: (count) => `${count} ${count === 1 ? 'row' : 'rows'} of imported lists need care`,
      href: paths.admin.imports,
    },
  ],
  routes: importsRoutes,
  cleanUps: {
    importCredentials: queueDueBatches,
    imports: (core, isStopping) => dropOldImports(core, limits.kept.importDays, isStopping),
  },
  accountParts: {
    batches: {
      tables: ['imports'],
      async end(tx, { subject }) {
        if ('administratorId' in subject) await endBatchesOf(tx, subject.administratorId);
      },
    },
  },
  jobs: (core) => ({
    [readKind]: readJob,
    [commitKind]: { ...commitJob(core), onFailed: endAs('failed') },
    [undoKind]: undoJob(core),
  }),
};

/** Existing members from a spreadsheet. */
function importsRoutes(app: FastifyInstance, core: Core): void {
  const imports = serviceOf(core, createImportRecords);
  const lists = serviceOf(core, createListService, app.uploads.folder);
  const rows = serviceOf(core, createRowService);
  const committed = serviceOf(core, createCommitService);
  const answerOf = (record: calls.ImportRecord) => ({ message: stateMessages[record.state], import: record });
  const onBreak = (caller: Caller) => (error: Error) => caller.log.warn({ reason: error.name }, 'a table broke off');

  route(app, calls.importTemplate, async ({ query: { format } }, caller) =>
    tableAnswer(format, 'members-template', 'Members', templateRows(), onBreak(caller)),
  );
  route(app, calls.uploadImport, async ({ body, files }, caller) =>
    answerOf(await lists.upload(files.file!, body, administratorOf(caller).email, caller.gone)),
  );
  route(app, calls.mapImport, async ({ params, body }) => answerOf(await lists.map(params.id, body)));
  route(app, calls.listImports, ({ query }) => imports.list(query.page));
  route(app, calls.getImport, async ({ params }) => ({ import: await imports.get(params.id) }));
  route(app, calls.listImportRows, ({ params, query }) => rows.rows(params.id, query.kind, query.problem, query.page));
  route(app, calls.changeImportRow, async ({ params, body }) => ({
    message: 'The row was changed.',
    ...(await rows.changeRow(params.id, body)),
  }));
  route(app, calls.sayMeaning, async ({ params, body }) => {
    await rows.sayMeaning(params.id, body);
    return { message: 'All rows with this value were read again.', import: await imports.get(params.id) };
  });
  route(app, calls.importProblems, async ({ params, query: { format } }, caller) => {
    const record = await imports.record(params.id);
    return tableAnswer(format, 'rows-to-correct', 'Rows', problemRows(core.database, record), onBreak(caller));
  });
  route(app, calls.commitImport, async ({ params, body }, caller) =>
    answerOf(await committed.commit(params.id, body, administratorOf(caller).email)),
  );
  route(app, calls.sendImportCredentials, async ({ params, body: { when, perDay } }, caller) => ({
    message: 'The credentials are on their way.',
    import: await committed.sendCredentials(params.id, when, perDay, administratorOf(caller).email),
  }));
  route(app, calls.undoImport, async ({ params }, caller) =>
    answerOf(await committed.undo(params.id, administratorOf(caller).email)),
  );
  route(app, calls.deleteImport, async ({ params }, caller) => {
    await lists.discard(params.id, administratorOf(caller).email);
    return { message: 'The list was discarded.' };
  });
}

const stateMessages: Record<ImportState, string> = {
  reading: 'The list is being read.',
  needsMapping: 'Please say what the columns of this list are.',
  ready: 'The list has been read. Nothing has been written yet.',
  importing: 'The list is being imported.',
  done: 'The list has been imported.',
  undoing: 'The import is being undone.',
  undone: 'The import has been undone.',
  discarded: 'The list was discarded.',
  failed: messages.import.failed,
};
