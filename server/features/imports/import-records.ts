import type { Core } from '#server/core.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import type { ImportRecord } from '#shared/contracts/imports.ts';
import { AppError, orNotFound } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import { messages } from '#shared/messages.ts';
import { importAnswer, stateOf } from './import-answers.ts';
import type { ImportTableRow, ImportView } from './imports.queries.ts';
import * as queries from './imports.queries.ts';
import type { Cursor } from './reading.ts';

export const wrongState = (message: string) => new AppError('WRONG_STATE', message);

export const notNow: Record<string, string> = {
  reading: 'The list is being read. Please wait a moment.',
  needsMapping: 'Please say first what the columns of this list are.',
  ready: 'This list has not been imported yet.',
  importing: 'This list is being imported.',
  done: 'This list has been imported already.',
  undoing: 'This import is being undone.',
  undone: 'This import has been undone.',
  discarded: messages.import.discarded,
  failed: 'This did not work. Please load the list again.',
};

/** Finds imports, and locks one while it is changed. */
export function createImportRecords({ database, jobs }: Pick<Core, 'database' | 'jobs'>) {
  async function mustFind(id: string): Promise<ImportView> {
    return orNotFound(await queries.findImport(database, id), 'This import');
  }

  /** Runs a change of an import that is in one of these states. @throws NOT_FOUND, WRONG_STATE */
  async function change<T>(
    id: string,
    states: readonly string[],
    work: (tx: Transaction, record: ImportTableRow) => Promise<T>,
  ): Promise<T> {
    return database.transaction(async (tx) => {
      const record = orNotFound(await queries.lockImport(tx, id), 'This import');
      const view = (await queries.findImport(tx, id))!;
      const state = stateOf(view);
      if (!states.includes(state)) throw wrongState(notNow[state]!);
      return work(tx, record);
    });
  }

  const answerOf = async (view: ImportView) =>
    importAnswer(
      view,
      await queries.countRows(database, view.record.id),
      view.record.state === 'ready' ? await queries.findWrongValues(database, view.record.id) : [],
    );

  /** The current import, after a moment in which a short job ends. */
  async function answer(id: string): Promise<ImportRecord> {
    const view = await mustFind(id);
    if (view.job?.state === 'running' && view.record.jobId) await jobs.awaitEnd(view.record.jobId);
    return answerOf(await mustFind(id));
  }

  /** Begins a job over the rows of an import, as part of a change. */
  async function begin(tx: Transaction, id: string, kind: string, by: string, count: number): Promise<void> {
    const data: Cursor = { importId: id, after: 0 };
    const jobId = await jobs.begin(tx, { kind, by, data, items: { count } });
    await queries.updateImport(tx, id, { jobId });
  }

  async function list(page: number) {
    const views = await queries.findImports(database, page);
    return {
      data: await Promise.all(views.map(answerOf)),
      pagination: paginationOf(page, await queries.countImports(database)),
    };
  }

  return {
    mustFind,
    change,
    answer,
    begin,
    list,
    get: async (id: string) => answerOf(await mustFind(id)),
    record: async (id: string) => (await mustFind(id)).record,
  };
}
