import { Readable } from 'node:stream';
import type { Core } from '#server/core.ts';
import { writeLog } from '#server/features/log/log.queries.ts';
import { paginationOf } from '#shared/fields.ts';
import type { FileAnswer } from '#shared/file-response.ts';
import type { createCounts } from './counts.ts';
import {
  countDirectory,
  type DirectoryFilter,
  type DirectoryView,
  eachRecord,
  findEntries,
  findRecords,
  type OfficeFilter,
} from './directory.queries.ts';
import { exportColumns } from './export-columns.ts';
import { csvLines } from './export-csv.ts';
import { xlsxBytes } from './export-xlsx.ts';
import { directoryEntryOf, officeRecordOf, type PictureAddress } from './records.ts';

/** How many records of an export are in memory at once. */
const exportBatch = 500;

const exportTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Looking members up. */
export function createDirectoryService(
  core: Core,
  pictureAddress: PictureAddress,
  counts: ReturnType<typeof createCounts>,
) {
  const { database, log } = core;

  const total = (filter: DirectoryFilter | OfficeFilter, view: DirectoryView) =>
    counts.get(JSON.stringify([view, filter]), () => countDirectory(database, filter, view));

  /** A page for a member: Approved members who do not hide, without what they hide. */
  async function searchForMember(filter: DirectoryFilter, page: number) {
    const [rows, count] = await Promise.all([findEntries(database, filter, page), total(filter, 'member')]);
    return {
      data: rows.map((row) => directoryEntryOf(row, pictureAddress)),
      pagination: paginationOf(page, count),
    };
  }

  /** A page for the office: all Approved members, or who asked for erasure, whole. */
  async function searchForOffice(filter: OfficeFilter, page: number) {
    const [rows, count] = await Promise.all([findRecords(database, filter, page), total(filter, 'office')]);
    return {
      data: rows.map((row) => officeRecordOf(row, pictureAddress)),
      pagination: paginationOf(page, count),
    };
  }

  /** The office's view as a file, written while it is read; the log says who took how much of it. */
  async function exportAs(format: 'csv' | 'xlsx', filter: OfficeFilter, by: string): Promise<FileAnswer> {
    const count = await countDirectory(database, filter, 'office');
    const narrowed = Object.entries(filter).flatMap(([name, value]) => (value === '' ? [] : [name]));
    await writeLog(database, {
      kind: 'export',
      by,
      subject: format.toUpperCase(),
      action: 'exported the directory',
      // The search text may be somebody's name, so only the filters are named.
      note: `${count} records${narrowed.length > 0 ? `, filtered by ${narrowed.join(', ')}` : ''}`,
    });
    const rows = rowsOf(eachRecord(database, filter, exportBatch));
    const bytes = format === 'csv' ? csvLines(rows) : xlsxBytes(rows);
    const body = Readable.from(bytes, { objectMode: false });
    body.on('error', (error) => log.error({ reason: error.name }, 'an export broke off'));
    const day = new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' });
    return { body, type: exportTypes[format], attachment: `directory-${day}.${format}`, cacheControl: 'no-store' };
  }

  return { searchForMember, searchForOffice, exportAs };
}

async function* rowsOf(batches: ReturnType<typeof eachRecord>): AsyncGenerator<string[]> {
  yield exportColumns.map((column) => column.title);
  for await (const batch of batches) {
    for (const row of batch) yield exportColumns.map((column) => column.value(row));
  }
}
