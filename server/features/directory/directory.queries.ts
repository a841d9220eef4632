import {
  and,
  arrayContains,
  asc,
  type Column,
  eq,
  getTableColumns,
  gt,
  isNotNull,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import {
  type Counted,
  findNames,
  findPosition,
  nameAndStatuteSubject,
  nameSubject,
  type Position,
  precomputedCount,
  sortsByCodePoint,
  statuteLetter,
} from '#server/features/members/member-counts.queries.ts';
import { cannotLogIn, type MemberRow } from '#server/features/members/members.queries.ts';
import type { EntryRow } from '#server/features/members/records.ts';
import { findNamesAlike } from '#server/features/members/similar-names.ts';
import { isIncomplete, members, workSearch } from '#server/features/members/tables.ts';
import { readInBatches } from '#server/platform/batches.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { type OfStates, ofStates, type Reach } from '#server/platform/database/reach.ts';
import {
  comparable,
  containsPattern,
  namePattern,
  searchable,
  searchableName,
} from '#server/platform/database/searchable.ts';
import type { SubscriptionStatus } from '#shared/contracts/payments.ts';
import { limits } from '#shared/limits.ts';
import { membershipValues } from '#shared/memberships.ts';
import { anyAssociationOffice } from '#shared/options.ts';
import { columnOf, type EntryName, entryNames, personField, recordNames } from '#shared/person-fields.ts';

/** What the directory is narrowed to; '' means all. */
export interface DirectoryFilter {
  state: string;
  district: string;
  subDistrict: string;
  name: string;
  specialisations: string;
  membership: string;
  /** An office of the association, or `anyAssociationOffice`. */
  associationOffice: string;
}

/** What the office may narrow it to besides: to who asked for erasure, and then in any status. */
export interface OfficeFilter extends DirectoryFilter {
  /** Whose members. */
  reach: Reach;
  erasure: '' | 'asked';
  /** To records in which something is missing, or the e-mail, or whose members cannot log in yet. */
  incomplete: '' | 'true' | 'email' | 'login';
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

const order = sql`tier_rank, name_search, id`;
/** The same order, but no index has it: all that is found is found first, and sorted then. */
const orderAfterwards = sql`tier_rank + 0, name_search, id`;

/** The names that a text is found in; null when there are too many of them to be of help, undefined when none were looked for. */
type Names = string[] | null | undefined;

/** The tier by its rank: the indexes are in that order. A tier that does not exist has rank 0 and no members. */
const rankOf = ({ membership }: DirectoryFilter) => (membershipValues as readonly string[]).indexOf(membership) + 1;

/** @throws where the office asks without saying whose */
function reachedBy({ reach, state }: DirectoryFilter & Partial<OfficeConditions>): OfStates {
  if (!reach) throw new Error('The office asks for members without a reach.');
  return reach.narrow(state);
}

function matches(
  filter: DirectoryFilter & Partial<OfficeConditions>,
  view: DirectoryView,
  names: Names = undefined,
): SQL | undefined {
  const pattern = containsPattern(filter.name);
  const byName = sql`${members.nameSearch} like ${namePattern(filter.name)}`;
  const byPosition = sql`${members.positionSearch} like ${pattern}`;
  const byWork = searchesWork(filter) ? sql`${workSearch} like ${pattern}` : undefined;
  return and(
    // Such a wish holds until the record is gone, so also while it is Rejected.
    view === 'office' && filter.erasure === 'asked' ? isNotNull(members.erasureRequestedAt) : isApproved,
    view === 'member' ? isShown : filter.subscription,
    view === 'office' && (filter.incomplete === 'true' || filter.incomplete === 'email') ? isIncomplete : undefined,
    view === 'office' && filter.incomplete === 'email' ? sql`email = ''` : undefined,
    view === 'office' && filter.incomplete === 'login' ? cannotLogIn() : undefined,
    view === 'office'
      ? ofStates(members.state, reachedBy(filter))
      : filter.state
        ? eq(members.state, filter.state)
        : undefined,
    filter.district ? eq(members.district, filter.district) : undefined,
    filter.subDistrict ? sql`${comparable(members.subDistrict)} = ${comparable(filter.subDistrict)}` : undefined,
    filter.membership ? eq(members.tierRank, rankOf(filter)) : undefined,
    filter.specialisations ? namesStatute(filter.specialisations) : undefined,
    filter.associationOffice ? holdsOffice : undefined,
    filter.associationOffice && filter.associationOffice !== anyAssociationOffice
      ? eq(members.associationOffice, filter.associationOffice)
      : undefined,
    searchable(filter.name) === ''
      ? undefined
      : view === 'office'
        ? or(byName, byPosition, byWork)
        : or(names === undefined ? byName : hasName(filter, names), byWork),
  );
}

/**
 * The same as a part of the name, said so that PostgreSQL cannot choose badly: it knows how often whole names occur, and looks them
 * up tier by tier in the order of the directory; and for parts that are in very many names it is to go through that order.
 */
function hasName(filter: DirectoryFilter, names: string[] | null): SQL | undefined {
  if (names === null) return sql`strpos(${members.nameSearch}, ${searchableName(filter.name)}) > 0`;
  const ofAnyTier = filter.membership ? undefined : sql`${members.tierRank} in (1, 2, 3)`;
  return and(ofAnyTier, sql`${members.nameSearch} = any(${sql.param(names)}::text[])`);
}

/** Shorter parts are in too many courts to be of help. */
const shortestWord = 4;
const searchesWork = ({ name }: DirectoryFilter) => [...searchable(name)].length >= shortestWord;

/** Shorter parts are in so many names that their people are soon found in order. */
const shortestNamed = 3;

/** The names that a member's search is for; a district's own entries are read in less time than these are found. */
async function namesOf(db: Readable, { state, district, name }: DirectoryFilter): Promise<Names> {
  const isShort = [...searchableName(name)].length < shortestNamed;
  return isShort || (state && district) ? undefined : findNames(db, namePattern(name));
}

/** A statute of the list is found in the indexes of the directory, by its letter; any other text is rare. */
function namesStatute(statute: string): SQL {
  const letter = statuteLetter(statute);
  return letter === null
    ? arrayContains(members.specialisations, [statute])
    : sql`strpos(${members.statutes}, ${letter}) > 0`;
}

/** The precomputed count for this filter; null without one, as in a district, which is small enough to be counted. */
function countedOf(filter: DirectoryFilter & Partial<OfficeConditions>, view: DirectoryView): Counted | null {
  if (filter.district || filter.subDistrict || filter.erasure || filter.incomplete || filter.subscription) return null;
  const rank = rankOf(filter);
  const text = searchableName(filter.name);
  // Names and positions are counted together, and positions are searched with their signs.
  const isChanged = text !== searchable(filter.name);
  if (isChanged && (view === 'office' || text === '')) return null;
  const letter = statuteLetter(filter.specialisations);
  if ((filter.membership && rank === 0) || (filter.specialisations && letter === null)) return null;
  const state = view === 'office' ? reachedBy(filter) : filter.state;
  const counted = { state, rank, shownOnly: view === 'member' };
  const subject = subjectOf(text, letter, filter, view);
  return subject === null ? null : { ...counted, subject };
}

function subjectOf(text: string, letter: string | null, filter: DirectoryFilter, view: DirectoryView): string | null {
  const { associationOffice, state } = filter;
  if (associationOffice === '') {
    if (letter === null) return text === '' ? '' : nameSubject(text, view);
    if (text === '') return `p:${letter}`;
    return view === 'member' && state === '' ? nameAndStatuteSubject(text, letter) : null;
  }
  if (text !== '') return null;
  const isAny = associationOffice === anyAssociationOffice;
  if (letter === null) return `a:${isAny ? '' : associationOffice}`;
  return isAny ? `b:${letter}` : null;
}

/** Pages that begin further in than this are begun from a position near them. */
const farOffset = 500;

/** Where to begin a far page; null to begin at the beginning. */
async function positionOf(
  db: Readable,
  filter: DirectoryFilter & Partial<OfficeConditions>,
  view: DirectoryView,
  page: number,
): Promise<Position | null> {
  if (offsetOf(page) < farOffset) return null;
  const counted = countedOf(filter, view);
  if (!counted) return null;
  if (counted.subject !== '' && (counted.state !== '' || !String(counted.subject).startsWith('p:'))) return null;
  return (await sortsByCodePoint(db)) ? findPosition(db, counted, matches(filter, view), offsetOf(page)) : null;
}

const fromPosition = ({ rank, block }: Position) =>
  sql`(${members.tierRank}, ${members.nameSearch}) >= (${rank}::integer, ${block}::text)`;

/** One page of keys, found in an index alone; the rows are fetched for these ten only. */
const pageOfKeys = (where: SQL | undefined, offset: number, sorting = order) => sql`(
  select id as key from ${members} where ${where} order by ${sorting} limit ${limits.pageSize} offset ${offset}) as page`;

const offsetOf = (page: number) => (page - 1) * limits.pageSize;

/** What members see of each other. A hidden e-mail or mobile number does not even leave the database. */
function entryColumn(name: EntryName): Column | SQL {
  const column = members[columnOf(name)];
  const field = personField(name);
  // As JSON it is read five times as fast as in the database's own notation.
  if (field.kind === 'list') return sql`array_to_json(${column})`;
  // Nobody writes to a number that is not shown.
  if (name === 'whatsapp') return sql`${members.whatsapp} and not ${members.hideMobile}`;
  const hidden = recordNames.find((flag) => flag === field.hiddenBy);
  return hidden ? sql`case when ${members[columnOf(hidden)]} then null else ${column} end` : column;
}
const entryList = sql.join(
  [sql`id`, ...entryNames.map((name) => sql`${entryColumn(name)} as ${sql.identifier(columnOf(name))}`)],
  sql`, `,
);

/** A page of the directory as members see it: the busiest query there is. */
export async function findEntries(db: Readable, filter: DirectoryFilter, page: number): Promise<EntryRow[]> {
  const names = await namesOf(db, filter);
  if (names?.length === 0 && !searchesWork(filter)) return [];
  const position = names === undefined ? await positionOf(db, filter, 'member', page) : null;
  const where = and(matches(filter, 'member', names), position ? fromPosition(position) : undefined);
  const keys = pageOfKeys(where, offsetOf(page) - (position?.before ?? 0));
  const { rows } = await db.execute<EntryRow>(
    sql`select ${entryList} from ${keys} join ${members} on id = key order by ${order}`,
  );
  return rows;
}

/** Names alike are looked for while fewer than this are found exactly, and so many people of them are shown. */
export const fewExact = 5;
const mostSimilar = 20;

const isNamed = (names: readonly string[]) => sql`${members.nameSearch} = any(${sql.param([...names])}::text[])`;

/** The condition for people with names like the searched one, and for those of them whose name sounds the same. */
async function similarNames(
  db: Readable,
  { name: text }: DirectoryFilter,
): Promise<{ alike: SQL; same: SQL } | undefined> {
  const { alike, same } = await findNamesAlike(db, text);
  return alike.length === 0 ? undefined : { alike: isNamed(alike), same: isNamed(same) };
}

/** People with similar names, within the same filters, but for those found exactly; names that sound the same come first. */
async function similarKeys(
  db: Readable,
  filter: DirectoryFilter & Partial<OfficeConditions>,
  view: DirectoryView,
  exact: readonly string[],
): Promise<{ keys: SQL; closest: SQL } | undefined> {
  const similar = await similarNames(db, filter);
  if (!similar) return undefined;
  const others = exact.length > 0 ? notInArray(members.id, [...exact]) : undefined;
  const where = and(matches({ ...filter, name: '' }, view), similar.alike, others);
  const closest = sql`(${similar.same}) desc, ${order}`;
  const keys = sql`(select id as key from ${members} where ${where} order by ${closest} limit ${mostSimilar}) as page`;
  return { keys, closest };
}

export async function findSimilarEntries(
  db: Readable,
  filter: DirectoryFilter,
  exact: readonly string[],
): Promise<EntryRow[]> {
  const similar = await similarKeys(db, filter, 'member', exact);
  if (!similar) return [];
  const { rows } = await db.execute<EntryRow>(
    sql`select ${entryList} from ${similar.keys} join ${members} on id = key order by ${similar.closest}`,
  );
  return rows;
}

export async function findSimilarRecords(
  db: Readable,
  filter: OfficeConditions,
  exact: readonly string[],
): Promise<MemberRow[]> {
  const similar = filter.erasure === '' ? await similarKeys(db, filter, 'office', exact) : undefined;
  if (!similar) return [];
  const { keys, closest } = similar;
  return db.select(getTableColumns(members)).from(members).innerJoin(keys, sql`id = key`).orderBy(closest);
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
  const position = await positionOf(db, filter, 'office', page);
  const where = and(matches(filter, 'office'), position ? fromPosition(position) : undefined);
  // Walking through everybody in order and looking at the status of each is quick while many have the wanted one: not beyond a tenth of them.
  const isFar = count !== undefined && page * limits.pageSize > count / 10;
  const keys = pageOfKeys(where, offsetOf(page) - (position?.before ?? 0), isFar ? orderAfterwards : order);
  return db.select(getTableColumns(members)).from(members).innerJoin(keys, sql`id = key`).orderBy(order);
}

export async function countDirectory(
  db: Readable,
  ...[filter, view]: [filter: DirectoryFilter, view: 'member'] | [filter: OfficeConditions, view: 'office']
): Promise<number> {
  const counted = countedOf(filter, view);
  if (!counted) {
    const names = view === 'member' ? await namesOf(db, filter) : undefined;
    if (names?.length === 0 && !searchesWork(filter)) return 0;
    return db.$count(members, matches(filter, view, names));
  }
  const { rows } = await db.execute<{ count: string }>(
    sql`select ${precomputedCount(counted, matches(filter, view))} as count`,
  );
  return Number(rows[0]!.count);
}

/** A number, or with `more` that there are more than it. */
export interface Count {
  count: number;
  more?: true | undefined;
}

/** Among more records than this a search of courts and designations is counted up to so many only: all took seconds. */
const countedUpTo = { records: 50_000, most: 1_000 };

/** How many there are; of many that a text finds only that there are more than some. */
export async function countUpTo(
  db: Readable,
  ...[filter, view, { records, most } = countedUpTo]:
    | [filter: DirectoryFilter, view: 'member', bounds?: typeof countedUpTo]
    | [filter: OfficeConditions, view: 'office', bounds?: typeof countedUpTo]
): Promise<Count> {
  if (searchesWork(filter) && !countedOf(filter, view)) {
    const all = precomputedCount({ subject: '', state: '', rank: 0, shownOnly: false }, isApproved);
    const first = sql`select from ${members} where ${matches(filter, view)} limit ${most + 1}`;
    const { rows } = await db.execute<{ count: number | null }>(
      sql`select case when ${all} > ${records} then (select count(*)::int from (${first}) as first_ones) end as count`,
    );
    const count = rows[0]!.count;
    if (count !== null) return count > most ? { count: most, more: true } : { count };
  }
  return { count: await (view === 'member' ? countDirectory(db, filter, view) : countDirectory(db, filter, view)) };
}

/** All records of the office's view in its order, `size` at a time. */
export const eachRecord = (db: Readable, filter: OfficeConditions, size: number): AsyncGenerator<MemberRow[]> =>
  readInBatches(size, (last) =>
    db
      .select()
      .from(members)
      .where(and(matches(filter, 'office'), last && after(last)))
      .orderBy(order)
      .limit(size),
  );

function after(row: MemberRow): SQL {
  const position = sql`(${row.tierRank}::integer, ${row.nameSearch}::text, ${row.id}::uuid)`;
  return gt(sql`(${members.tierRank}, ${members.nameSearch}, ${members.id})`, position);
}
