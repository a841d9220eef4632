import type { Core } from '#server/core.ts';
import type { Transaction } from '#server/database/client.ts';
import { withStored } from '#server/features/members/stored-files.ts';
import type { UploadedFile } from '#server/http/multipart.ts';
import { writeLog } from '#server/log/log.queries.ts';
import { clock } from '#shared/clock.ts';
import type { ImportRecord, RowAction, RowKind } from '#shared/contracts/imports.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import { commitKind, commitStep, endCommit } from './commit.ts';
import { queueBatch } from './credentials.ts';
import { importAnswer, refuseAction, rowAnswer, stateOf } from './import-answers.ts';
import type { ImportTableRow, ImportView } from './imports.queries.ts';
import * as queries from './imports.queries.ts';
import { collectColumns, type List, openList } from './open-list.ts';
import { findPeople, isInUse } from './people.queries.ts';
import {
  type Cursor,
  checkConstants,
  mapColumns,
  missingFields,
  readKind,
  readStep,
  understandRows,
} from './reading.ts';
import { withStoredFile } from './stored-list.ts';
import { headsKey } from './understand-heads.ts';
import { keysOf } from './understand-row.ts';
import { undoKind, undoStep } from './undo.ts';

/** How a list is to be read. */
export interface Reading {
  sheet?: string | undefined;
  headerRow?: number | undefined;
  mapping?: Record<string, string> | undefined;
  constants?: Partial<Record<string, string>> | undefined;
}
export type Credentials = { credentials: 'now' | 'later' | 'batch'; perDay?: number | undefined };

const wrongState = (message: string) => new AppError('WRONG_STATE', message);

const notNow: Record<string, string> = {
  reading: 'The list is being read. Please wait a moment.',
  needsMapping: 'Please say first what the columns of this list are.',
  ready: 'This list has not been imported yet.',
  importing: 'This list is being imported.',
  done: 'This list has been imported already.',
  undoing: 'This import is being undone.',
  undone: 'This import has been undone.',
  discarded: 'This list was discarded.',
  failed: 'This did not work. Please load the list again.',
};

/**
 * Lists of existing members, from the file to the members they become. Nothing is written into the register before the office
 * commits a list.
 * @param uploads a folder for files that are looked at
 */
export function createImportService(core: Core, uploads: string) {
  const { database, files, jobs } = core;
  jobs.register(readKind, readStep);
  jobs.register(commitKind, commitStep(core));
  jobs.register(undoKind, undoStep(core));

  async function mustFind(id: string): Promise<ImportView> {
    const view = await queries.findImport(database, id);
    if (!view) throw notFound('This import');
    return view;
  }

  /** Runs a change of an import that is in one of these states. @throws NOT_FOUND, WRONG_STATE */
  async function change<T>(
    id: string,
    states: readonly string[],
    work: (tx: Transaction, record: ImportTableRow) => Promise<T>,
  ): Promise<T> {
    return database.transaction(async (tx) => {
      const record = await queries.lockImport(tx, id);
      if (!record) throw notFound('This import');
      const view = (await queries.findImport(tx, id))!;
      const state = stateOf(view);
      if (!states.includes(state)) throw wrongState(notNow[state]!);
      return work(tx, record);
    });
  }

  /** The import as it stands, after a moment in which a small piece of work is done. */
  async function answer(id: string): Promise<ImportRecord> {
    const view = await mustFind(id);
    if (view.job?.state === 'running' && view.record.jobId) await jobs.awaitEnd(view.record.jobId);
    return importAnswer(await mustFind(id));
  }

  /** Has the rows of an import gone through, as part of the change that makes it necessary. */
  async function begin(tx: Transaction, id: string, kind: string, by: string, count: number): Promise<void> {
    const data: Cursor = { importId: id, after: 0 };
    const jobId = await jobs.begin(tx, { kind, by, data, items: { count } });
    await queries.updateImport(tx, id, { jobId });
  }

  /** Reads the rows of an import as its columns say, or waits until it is known what they are. */
  async function readAnew(tx: Transaction, record: ImportTableRow): Promise<void> {
    const empty = { create: 0, complete: 0, skip: 0, care: 0 };
    const count = await queries.countRows(tx, record.id);
    const state = missingFields(record).length > 0 ? 'needsMapping' : count === 0 ? 'ready' : 'reading';
    await queries.updateImport(tx, record.id, { state, summary: empty, jobId: null, changedAt: clock.now() });
    await queries.forgetKinds(tx, record.id);
    if (state === 'reading') await begin(tx, record.id, readKind, record.by, count);
  }

  /** Puts the rows of an open list in the place of those that are there. @returns its columns */
  async function fill(tx: Transaction, importId: string, list: List) {
    const collected = collectColumns(list.heads);
    for await (const rows of list.rows()) {
      collected.see(rows);
      await queries.insertRows(tx, importId, rows);
    }
    return collected.columns();
  }

  const placeOf = ({ spreadsheet, heads }: List) => ({
    sheet: spreadsheet.sheets[heads.sheet]!,
    sheets: spreadsheet.sheets,
    headerRow: heads.headerRow,
  });

  const keepMapping = (tx: Transaction, columns: ImportTableRow['columns']) =>
    queries.saveMapping(
      tx,
      headsKey(columns.map(({ title }) => title)),
      Object.fromEntries(columns.map(({ index, field }) => [String(index), field])),
    );

  /**
   * Takes a list in. Files that cannot be read are refused here.
   * @throws TOO_LARGE, UNSUPPORTED_FILE, VALIDATION
   */
  async function upload(file: UploadedFile, reading: Reading, by: string, gone: AbortSignal): Promise<ImportRecord> {
    const constants = checkConstants(reading.constants ?? {});
    const list = await openList(database, file.path, reading, gone);
    try {
      const stored = await files.store(file, 'file');
      const id = await withStored(core, [stored], () =>
        database.transaction(async (tx) => {
          await files.attach(tx, stored);
          const values = { ...placeOf(list), fileName: file.name, file: stored.key, constants, columns: [], by };
          const record = await queries.insertImport(tx, values);
          const columns = mapColumns(await fill(tx, record.id, list), reading.mapping);
          await queries.updateImport(tx, record.id, { columns });
          if (reading.mapping) await keepMapping(tx, columns);
          await readAnew(tx, { ...record, columns });
          await writeLog(tx, { kind: 'member', by, action: 'uploaded a list of members' });
          return record.id;
        }),
      );
      return await answer(id);
    } finally {
      await list.spreadsheet.close();
    }
  }

  /** Reads a list in another way. @throws NOT_FOUND, WRONG_STATE, VALIDATION */
  async function map(id: string, reading: Reading): Promise<ImportRecord> {
    const constants = reading.constants && checkConstants(reading.constants);
    const open = ['needsMapping', 'ready'];
    const { record: before } = await mustFind(id);
    const moved =
      (reading.sheet !== undefined && reading.sheet !== before.sheet) ||
      (reading.headerRow !== undefined && reading.headerRow !== before.headerRow);
    const remap = async (tx: Transaction, record: ImportTableRow, list?: List) => {
      let columns = record.columns;
      if (list) {
        await queries.deleteRows(tx, id);
        columns = await fill(tx, id, list);
        await queries.updateImport(tx, id, placeOf(list));
      }
      const mapped = { columns: mapColumns(columns, reading.mapping), constants: constants ?? record.constants };
      await queries.updateImport(tx, id, mapped);
      if (reading.mapping) await keepMapping(tx, mapped.columns);
      await readAnew(tx, { ...record, ...mapped });
    };
    if (!moved) await change(id, open, remap);
    else {
      // Looked at before anything is locked: a file takes its time.
      await change(id, open, async () => {});
      const place = { sheet: reading.sheet ?? before.sheet, headerRow: reading.headerRow };
      await withStoredFile(core, uploads, before.file, async (path) => {
        const list = await openList(database, path, place);
        try {
          await change(id, open, (tx, record) => remap(tx, record, list));
        } finally {
          await list.spreadsheet.close();
        }
      });
    }
    return answer(id);
  }

  async function list(page: number) {
    const views = await queries.findImports(database, page);
    return { data: views.map(importAnswer), pagination: paginationOf(page, await queries.countImports(database)) };
  }

  /** Rows with whom each seems to be. */
  async function rowAnswers(
    importId: string,
    found: queries.StoredRow[],
    db: Transaction | Core['database'] = database,
  ) {
    const ids = found.flatMap(({ duplicateId }) => duplicateId ?? []);
    const earlier = found.flatMap(({ duplicateRow }) => duplicateRow ?? []);
    const records = await findPeople(db, ids);
    const others = await queries.findRowsNumbered(db, importId, earlier);
    const byRow = new Map(others.map((row) => [row.row, row]));
    return found.map((row) => rowAnswer(row, records, byRow));
  }

  /** @throws NOT_FOUND */
  async function rows(id: string, kind: RowKind | '', page: number) {
    await mustFind(id);
    const found = await queries.findRowPage(database, id, kind, page);
    return { data: await rowAnswers(id, found.rows), pagination: paginationOf(page, found.total) };
  }

  /** Corrects values of a row, or chooses what is done with it. @throws NOT_FOUND, WRONG_STATE, VALIDATION */
  async function changeRow(
    id: string,
    {
      row: number,
      values = {},
      action,
    }: { row: number; values?: Partial<Record<string, string>> | undefined; action?: RowAction | undefined },
  ) {
    return change(id, ['ready'], async (tx, record) => {
      const before = await queries.findRow(tx, id, number);
      if (!before) throw notFound('This row');
      const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
      const edits = { ...before.edits, ...Object.fromEntries(given) };
      await queries.saveEdits(tx, id, number, { edits, action: action ?? before.action });
      const [read] = await understandRows(tx, record, [{ ...before, edits }]);
      const earlier = keysOf({ values: before.values as never, problems: before.problems as never });
      const touched = await queries.findTouched(tx, id, [earlier, read!.keys]);
      await queries.settleRows(tx, id, [...new Set([number, ...touched])]);
      const after = (await queries.findRow(tx, id, number))!;
      const refused = action && refuseAction(action, after.duplicateBy);
      if (refused) throw new AppError('VALIDATION', refused, { fields: { action: refused } });
      const summary = await queries.countKinds(tx, id);
      await queries.updateImport(tx, id, { summary, changedAt: clock.now() });
      return { row: (await rowAnswers(id, [after], tx))[0]!, summary };
    });
  }

  /** Begins to write a list into the register. @throws NOT_FOUND, WRONG_STATE unless ready */
  async function commit(id: string, { credentials, perDay }: Credentials, by: string): Promise<ImportRecord> {
    await change(id, ['ready'], async (tx, record) => {
      const { create, complete } = await queries.countKinds(tx, id);
      const begun = { credentials, perDay: credentials === 'batch' ? (perDay ?? null) : null };
      await queries.updateImport(tx, id, { ...begun, state: 'importing', changedAt: clock.now() });
      const subject = `${create + complete} rows`;
      await writeLog(tx, { kind: 'member', by, subject, action: 'imported a list of members' });
      if (create + complete > 0) await begin(tx, id, commitKind, by, create + complete);
      else await endCommit(tx, core, { ...record, ...begun });
    });
    return answer(id);
  }

  /** Sends credentials to those of an import who have none. @throws NOT_FOUND, WRONG_STATE unless done */
  async function sendCredentials(id: string, when: 'now' | 'batch', perDay: number | undefined, by: string) {
    await change(id, ['done'], async (tx, record) => {
      if (!record.hasRows) throw wrongState(noRows);
      await queries.updateImport(tx, id, { credentials: when, perDay: when === 'batch' ? (perDay ?? null) : null });
      // What was sent today counts.
      const today = when === 'batch' && record.lastBatchOn === clock.today() ? 0 : (perDay ?? 0);
      await queueBatch(tx, core, record, { most: when === 'now' ? everybody : today });
      const action =
        when === 'now' ? 'sent the credentials of an import' : 'had the credentials of an import sent in batches';
      await writeLog(tx, { kind: 'member', by, action });
    });
    return answer(id);
  }

  /** Begins to take an import back. @throws NOT_FOUND, WRONG_STATE unless done, or once somebody of it has logged in */
  async function undo(id: string, by: string): Promise<ImportRecord> {
    await change(id, ['done'], async (tx, record) => {
      if (!record.hasRows) throw wrongState(noRows);
      const use = await isInUse(tx, id);
      if (use === 'login')
        throw wrongState('Somebody of this import has logged in already. It cannot be undone any more.');
      if (use === 'money') throw wrongState('Somebody of this import has paid already. It cannot be undone any more.');
      const { all } = await queries.countCommitted(tx, id);
      const subject = `${all} rows`;
      await writeLog(tx, { kind: 'member', by, subject, action: 'undid an import of members' });
      await queries.updateImport(tx, id, { state: all > 0 ? 'undoing' : 'undone', changedAt: clock.now() });
      if (all > 0) await begin(tx, id, undoKind, by, all);
    });
    return answer(id);
  }

  /** Drops the rows and the file of an import. */
  async function drop(tx: Transaction, record: ImportTableRow): Promise<void> {
    await files.release(tx, record.file);
    await queries.updateImport(tx, record.id, { file: null, hasRows: false });
    await queries.deleteRows(tx, record.id);
  }

  /** Discards a list that was not imported. @throws NOT_FOUND, WRONG_STATE */
  async function discard(id: string, by: string): Promise<void> {
    await change(id, ['reading', 'needsMapping', 'ready', 'failed'], async (tx, record) => {
      if (record.state === 'importing' || record.state === 'undoing') throw wrongState(notNow[record.state]!);
      await drop(tx, record);
      await queries.updateImport(tx, id, { state: 'discarded', changedAt: clock.now() });
      await writeLog(tx, { kind: 'member', by, action: 'deleted an uploaded list of members' });
    });
  }

  return {
    upload,
    map,
    list,
    get: answerAtOnce,
    rows,
    changeRow,
    commit,
    sendCredentials,
    undo,
    discard,
    record: async (id: string) => (await mustFind(id)).record,
  };

  async function answerAtOnce(id: string): Promise<ImportRecord> {
    return importAnswer(await mustFind(id));
  }
}

const noRows = 'The rows of this import are no longer kept.';
const everybody = 1_000_000;

/** Drops rows and files of imports that nothing has happened to for so many days. */
export async function dropOldImports(
  { database, files }: Pick<Core, 'database' | 'files'>,
  days: number,
  isStopping: () => boolean,
) {
  for (const id of await queries.findOutlived(database, days)) {
    if (isStopping()) return;
    await database.transaction(async (tx) => {
      const record = await queries.lockImport(tx, id);
      if (!record?.hasRows) return;
      await files.release(tx, record.file);
      const wasOpen = record.state === 'needsMapping' || record.state === 'ready' || record.state === 'reading';
      await queries.updateImport(tx, id, { file: null, hasRows: false, ...(wasOpen && { state: 'discarded' }) });
      await queries.deleteRows(tx, id);
    });
  }
}
