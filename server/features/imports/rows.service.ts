import { type Core, serviceOf } from '#server/core.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { clock } from '#shared/clock.ts';
import type { RowAction, RowKind } from '#shared/contracts/imports.ts';
import { AppError, orNotFound } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import { refuseAction, rowAnswer } from './import-answers.ts';
import { createImportRecords } from './import-records.ts';
import * as queries from './imports.queries.ts';
import { keysOf } from './parse-row.ts';
import { findPeople } from './people.queries.ts';
import { parseRows } from './reading.ts';

/** The rows of a list before its import: their values and actions. */
export function createRowService(core: Core) {
  const { database } = core;
  const { mustFind, change } = serviceOf(core, createImportRecords);
  /** Rows with their duplicates. */
  async function rowAnswers(
    importId: string,
    rows: queries.StoredRow[],
    db: Transaction | Core['database'] = database,
  ) {
    const ids = rows.flatMap(({ duplicateId }) => duplicateId ?? []);
    const earlier = rows.flatMap(({ duplicateRow }) => duplicateRow ?? []);
    const records = await findPeople(db, ids);
    const others = await queries.findRowsNumbered(db, importId, earlier);
    const byRow = new Map(others.map((row) => [row.row, row]));
    return rows.map((row) => rowAnswer(row, records, byRow));
  }

  /** @throws NOT_FOUND */
  async function rows(id: string, kind: RowKind | '', page: number) {
    await mustFind(id);
    const result = await queries.findRowPage(database, id, kind, page);
    return { data: await rowAnswers(id, result.rows), pagination: paginationOf(page, result.total) };
  }

  /** Corrects values of a row, or chooses its action. @throws NOT_FOUND, WRONG_STATE, VALIDATION */
  async function changeRow(
    id: string,
    {
      row: number,
      values = {},
      action,
    }: { row: number; values?: Partial<Record<string, string>> | undefined; action?: RowAction | undefined },
  ) {
    return change(id, ['ready'], async (tx, record) => {
      const before = orNotFound(await queries.findRow(tx, id, number), 'This row');
      const entries = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
      const edits = { ...before.edits, ...Object.fromEntries(entries) };
      await queries.saveEdits(tx, id, number, { edits, action: action ?? before.action });
      const [read] = await parseRows(tx, record, [{ ...before, edits }]);
      const earlier = keysOf(before);
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

  return { rows, changeRow };
}
