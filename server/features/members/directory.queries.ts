import { and, arrayContains, asc, count, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#server/database/client.ts';
import { containsPattern, searchable } from '#server/database/searchable.ts';
import { members } from '#server/database/tables/members.ts';
import { limits } from '#shared/limits.ts';
import { membershipValues } from '#shared/options.ts';
import type { MemberRow } from './members.queries.ts';

/** What the directory is narrowed to; '' means all. */
export interface DirectoryFilter {
  State: string;
  District: string;
  SubDistrict: string;
  ProsecutorName: string;
  Specialisation: string;
  membership: string;
}

/** `member`: entries that are not hidden, found by name. `office`: all Approved records, found by position as well. */
export type DirectoryView = 'member' | 'office';

// Written out rather than given as values, so that they match the conditions of the indexes.
const isApproved = sql`status = 'Approved'`;
const isShown = sql`not hide_entry`;

const order = [asc(members.tierRank), asc(members.nameSearch), asc(members.id)];

function matches(filter: DirectoryFilter, view: DirectoryView): SQL | undefined {
  const pattern = searchable(filter.ProsecutorName) === '' ? null : containsPattern(filter.ProsecutorName);
  const rank = (membershipValues as readonly string[]).indexOf(filter.membership) + 1;
  const byName = pattern === null ? undefined : sql`${members.nameSearch} like ${pattern}`;
  return and(
    isApproved,
    view === 'member' ? isShown : undefined,
    filter.State ? eq(members.state, filter.State) : undefined,
    filter.District ? eq(members.district, filter.District) : undefined,
    filter.SubDistrict ? eq(members.subDistrict, filter.SubDistrict) : undefined,
    // The tier by its rank: the indexes are in that order. A tier that does not exist has rank 0 and no members.
    filter.membership ? eq(members.tierRank, rank) : undefined,
    filter.Specialisation ? arrayContains(members.specialisations, [filter.Specialisation]) : undefined,
    view === 'office' && pattern !== null ? or(byName, sql`${members.positionSearch} like ${pattern}`) : byName,
  );
}

/** One page of keys, found in an index alone; the rows are fetched for these ten only. */
function pageOfKeys(db: Queryable, filter: DirectoryFilter, view: DirectoryView, page: number) {
  return db
    .select({ id: members.id, tierRank: members.tierRank, nameSearch: members.nameSearch })
    .from(members)
    .where(matches(filter, view))
    .orderBy(...order)
    .limit(limits.pageSize)
    .offset((page - 1) * limits.pageSize)
    .as('page');
}

/** What members see of each other. A hidden e-mail or mobile number does not even leave the database. */
const entryColumns = {
  id: members.id,
  tier: members.tier,
  name: members.name,
  pictureFile: members.pictureFile,
  designation: members.designation,
  organization: members.organization,
  organizationOther: members.organizationOther,
  court: members.court,
  state: members.state,
  district: members.district,
  subDistrict: members.subDistrict,
  specialisations: members.specialisations,
  email: sql<string | null>`case when ${members.hideEmail} then null else ${members.email} end`,
  mobile: sql<string | null>`case when ${members.hideMobile} then null else ${members.mobile} end`,
};

/** A page of the directory as members see it. */
export async function findEntries(db: Queryable, filter: DirectoryFilter, page: number) {
  const keys = pageOfKeys(db, filter, 'member', page);
  return db
    .select(entryColumns)
    .from(keys)
    .innerJoin(members, eq(members.id, keys.id))
    .orderBy(keys.tierRank, keys.nameSearch, keys.id);
}
export type EntryRow = Awaited<ReturnType<typeof findEntries>>[number];

/** A page of the directory as the office sees it. */
export async function findRecords(db: Queryable, filter: DirectoryFilter, page: number): Promise<MemberRow[]> {
  const keys = pageOfKeys(db, filter, 'office', page);
  const rows = await db
    .select({ member: members })
    .from(keys)
    .innerJoin(members, eq(members.id, keys.id))
    .orderBy(keys.tierRank, keys.nameSearch, keys.id);
  return rows.map((row) => row.member);
}

export async function countDirectory(db: Queryable, filter: DirectoryFilter, view: DirectoryView): Promise<number> {
  const [row] = await db.select({ count: count() }).from(members).where(matches(filter, view));
  return row!.count;
}

/** All records of the office's view in its order, `size` at a time, so that none but these are ever in memory. */
export async function* eachRecord(db: Queryable, filter: DirectoryFilter, size: number): AsyncGenerator<MemberRow[]> {
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

/** The sub-districts that members of a district have entered, sorted. */
export async function findSubDistricts(db: Queryable, state: string, district: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ name: members.subDistrict })
    .from(members)
    .where(and(isApproved, eq(members.state, state), eq(members.district, district)))
    .orderBy(asc(members.subDistrict))
    .limit(500);
  return rows.map((row) => row.name);
}
