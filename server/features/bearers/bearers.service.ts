import type { Core } from '#server/core.ts';
import { findSettings } from '#server/features/settings/settings.queries.ts';
import { recordContentChange } from '#server/parts/content/public-content.ts';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { lockUntilCommit } from '#server/platform/database/locks.ts';
import { assertVersion } from '#server/platform/database/versions.ts';
import { dayInWords } from '#server/platform/languages/dates.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import type { CellValue } from '#server/platform/spreadsheets/spreadsheet.ts';
import { clock, startOfIndianDay } from '#shared/clock.ts';
import type { AnnualRow, Bearer, OfficeBearer } from '#shared/contracts/bearers.ts';
import type { FileAnswer } from '#shared/endpoint.ts';
import { AppError, notFound, orNotFound } from '#shared/errors.ts';
import { type Pagination, paginationOf } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import * as queries from './bearers.queries.ts';

const texts = messages.bearers;
const called = 'This term';

/** The holder of an office: a member by number, or anybody by name. */
interface Holder {
  memberNumber?: string | undefined;
  name?: string | undefined;
}
interface Change extends Holder {
  office?: string | undefined;
  address?: string | undefined;
  occupation?: string | undefined;
  from?: string | undefined;
  until?: string | null | undefined;
  order?: number | undefined;
  showPhoto?: boolean | undefined;
  several?: boolean | undefined;
}
type NewTerm = Change & { office: string; from: string };

const invalid = (fields: Record<string, string>) => new AppError('VALIDATION', Object.values(fields)[0]!, { fields });

/** Whether there is any term. */
export const hasBearers = async (db: Readable): Promise<boolean> => (await queries.countTerms(db)) > 0;

/** @throws VALIDATION unless exactly one of the two is given, or for an unknown number */
async function holderOf(tx: Transaction, { memberNumber = '', name = '' }: Holder) {
  if ((memberNumber === '') === (name === '')) throw invalid({ memberNumber: texts.who, name: texts.who });
  if (name !== '') return { values: { memberId: null, memberNumber: null, name, state: '' }, member: undefined };
  const member = await queries.findByNumber(tx, memberNumber);
  if (!member) throw invalid({ memberNumber: texts.memberNumber });
  const values = { memberId: member.id, memberNumber: member.memberNumber, name: member.name, state: member.state };
  return { values, member };
}

/** Serializes changes of terms, and refuses overlaps. @throws VALIDATION, OVERLAP */
async function checkTerm(
  tx: Transaction,
  term: { office: string; from: string; until: string | null; several: boolean },
  exceptId?: string,
): Promise<void> {
  if (term.until !== null && term.until < term.from) throw invalid({ until: texts.untilFirst });
  if (term.several) return;
  const other = await queries.findOverlap(tx, term, exceptId);
  if (!other) return;
  const end = other.until ? `until ${inWords(other.until)}` : 'without an end';
  throw new AppError(
    'OVERLAP',
    `${other.name} holds this office from ${inWords(other.from)} ${end}. End that term first, or say that several people hold the office.`,
  );
}

const lockTerms = (tx: Transaction) => lockUntilCommit(tx, 'officeBearers');

/** @param several what is stored, where the check asks for something else */
async function enter(tx: Transaction, term: NewTerm, by: string, stored = term.several ?? false): Promise<string> {
  const { values, member } = await holderOf(tx, term);
  const { office, from, until = null, several = false } = term;
  await checkTerm(tx, { office, from, until, several });
  const id = await queries.insertTerm(tx, {
    ...values,
    office,
    from,
    until,
    several: stored,
    address: term.address ?? '',
    occupation: term.occupation ?? '',
    position: term.order ?? (await queries.nextPosition(tx, office)),
    showPhoto: term.showPhoto ?? false,
  });
  if (member) await tell(tx, member, office, from);
  await recordContentChange(tx, 'bearers', by, 'Office bearer entered', office);
  return id;
}

async function tell(
  tx: Transaction,
  member: { id: string; name: string; email: string },
  office: string,
  from: string,
) {
  const data = { name: member.name, office, from: inWords(from) };
  await enqueueMail(tx, { kind: 'bearer-entered', to: member.email, data, memberId: member.id });
}

/** Somebody elected: a member by the number while they are one, else by the name. */
export interface Elected {
  memberNumber: string | null;
  name: string;
}

/**
 * Enters the terms of who was elected, in the caller's transaction. Several who were elected to one office hold it together.
 * @throws OVERLAP, and then nothing is entered
 */
export async function enterElected(
  tx: Transaction,
  offices: readonly { office: string; people: readonly Elected[] }[],
  { from, until }: { from: string; until: string | null },
  by: string,
): Promise<void> {
  await lockTerms(tx);
  for (const { office, people } of offices) {
    if (people.length > 0) await checkTerm(tx, { office, from, until, several: false });
  }
  // As terms are compared. Two questions may have been about one office.
  const keyOf = (office: string) => office.toLowerCase().replace(/\s/g, '');
  for (const { office, people } of offices) {
    const same = offices.filter((other) => keyOf(other.office) === keyOf(office));
    const several = same.flatMap((other) => other.people).length > 1;
    for (const { memberNumber, name } of people) {
      const isMember = memberNumber !== null && (await queries.findByNumber(tx, memberNumber)) !== undefined;
      const holder = isMember ? { memberNumber } : { name };
      await enter(tx, { ...holder, office, from, until, several: true, showPhoto: isMember }, by, several);
    }
  }
}

/** The association's offices and who holds them. Days are YYYY-MM-DD in India; `by` is the administrator's e-mail. */
export function createBearersService({ database, files }: Pick<Core, 'database' | 'files'>) {
  const { reader } = database;

  async function get(id: string): Promise<OfficeBearer> {
    const term = orNotFound(await queries.findTerm(database, id), called);
    return forOffice(term, clock.today());
  }

  return {
    /** @param day by default today */
    async list(day = clock.today(), all = false): Promise<Bearer[]> {
      return (await queries.findTerms(reader, day, all)).map((term) => forEverybody(term, clock.today()));
    },

    async listAll(page: number): Promise<{ data: OfficeBearer[]; pagination: Pagination }> {
      const pagination = paginationOf(page, await queries.countTerms(reader));
      const part = { offset: (page - 1) * limits.pageSize, limit: limits.pageSize };
      const rows = await queries.findTermsPage(reader, clock.today(), part);
      return { data: rows.map((term) => forOffice(term, clock.today())), pagination };
    },

    /** @throws VALIDATION, OVERLAP */
    async create(term: NewTerm, by: string): Promise<OfficeBearer> {
      const id = await database.transaction(async (tx) => {
        await lockTerms(tx);
        return enter(tx, term, by);
      });
      return get(id);
    },

    /** Changes the given fields. @throws NOT_FOUND, RECORD_CHANGED, VALIDATION, OVERLAP */
    async update(id: string, { memberNumber, name, ...change }: Change, version: number | undefined, by: string) {
      await database.transaction(async (tx) => {
        await lockTerms(tx);
        const row = assertVersion(await queries.lockTerm(tx, id), called, version);
        const isNamed = memberNumber !== undefined || name !== undefined;
        const holder = isNamed ? await holderOf(tx, { memberNumber, name }) : undefined;
        const { order, ...rest } = change;
        const values = { ...defined(rest), ...(order === undefined ? {} : { position: order }), ...holder?.values };
        const next = { ...row, ...values };
        const isMoved = next.from !== row.from || next.until !== row.until || next.office !== row.office;
        if (isMoved || next.several !== row.several) await checkTerm(tx, next, id);
        await queries.saveTerm(tx, id, values);
        const { member } = holder ?? {};
        if (member && member.id !== row.memberId) await tell(tx, member, next.office, next.from);
        await recordContentChange(tx, 'bearers', by, 'Office bearer changed', next.office);
      });
      return get(id);
    },

    /** Ends a term on a day, and begins the successor's on the next day. @throws NOT_FOUND, RECORD_CHANGED, VALIDATION, OVERLAP */
    async handOver(id: string, until: string, successor: Holder & Change, version: number | undefined, by: string) {
      const nextId = await database.transaction(async (tx) => {
        await lockTerms(tx);
        const row = assertVersion(await queries.lockTerm(tx, id), called, version);
        if (until < row.from) throw invalid({ until: texts.untilFirst });
        await queries.saveTerm(tx, id, { until });
        const { office, several, position } = row;
        return enter(tx, { ...successor, office, several, order: position, from: dayAfter(until), until: null }, by);
      });
      return get(nextId);
    },

    /** @param ids a term of each office, in the new order; unknown ones are ignored */
    async order(ids: readonly string[], by: string): Promise<void> {
      await database.transaction(async (tx) => {
        await lockTerms(tx);
        const offices = await queries.findOffices(tx, ids);
        const terms = offices
          .filter(({ named }) => named !== null)
          .sort((a, b) => ids.indexOf(a.named!) - ids.indexOf(b.named!));
        // Offices that are not given keep their positions.
        const ordered = offices.map((office) => (office.named === null ? office : terms.shift()!));
        await queries.saveOrder(
          tx,
          ordered.map(({ officeKey }) => officeKey),
        );
        await recordContentChange(tx, 'bearers', by, 'Office bearers ordered', '');
      });
    },

    /** @throws NOT_FOUND, RECORD_CHANGED */
    async remove(id: string, version: number | undefined, by: string): Promise<void> {
      await database.transaction(async (tx) => {
        const row = assertVersion(await queries.lockTerm(tx, id), called, version);
        await queries.removeTerm(tx, id);
        await recordContentChange(tx, 'bearers', by, 'Office bearer deleted', row.office);
      });
    },

    /** @throws NOT_FOUND also when the picture may no longer be shown */
    async photo(id: string): Promise<FileAnswer> {
      const term = await queries.findTerm(database, id);
      const key = term && picturedFile(term, clock.today());
      const file = key ? await files.open(key) : null;
      if (!file) throw notFound('This picture');
      // Revalidated each time: a withdrawn picture disappears at once.
      return { body: file.body, type: file.type, length: file.bytes, cacheControl: 'no-cache' };
    },

    /** The managing body on a day in the registrar's form. */
    async annualList(on = clock.today()) {
      const terms = await queries.findTerms(reader, on, false);
      const registrationNumber = (await findSettings(reader))?.receipts.registrationNumber ?? '';
      return { on, registrationNumber, rows: terms.map(annualRow) };
    },
  };
}

/** The same as rows of a table; the head row first. */
export const annualCells = (rows: readonly AnnualRow[]): CellValue[][] => [
  ['Office', 'Name', 'Address', 'Occupation', 'From', 'Until'],
  ...rows.map(({ office, name, address, occupation, from, until }) => [
    office,
    name,
    address,
    occupation,
    from,
    until ?? '',
  ]),
];

const annualRow = (term: queries.Term): AnnualRow => ({
  office: term.office,
  name: nameOf(term, clock.today()),
  address: term.address || placeOf(term),
  occupation: term.occupation || (term.record?.designation ?? ''),
  from: term.from,
  until: term.until,
});

const inWords = (day: string) => dayInWords(startOfIndianDay(day));
const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

const defined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;

const hasEnded = ({ until }: queries.Term, today: string) => until !== null && until < today;

/** The record is used while the term runs and its holder is a member. */
const current = (term: queries.Term, today: string) =>
  term.record?.status === 'Approved' && !hasEnded(term, today) ? term.record : null;

const nameOf = (term: queries.Term, today: string) => current(term, today)?.name ?? term.name;

const placeOf = ({ record, state }: queries.Term) => (record ? `${record.district}, ${record.state}` : state);

/** The picture, if both the office and the member allow it. */
function picturedFile(term: queries.Term, today: string): string | null {
  const { record, showPhoto } = term;
  const isAllowed = showPhoto && record?.status === 'Approved' && record.cardPhoto && !hasEnded(term, today);
  return isAllowed ? record.pictureFile : null;
}

function forEverybody(term: queries.Term, today: string): Bearer {
  const file = picturedFile(term, today);
  return {
    id: term.id,
    office: term.office,
    name: nameOf(term, today),
    // The mark gives a new picture another address.
    photo: file && `/api/Bearers/photo/${term.id}?mark=${file.slice(-8)}`,
    state: current(term, today)?.state ?? term.state,
    from: term.from,
    until: term.until,
    order: term.position,
  };
}

const forOffice = (term: queries.Term, today: string): OfficeBearer => ({
  ...forEverybody(term, today),
  address: term.address,
  occupation: term.occupation,
  memberNumber: term.memberNumber,
  showPhoto: term.showPhoto,
  several: term.several,
  version: term.version,
});
