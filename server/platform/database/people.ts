import { getTableColumns, getTableName } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { PgTable } from 'drizzle-orm/pg-core';

// What happens to a table's rows: with the person, when two records are merged, with time and at the end of a rehearsal. Each table says it
// once beside its columns; it is gathered from all features.

/** What erasing does with a column: it is emptied, it tells of nobody, or it stays, and why. */
export type Erased = 'emptied' | 'nobody' | { stays: string };

/** What merging does with the rows of the dropped record, by a column that refers to members. Undoing puts back what it changed. */
export interface Merging<Column extends string = string> {
  /** What tells its rows apart: all of them, or, where the person is part of the key, those of one person. */
  key: readonly Column[];
  /**
   * `follows`: belongs to the kept record from then on. `login`: only if the login comes from the dropped record, and otherwise goes with
   * it. `goes`: goes with the dropped record, and comes back with it. `forgotten`: goes for good. `unlinked`: stays without a person.
   */
  becomes: 'follows' | 'login' | 'goes' | 'forgotten' | 'unlinked';
  /** The kept record has one row with these values at most: where it has one, the other stays without a person, or goes. */
  once?: readonly Column[];
  /** What the kept record's one row takes from the other where it has none itself: what one has done, the person has done. */
  carries?: Column;
  /** Of one that is unlinked: the column that refers to the kept record instead, so that its erasure finds the row. */
  instead?: Column;
  /** Whose rows a merge changes beyond the person, so that undoing it puts them back whole. */
  changes?: 'theirs' | 'both';
  /** Whether a change of its rows ends the undo; the columns are those that change by reading, logins and mails. */
  watched?: readonly Column[];
}

/** What every table says of itself. */
export interface TableRules {
  class: 'person' | 'money' | 'log' | 'content' | 'technical';
  /** How long its rows are kept, and what ends that, in words for the office. */
  kept?: string;
  ends?: string;
  /** What a rehearsal's end does with its rows; `people`: those of a member go. `partly`: the function `end_rehearsal` says which. */
  rehearsal: 'goes' | 'stays' | 'people' | 'partly';
  /** Its rows, in words for the office, where they are named by themselves. */
  what?: string;
}

interface Declaration<Column extends string> extends TableRules {
  /** `deleted`: its rows go with the person. Else what is done with each column that has room for something of them. */
  erased: 'deleted' | Partial<Record<Column, Erased>>;
  /** By the column that refers to the record. What has none follows the row that it belongs to. */
  merged?: Partial<Record<Column, Merging<Column>>>;
  /** Whether the archive of one's own data reads it. */
  archive?: boolean;
}

/** The names of table and columns are those of the database. */
export interface PeopleOfTable extends Declaration<string> {
  table: string;
  /** Why it holds nobody; '' if it holds people. */
  nobody: string;
}

const declared = new Map<string, PeopleOfTable>();

/** A column's name in the database by its name in the program. */
function namesOf(table: PgTable): (column: string) => string {
  const columns = getTableColumns(table);
  return (column) => {
    const { name, keyAsName } = columns[column]!;
    return keyAsName ? toSnakeCase(name) : name;
  };
}

/** Declares what is done with the people in a table. */
export function holdsPeople<Table extends PgTable>(
  table: Table,
  { erased, merged = {}, ...rules }: Declaration<keyof Table['_']['columns'] & string>,
): void {
  const nameOf = namesOf(table);
  const renamed = <Value, Result>(values: Partial<Record<string, Value>>, change: (value: Value) => Result) =>
    Object.fromEntries(Object.entries(values).map(([column, value]) => [nameOf(column), change(value as Value)]));
  const all = (columns: readonly string[]) => columns.map(nameOf);
  declared.set(getTableName(table), {
    ...rules,
    table: getTableName(table),
    nobody: '',
    erased: erased === 'deleted' ? erased : renamed<Erased, Erased>(erased, (value) => value),
    merged: renamed<Merging, Merging>(merged, ({ key, once, carries, instead, watched, ...rest }) => ({
      ...rest,
      key: all(key),
      ...(once && { once: all(once) }),
      ...(carries && { carries: nameOf(carries) }),
      ...(instead && { instead: nameOf(instead) }),
      ...(watched && { watched: all(watched) }),
    })),
  });
}

/** Declares that a table holds nobody who could be erased. @param why what is in it */
export function holdsNobody(table: PgTable, why: string, rules: TableRules): void {
  declared.set(getTableName(table), { ...rules, table: getTableName(table), nobody: why, erased: {} });
}

/** What all tables declare, by name: complete once all features are loaded. */
export const peopleOfTables = (): PeopleOfTable[] =>
  [...declared.values()].toSorted((one, other) => (one.table < other.table ? -1 : 1));

export interface Move extends Merging {
  table: string;
  column: string;
}

/** What merging does with every column that refers to a member. */
export const movesOfTables = (): Move[] =>
  peopleOfTables().flatMap(({ table, merged = {} }) =>
    Object.entries(merged).map(([column, merging]) => ({ ...merging!, table, column })),
  );
