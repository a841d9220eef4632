import { type Core, serviceOf } from '#server/core.ts';
import type { MemberRow } from '#server/features/members/members.queries.ts';
import { pictureAddresses } from '#server/features/members/picture-addresses.ts';
import { directoryEntryOf, officeRecordOf } from '#server/features/members/records.ts';
import { createLapsedGate } from '#server/features/subscription/lapsed-gate.ts';
import { findSubscriptionStatuses, subscriptionIs } from '#server/features/subscription/status.queries.ts';
import { findSubscription } from '#server/features/subscription/subscription.queries.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { type TableFormat, tableAnswer } from '#server/platform/spreadsheets/write-table.ts';
import { clock } from '#shared/clock.ts';
import { noSubscription, type SubscriptionStatus } from '#shared/contracts/payments.ts';
import type { FileAnswer } from '#shared/endpoint.ts';
import { paginationOf } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { person } from '#shared/person.ts';
import { createBudgets } from './budget.service.ts';
import { createCounts } from './counts.ts';
import {
  type Count,
  countDirectory,
  countUpTo,
  type DirectoryFilter,
  eachRecord,
  fewExact,
  findEntries,
  findRecords,
  findSimilarEntries,
  findSimilarRecords,
  type OfficeConditions,
  type OfficeFilter,
} from './directory.queries.ts';
import { exportColumns } from './export-columns.ts';

/** How many records of an export are in memory at once. */
const exportBatch = 500;

/** What the filters that are a person's fields are called. */
const terms = new Map(Object.entries(person).map(([name, { term }]) => [name, term]));

/** Looking members up. */
export function createDirectoryService(core: Core) {
  const budgets = serviceOf(core, createBudgets);
  const counts = serviceOf(core, createCounts);
  const { address: pictureAddress } = serviceOf(core, pictureAddresses);
  const { database, log } = core;
  const { reader } = database;
  const mustBeOpenFor = createLapsedGate(database);

  const total = (...asked: Parameters<typeof countUpTo> extends [unknown, ...infer Rest] ? Rest : never) =>
    counts.get(JSON.stringify(asked), () => countUpTo(reader, ...asked));

  /**
   * A page for a member: Approved members who do not hide, without what they hide. It is taken out of the reader's budget.
   * @throws TOO_MANY when that is used up, LAPSED
   */
  async function searchForMember(filter: DirectoryFilter, page: number, readerId: string) {
    await mustBeOpenFor(readerId);
    await budgets.spend(readerId);
    const [rows, { count, more }] = await Promise.all([findEntries(reader, filter, page), total(filter, 'member')]);
    const result = await withSimilar(filter, page, rows, count, {
      exact: () => findEntries(reader, filter, 1),
      similar: (ids) => findSimilarEntries(reader, filter, ids),
      present: (row) => directoryEntryOf(row, pictureAddress),
    });
    return { data: result.data, pagination: { ...paginationOf(page, result.count), more } };
  }

  /** Where few are found by a text, people with similar names follow. */
  async function withSimilar<Row extends { id: string }, Entry extends object>(
    filter: DirectoryFilter,
    page: number,
    rows: Row[],
    count: number,
    by: { exact: () => Promise<Row[]>; similar: (exact: string[]) => Promise<Row[]>; present: (row: Row) => Entry },
  ): Promise<{ data: (Entry & { similar?: true })[]; count: number }> {
    const exactly = rows.map(by.present);
    if (filter.name === '' || count >= fewExact) return { data: exactly, count };
    const exact = page === 1 ? rows : await by.exact();
    const similar = await by.similar(exact.map(({ id }) => id));
    const all = [...exact.map(by.present), ...similar.map((row) => ({ ...by.present(row), similar: true as const }))];
    const from = (page - 1) * limits.pageSize;
    return { data: all.slice(from, from + limits.pageSize), count: all.length };
  }

  /** What a filter by standing means today, and where the members that were found stand. */
  async function withStatuses(filter: OfficeFilter) {
    const settings = await findSubscription(reader);
    const { standing } = filter;
    return {
      conditions: { ...filter, subscription: standing ? subscriptionIs(settings, standing) : undefined },
      statusesOf: (rows: readonly MemberRow[]) =>
        findSubscriptionStatuses(
          reader,
          settings,
          rows.map((row) => row.id),
        ),
    };
  }

  const byIndex = (filter: OfficeFilter, conditions: OfficeConditions, page: number) =>
    Promise.all([findRecords(reader, conditions, page), total(filter, 'office')]);

  /** Statuses change with the day and with every payment, and are not remembered; how to look for them depends on how many there are. */
  async function byStanding(conditions: OfficeConditions, page: number): Promise<[MemberRow[], Count]> {
    const count = await countDirectory(reader, conditions, 'office');
    return [await findRecords(reader, conditions, page, count), { count }];
  }

  /** A page for the office: all Approved members, or who asked for erasure, whole. */
  async function searchForOffice(filter: OfficeFilter, page: number) {
    const { conditions, statusesOf } = await withStatuses(filter);
    const [rows, { count, more }] = await (filter.standing || filter.incomplete
      ? byStanding(conditions, page)
      : byIndex(filter, conditions, page));
    const statuses = await statusesOf(rows);
    const result = await withSimilar(filter, page, rows, count, {
      exact: () => findRecords(reader, conditions, 1, count),
      async similar(ids) {
        const similar = await findSimilarRecords(reader, conditions, ids);
        for (const [id, status] of await statusesOf(similar)) statuses.set(id, status);
        return similar;
      },
      present: (row) => officeRecordOf(row, pictureAddress, statuses.get(row.id)),
    });
    return { data: result.data, pagination: { ...paginationOf(page, result.count), more } };
  }

  /** The office's view as a file, written while it is read; the log says who took how much of it. */
  async function exportAs(format: TableFormat, filter: OfficeFilter, by: string): Promise<FileAnswer> {
    const { reach, ...asked } = filter;
    const { conditions, statusesOf } = await withStatuses(filter);
    const count = await countDirectory(reader, conditions, 'office');
    const narrowed = Object.entries(asked).flatMap(([name, value]) => (value === '' ? [] : [terms.get(name) ?? name]));
    const of = reach.isAll ? '' : ` of ${reach.states.join(', ')}`;
    await writeLog(database, {
      kind: 'export',
      by,
      subject: format.toUpperCase(),
      action: 'exported the directory',
      // The search text may be somebody's name, so only the filters are named.
      note: `${count} records${of}${narrowed.length > 0 ? `, filtered by ${narrowed.join(', ')}` : ''}`,
    });
    const rows = rowsOf(eachRecord(reader, conditions, exportBatch), statusesOf);
    return tableAnswer(format, `directory-${clock.today()}`, 'Directory', rows, (error) =>
      log.error({ reason: error.name }, 'an export broke off'),
    );
  }

  return { searchForMember, searchForOffice, exportAs };
}

async function* rowsOf(
  batches: ReturnType<typeof eachRecord>,
  statusesOf: (rows: readonly MemberRow[]) => Promise<Map<string, SubscriptionStatus>>,
): AsyncGenerator<string[]> {
  yield exportColumns.map((column) => column.title);
  for await (const batch of batches) {
    const statuses = await statusesOf(batch);
    for (const row of batch) {
      const standing = statuses.get(row.id) ?? noSubscription;
      yield exportColumns.map((column) => column.value(row, standing));
    }
  }
}
