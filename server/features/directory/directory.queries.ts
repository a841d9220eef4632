import {
  and,
  arrayContains,
  asc,
  type Column,
  eq,
  fillPlaceholders,
  gt,
  isNotNull,
  or,
  type Placeholder,
  type Query,
  type SQL,
  sql,
} from 'drizzle-orm';
import type pg from 'pg';
import type { Database, Readable } from '#server/database/client.ts';
import { type OfStates, ofStates, type Reach } from '#server/database/reach.ts';
import { containsPattern, searchable } from '#server/database/searchable.ts';
import { members } from '#server/database/tables/members.ts';
import {
  type Counted,
  countedBeforehand,
  findNames,
  findPlace,
  nameAndStatuteSubject,
  nameSubject,
  type Place,
  sortsByCodePoint,
  statuteLetter,
} from '#server/features/members/member-counts.queries.ts';
import type { MemberRow } from '#server/features/members/members.queries.ts';
import type { EntryRow } from '#server/features/members/records.ts';
import type { SubscriptionStatus } from '#shared/contracts/payments.ts';
import { limits } from '#shared/limits.ts';
import { anyAssociationOffice, membershipValues } from '#shared/options.ts';
import { person } from '#shared/person.ts';
import { type EntryName, entryNames, personField, recordNames } from '#shared/person-fields.ts';

/** What the directory is narrowed to; '' means all. */
export interface DirectoryFilter {
  State: string;
  District: string;
  SubDistrict: string;
  ProsecutorName: string;
  Specialisation: string;
  membership: string;
  /** An office of the association, or `anyAssociationOffice`. */
  Association: string;
}

/** What the office may narrow it to besides: to who asked for erasure, and then in any status. */
export interface OfficeFilter extends DirectoryFilter {
  /** Whose members. */
  reach: Reach;
  erasure: '' | 'asked';
  /** Where members stand with the annual subscription. */
  standing: '' | SubscriptionStatus['state'];
}

/** The same with what the standing means today: see features/subscription/status.queries.ts. */
export type OfficeConditions = OfficeFilter & { subscription?: SQL | undefined };

/** `member`: entries that are not hidden, found by name. `office`: all Approved records, found by position as well. */
type DirectoryView = 'member' | 'office';

// Written out rather than given as values, so that they match the conditions of the indexes.
const isApproved = sql`status = 'Approved'`;
const isShown = sql`not hide_entry`;
const holdsOffice = sql`association_office <> ''`;

const order = [asc(members.tierRank), asc(members.nameSearch), asc(members.id)];
/** The same order, but no index has it: all that is found is found first, and sorted then. */
const orderAfterwards = [sql`${members.tierRank} + 0`, asc(members.nameSearch), asc(members.id)];

/** The names that a text is found in; null when there are too many of them to be of help, undefined when none were looked for. */
type Names = string[] | null | undefined;

/** What the conditions compare with: the values themselves, or placeholders for them in a statement that is written once. */
interface Compared {
  text: string | Placeholder;
  names: string[] | Placeholder;
  State: string | Placeholder;
  District: string | Placeholder;
  SubDistrict: string | Placeholder;
  pattern: string | Placeholder;
  rank: number | Placeholder;
  specialisations: string[] | Placeholder;
  statute: string | Placeholder;
  office: string | Placeholder;
  placeRank: number | Placeholder;
  placeBlock: string | Placeholder;
}

function valuesOf(filter: DirectoryFilter, names: Names = undefined, place?: Place | null) {
  return {
    text: searchable(filter.ProsecutorName),
    names: names ?? [],
    State: filter.State,
    District: filter.District,
    SubDistrict: filter.SubDistrict,
    pattern: containsPattern(filter.ProsecutorName),
    // The tier by its rank: the indexes are in that order. A tier that does not exist has rank 0 and no members.
    rank: (membershipValues as readonly string[]).indexOf(filter.membership) + 1,
    specialisations: [filter.Specialisation],
    statute: statuteLetter(filter.Specialisation) ?? '',
    office: filter.Association,
    placeRank: place?.rank ?? 0,
    placeBlock: place?.block ?? '',
  };
}

const placeholders = {
  text: sql.placeholder('text'),
  names: sql.placeholder('names'),
  State: sql.placeholder('State'),
  District: sql.placeholder('District'),
  SubDistrict: sql.placeholder('SubDistrict'),
  pattern: sql.placeholder('pattern'),
  rank: sql.placeholder('rank'),
  specialisations: sql.placeholder('specialisations'),
  statute: sql.placeholder('statute'),
  office: sql.placeholder('office'),
  placeRank: sql.placeholder('placeRank'),
  placeBlock: sql.placeholder('placeBlock'),
};

/** @throws where the office asks without saying whose */
function reachedBy({ reach, State }: DirectoryFilter & Partial<OfficeConditions>): OfStates {
  if (!reach) throw new Error('The office asks for members without a reach.');
  return reach.narrow(State);
}

function matches(
  filter: DirectoryFilter & Partial<OfficeConditions>,
  view: DirectoryView,
  names: Names = undefined,
  compared: Compared = valuesOf(filter, names),
): SQL | undefined {
  const byName = sql`${members.nameSearch} like ${compared.pattern}`;
  const byPosition = sql`${members.positionSearch} like ${compared.pattern}`;
  return and(
    // Such a wish holds until the record is gone, so also while it is Rejected.
    view === 'office' && filter.erasure === 'asked' ? isNotNull(members.erasureRequestedAt) : isApproved,
    view === 'member' ? isShown : filter.subscription,
    view === 'office'
      ? ofStates(members.state, reachedBy(filter))
      : filter.State
        ? eq(members.state, compared.State)
        : undefined,
    filter.District ? eq(members.district, compared.District) : undefined,
    filter.SubDistrict ? eq(members.subDistrict, compared.SubDistrict) : undefined,
    filter.membership ? eq(members.tierRank, compared.rank) : undefined,
    filter.Specialisation ? namesStatute(filter, compared) : undefined,
    filter.Association ? holdsOffice : undefined,
    filter.Association && filter.Association !== anyAssociationOffice
      ? eq(members.associationOffice, compared.office)
      : undefined,
    searchable(filter.ProsecutorName) === ''
      ? undefined
      : view === 'office'
        ? or(byName, byPosition)
        : names === undefined
          ? byName
          : hasName(filter, names, compared),
  );
}

/**
 * The same as a part of the name, said so that PostgreSQL cannot choose badly: it knows how often whole names occur, and looks them
 * up tier by tier in the order of the directory; and for parts that are in very many names it is to go through that order.
 */
function hasName(filter: DirectoryFilter, names: string[] | null, compared: Compared): SQL | undefined {
  if (names === null) return sql`strpos(${members.nameSearch}, ${compared.text}) > 0`;
  const ofAnyTier = filter.membership ? undefined : sql`${members.tierRank} in (1, 2, 3)`;
  return and(ofAnyTier, sql`${members.nameSearch} = any(${sql.param(compared.names)}::text[])`);
}

/** Shorter parts are in so many names that their people are soon found in order. */
const shortestNamed = 3;

/** The names that a member's search is for. */
async function namesOf(db: Readable, filter: DirectoryFilter): Promise<Names> {
  const { text, pattern } = valuesOf(filter);
  return [...text].length < shortestNamed ? undefined : findNames(db, pattern);
}

/** A statute of the list is found in the indexes of the directory, by its letter; any other text is rare. */
const namesStatute = ({ Specialisation }: DirectoryFilter, compared: Compared) =>
  statuteLetter(Specialisation) === null
    ? arrayContains(members.specialisations, compared.specialisations)
    : sql`strpos(${members.statutes}, ${compared.statute}) > 0`;

/** What of this filter is counted beforehand; null when it has to be counted as it is: in a district, say, which is small. */
function countedOf(filter: DirectoryFilter & Partial<OfficeConditions>, view: DirectoryView): Counted | null {
  if (filter.District || filter.SubDistrict || filter.erasure || filter.subscription) return null;
  const { rank, text, pattern } = valuesOf(filter);
  const letter = statuteLetter(filter.Specialisation);
  if ((filter.membership && rank === 0) || (filter.Specialisation && letter === null)) return null;
  const state = view === 'office' ? reachedBy(filter) : filter.State;
  const counted = { state, rank, shownOnly: view === 'member' };
  const subject = subjectOf(text, letter, filter, view);
  if (subject !== null) return { ...counted, subject };
  const isNameAlone = text !== '' && letter === null && !filter.Association && !filter.State;
  return isNameAlone && view === 'member' ? { ...counted, subject: '', named: pattern } : null;
}

function subjectOf(text: string, letter: string | null, filter: DirectoryFilter, view: DirectoryView): string | null {
  const { Association, State } = filter;
  if (Association === '') {
    if (letter === null) return text === '' ? '' : nameSubject(text, view);
    if (text === '') return `p:${letter}`;
    return view === 'member' && State === '' ? nameAndStatuteSubject(text, letter) : null;
  }
  if (text !== '') return null;
  const isAny = Association === anyAssociationOffice;
  if (letter === null) return `a:${isAny ? '' : Association}`;
  return isAny ? `b:${letter}` : null;
}

/** Pages that begin further in than this are begun from a place near them. */
const farOffset = 500;

/** Where to begin a far page; null to begin at the beginning. */
async function placeOf(
  db: Readable,
  filter: DirectoryFilter & Partial<OfficeConditions>,
  view: DirectoryView,
  page: number,
): Promise<Place | null> {
  if (offsetOf(page) < farOffset) return null;
  const counted = countedOf(filter, view);
  if (!counted || counted.named !== undefined) return null;
  if (counted.subject !== '' && (counted.state !== '' || !String(counted.subject).startsWith('p:'))) return null;
  return (await sortsByCodePoint(db)) ? findPlace(db, counted, matches(filter, view), offsetOf(page)) : null;
}

const fromPlace = (compared: Pick<Compared, 'placeRank' | 'placeBlock'>) =>
  sql`(${members.tierRank}, ${members.nameSearch}) >= (${compared.placeRank}::integer, ${compared.placeBlock}::text)`;

/** One page of keys, found in an index alone; the rows are fetched for these ten only. */
function pageOfKeys(
  db: Readable,
  where: SQL | undefined,
  offset: number | Placeholder,
  sorting: readonly SQL[] = order,
) {
  return db
    .select({ id: members.id, tierRank: members.tierRank, nameSearch: members.nameSearch })
    .from(members)
    .where(where)
    .orderBy(...sorting)
    .limit(limits.pageSize)
    .offset(offset)
    .as('page');
}

const offsetOf = (page: number) => (page - 1) * limits.pageSize;

/** What members see of each other. A hidden e-mail or mobile number does not even leave the database. */
function entryColumn(name: EntryName): Column | SQL {
  const column = members[person[name].column];
  const field = personField(name);
  // As JSON it is read five times as fast as in the database's own notation.
  if (field.kind === 'list') return sql`array_to_json(${column})`;
  const hidden = recordNames.find((flag) => flag === field.hiddenBy);
  return hidden ? sql`case when ${members[person[hidden].column]} then null else ${column} end` : column;
}
const entryColumns = {
  id: members.id,
  ...Object.fromEntries(entryNames.map((name) => [person[name].column, entryColumn(name)])),
};
const entryKeys = Object.keys(entryColumns);

/** One statement for each set of filters in use: a few hundred at most. */
const entryStatements = new Map<string, Query>();

function entryStatement(db: Readable, filter: DirectoryFilter, names: Names, isFar: boolean): Query {
  const rareStatute = statuteLetter(filter.Specialisation) === null ? filter.Specialisation : '';
  const far = isFar ? 'far' : '';
  const named = names ? 'named' : names === null ? 'everywhere' : '';
  const shape = Object.entries({
    ...filter,
    ProsecutorName: searchable(filter.ProsecutorName),
    rareStatute,
    far,
    named,
  })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => (name === 'named' || value === anyAssociationOffice ? `${name} ${value}` : name))
    .join();
  let statement = entryStatements.get(shape);
  if (!statement) {
    const where = and(matches(filter, 'member', names, placeholders), isFar ? fromPlace(placeholders) : undefined);
    const keys = pageOfKeys(db, where, sql.placeholder('offset'));
    statement = db
      .select(entryColumns)
      .from(keys)
      .innerJoin(members, eq(members.id, keys.id))
      .orderBy(keys.tierRank, keys.nameSearch, keys.id)
      .toSQL();
    entryStatements.set(shape, statement);
  }
  return statement;
}

/**
 * A page of the directory as members see it: the busiest query there is. Its statement is written once and its rows are
 * put together by hand, which takes the server half the time; it stays unnamed, so that PostgreSQL plans it for the
 * values at hand.
 */
export async function findEntries(
  reader: Database['reader'],
  filter: DirectoryFilter,
  page: number,
): Promise<EntryRow[]> {
  const names = await namesOf(reader, filter);
  if (names?.length === 0) return [];
  const place = names === undefined ? await placeOf(reader, filter, 'member', page) : null;
  const { sql: text, params } = entryStatement(reader, filter, names, place !== null);
  const offset = offsetOf(page) - (place?.before ?? 0);
  const values = fillPlaceholders(params, { ...valuesOf(filter, names, place), offset });
  const statement: pg.QueryArrayConfig = { text, values, rowMode: 'array' };
  const { rows } = await reader.$client.query(statement);
  return rows.map((row) => Object.fromEntries(entryKeys.map((key, index) => [key, row[index]])) as unknown as EntryRow);
}

/**
 * A page of the directory as the office sees it; wishes for erasure longest waiting first.
 * @param count how many there are, where it is known
 */
export async function findRecords(
  db: Readable,
  filter: OfficeConditions,
  page: number,
  count?: number,
): Promise<MemberRow[]> {
  if (count === 0) return [];
  if (filter.erasure === 'asked') {
    return db
      .select()
      .from(members)
      .where(matches(filter, 'office'))
      .orderBy(asc(members.erasureRequestedAt), asc(members.id))
      .limit(limits.pageSize)
      .offset(offsetOf(page));
  }
  const place = await placeOf(db, filter, 'office', page);
  const where = and(matches(filter, 'office'), place ? fromPlace(valuesOf(filter, undefined, place)) : undefined);
  // Walking through everybody in order and looking at the status of each is quick while many have the wanted one: not beyond a tenth of them.
  const isFar = count !== undefined && page * limits.pageSize > count / 10;
  const keys = pageOfKeys(db, where, offsetOf(page) - (place?.before ?? 0), isFar ? orderAfterwards : order);
  const rows = await db
    .select({ member: members })
    .from(keys)
    .innerJoin(members, eq(members.id, keys.id))
    .orderBy(keys.tierRank, keys.nameSearch, keys.id);
  return rows.map((row) => row.member);
}

export async function countDirectory(
  db: Readable,
  ...[filter, view]: [filter: DirectoryFilter, view: 'member'] | [filter: OfficeConditions, view: 'office']
): Promise<number> {
  const counted = countedOf(filter, view);
  if (!counted) {
    const names = view === 'member' ? await namesOf(db, filter) : undefined;
    return names?.length === 0 ? 0 : db.$count(members, matches(filter, view, names));
  }
  const { rows } = await db.execute<{ count: string }>(
    sql`select ${countedBeforehand(counted, matches(filter, view))} as count`,
  );
  return Number(rows[0]!.count);
}

/** All records of the office's view in its order, `size` at a time, so that none but these are ever in memory. */
export async function* eachRecord(db: Readable, filter: OfficeConditions, size: number): AsyncGenerator<MemberRow[]> {
  let last: MemberRow | undefined;
  for (;;) {
    const rows = await db
      .select()
      .from(members)
      .where(and(matches(filter, 'office'), last ? after(last) : undefined))
      .orderBy(...order)
      .limit(size);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    last = rows.at(-1);
  }
}

function after(row: MemberRow): SQL {
  const position = sql`(${row.tierRank}::integer, ${row.nameSearch}::text, ${row.id}::uuid)`;
  return gt(sql`(${members.tierRank}, ${members.nameSearch}, ${members.id})`, position);
}
