import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Core, serviceOf } from '#server/core.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import type { UploadedFile } from '#server/platform/http/multipart.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { eachAlone } from '#server/platform/loop.ts';
import { headsKey, saveMapping } from '#server/platform/spreadsheets/column-mappings.queries.ts';
import { withUploadedFiles } from '#server/platform/storage/uploads.ts';
import { clock } from '#shared/clock.ts';
import type { ImportRecord } from '#shared/contracts/imports.ts';
import { AppError } from '#shared/errors.ts';
import { toWire } from '#shared/wire-names.ts';
import { createImportRecords, notNow, wrongState } from './import-records.ts';
import type { ImportTableRow } from './imports.queries.ts';
import * as queries from './imports.queries.ts';
import { collectColumns, type List, mappingNames, openList } from './open-list.ts';
import { headWords } from './parse-heads.ts';
import { checkConstants, mapColumns, missingFields, readKind } from './reading.ts';

/** How to read a list. */
export interface Reading {
  sheet?: string | undefined;
  headerRow?: number | undefined;
  mapping?: Record<string, string> | undefined;
  constants?: Partial<Record<string, string>> | undefined;
}

/**
 * Lists of existing members, from the file to checked rows, until they are imported or discarded.
 * @param uploads a folder for files while they are read
 */
export function createListService(core: Core, uploads: string) {
  const { database, files } = core;
  const { mustFind, change, answer, begin } = serviceOf(core, createImportRecords);

  /** Begins to read the rows of an import by its columns, or waits for their mapping. */
  async function reread(tx: Transaction, record: ImportTableRow): Promise<void> {
    const empty = { create: 0, complete: 0, skip: 0, care: 0 };
    const count = await queries.countRows(tx, record.id);
    const state = missingFields(record).length > 0 ? 'needsMapping' : count === 0 ? 'ready' : 'reading';
    await queries.updateImport(tx, record.id, { state, summary: empty, jobId: null, changedAt: clock.now() });
    await queries.forgetKinds(tx, record.id);
    if (state === 'reading') await begin(tx, record.id, readKind, record.by, count);
  }

  /** Replaces the rows of an import by those of an open list. @returns its columns */
  async function fill(tx: Transaction, importId: string, list: List) {
    const collected = collectColumns(list.heads);
    for await (const rows of list.rows()) {
      collected.see(rows);
      await queries.insertRows(tx, importId, rows);
    }
    return collected.columns();
  }

  const sheetOf = ({ spreadsheet, heads }: List) => ({
    sheet: spreadsheet.sheets[heads.sheet]!,
    sheets: spreadsheet.sheets,
    headerRow: heads.headerRow,
  });

  const keepMapping = (tx: Transaction, columns: ImportTableRow['columns']) =>
    saveMapping(
      tx,
      headsKey(headWords(columns.map(({ title }) => title))),
      toWire(Object.fromEntries(columns.map(({ index, field }) => [String(index), field])), mappingNames),
    );

  /**
   * Stores an uploaded list. Files that cannot be read are refused here.
   * @throws TOO_LARGE, UNSUPPORTED_FILE, VALIDATION
   */
  async function upload(file: UploadedFile, reading: Reading, by: string, gone: AbortSignal): Promise<ImportRecord> {
    const constants = checkConstants(reading.constants ?? {});
    const list = await openList(database, file.path, reading, gone);
    try {
      const stored = await files.store(file, 'file');
      const id = await withUploadedFiles(core, [stored], () =>
        database.transaction(async (tx) => {
          await files.attach(tx, stored);
          const values = {
            ...sheetOf(list),
            fileName: file.name,
            file: stored.key,
            constants,
            columns: [],
            by,
            meanings: (await queries.findMeanings(tx)).map((each) => ({ ...each, remembered: true })),
          };
          const record = await queries.insertImport(tx, values);
          const columns = mapColumns(await fill(tx, record.id, list), reading.mapping);
          await queries.updateImport(tx, record.id, { columns });
          if (reading.mapping) await keepMapping(tx, columns);
          await reread(tx, { ...record, columns });
          await writeLog(tx, { kind: 'member', by, action: 'uploaded a list of members' });
          return record.id;
        }),
      );
      return await answer(id);
    } finally {
      await list.spreadsheet.close();
    }
  }

  /** Reads a list again with another mapping. @throws NOT_FOUND, WRONG_STATE, VALIDATION */
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
        await queries.updateImport(tx, id, sheetOf(list));
      }
      const mapped = { columns: mapColumns(columns, reading.mapping), constants: constants ?? record.constants };
      await queries.updateImport(tx, id, mapped);
      if (reading.mapping) await keepMapping(tx, mapped.columns);
      await reread(tx, { ...record, ...mapped });
    };
    if (!moved) await change(id, open, remap);
    else {
      // Checked before anything is locked: reading the file takes time.
      await change(id, open, async () => {});
      const table = { sheet: reading.sheet ?? before.sheet, headerRow: reading.headerRow };
      await withStoredFile(core, uploads, before.file, async (path) => {
        const list = await openList(database, path, table);
        try {
          await change(id, open, (tx, record) => remap(tx, record, list));
        } finally {
          await list.spreadsheet.close();
        }
      });
    }
    return answer(id);
  }

  /** Deletes the rows and the file of an import. */
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

  return { upload, map, discard };
}

/** Deletes rows and files of imports that were unchanged for so many days. */
export async function dropOldImports(
  core: Pick<Core, 'database' | 'files' | 'log'>,
  days: number,
  isStopping: () => boolean,
) {
  const { database, files } = core;
  const expired = await queries.findExpired(database, days);
  await eachAlone(core, expired, 'an old import could not be deleted', async (id) => {
    if (isStopping()) return;
    await database.transaction(async (tx) => {
      const record = await queries.lockImport(tx, id);
      if (!record?.hasRows) return;
      await files.release(tx, record.file);
      const wasOpen = record.state === 'needsMapping' || record.state === 'ready' || record.state === 'reading';
      await queries.updateImport(tx, id, { file: null, hasRows: false, ...(wasOpen && { state: 'discarded' }) });
      await queries.deleteRows(tx, id);
    });
  });
}

/** Runs work that needs a stored file's path, on a temporary copy. @throws WRONG_STATE when the file is gone */
export async function withStoredFile(
  { files }: Pick<Core, 'files'>,
  folder: string,
  key: string | null,
  work: (path: string) => Promise<void>,
): Promise<void> {
  const file = key === null ? null : await files.open(key);
  if (!file) throw new AppError('WRONG_STATE', 'The file of this list is no longer kept. Please choose it again.');
  const path = join(folder, randomUUID());
  try {
    await pipeline(file.body, createWriteStream(path, { mode: 0o600 }));
    await work(path);
  } finally {
    await rm(path, { force: true });
  }
}
