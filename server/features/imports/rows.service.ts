import { type Core, serviceOf } from '#server/core.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { clock } from '#shared/clock.ts';
import type { RowAction, RowKind } from '#shared/contracts/imports.ts';
import { AppError, orNotFound } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { questionsOf, refuseAction, rowAnswer } from './import-answers.ts';
import { createImportRecords } from './import-records.ts';
import * as queries from './imports.queries.ts';
import { isAskable, sameValue } from './meanings.ts';
import { keysOf, parseRow } from './parse-row.ts';
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
  async function rows(id: string, kind: RowKind | '', problem: string, page: number) {
    await mustFind(id);
    const result = await queries.findRowPage(database, id, kind, problem, page);
    return {
      data: await rowAnswers(id, result.rows),
      pagination: paginationOf(page, result.total, limits.importRowsPage),
    };
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

  /**
   * Says what a value means, or takes that back, and reads the rows again.
   * @throws NOT_FOUND, WRONG_STATE, VALIDATION
   */
  async function sayMeaning(
    id: string,
    { field, value, meaning }: { field: string; value: string; meaning: string | null },
  ): Promise<void> {
    const refuse = (name: string, message: string) =>
      new AppError('VALIDATION', message, { fields: { [name]: message } });
    if (!isAskable(field)) throw refuse('field', 'Only choices, dates and hosts of e-mails are asked about');
    await change(id, ['ready'], async (tx, record) => {
      const before = record.meanings.find((each) => each.field === field && sameValue(each.value, value));
      const question = questionsOf(record, await queries.findWrongValues(tx, id)).find(
        (each) => each.field === field && sameValue(each.value, value),
      );
      if (!question || (meaning === null && !before)) throw refuse('value', 'This value is not in the list');
      const isDay = question.value.startsWith('*');
      const isHost = question.value.startsWith('@');
      const example = isHost ? `somebody${meaning}` : (meaning ?? '');
      const { problems } = parseRow((name) => (name === field && !isDay ? example : null));
      const isWrong = isDay
        ? meaning !== 'first'
        : meaning !== '' &&
          ((isHost && !meaning?.startsWith('@')) || problems.some((each) => each.field === field && meaning !== ''));
      if (meaning !== null && meaning !== '' && isWrong) throw refuse('meaning', 'This is not understood');
      const others = record.meanings.filter((each) => each !== before);
      const subject = { field, value: question.value, rows: question.rows };
      const meanings = meaning === null ? others : [...others, { ...subject, meaning }];
      await queries.rememberMeaning(tx, { ...subject, meaning: '' }, meaning);
      const rows = await queries.findRowsToRead(tx, id, before ? null : field);
      await parseRows(tx, { ...record, meanings }, rows);
      await queries.settleRows(tx, id, { from: 0, to: 10_000_000 });
      const summary = await queries.countKinds(tx, id);
      await queries.updateImport(tx, id, { meanings, summary, changedAt: clock.now() });
    });
  }

  return { rows, changeRow, sayMeaning };
}
