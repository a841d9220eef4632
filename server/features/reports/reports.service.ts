import type { Core } from '#server/core.ts';
import {
  erasedPerson,
  findReport,
  lockYearsWithoutReport,
  saveReport,
} from '#server/features/receipts/issued.queries.ts';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import type { Reach } from '#server/platform/database/reach.ts';
import type { CellValue } from '#server/platform/spreadsheets/spreadsheet.ts';
import { workbookAnswer } from '#server/platform/spreadsheets/write-table.ts';
import { clock, indianDay } from '#shared/clock.ts';
import type { MonthNumber } from '#shared/contracts/overview.ts';
import { daysOfYear, type ReportEntry, type ReportNumber, type YearReport } from '#shared/contracts/reports.ts';
import type { FileAnswer } from '#shared/endpoint.ts';
import { paginationOf } from '#shared/fields.ts';
import { financialYearOf } from '#shared/financial-year.ts';
import { limits } from '#shared/limits.ts';
import { type MembershipValue, membershipLabels, membershipValues } from '#shared/memberships.ts';
import { type PaymentPurpose, paymentPurposes, purposeLabels } from '#shared/options.ts';
import * as queries from './reports.queries.ts';

function periodOf(year: string): queries.Period {
  const { from, until } = daysOfYear(year);
  const today = clock.today();
  return { from, until, asOf: until < today ? until : today };
}

/** Stores the report of a closed year once it is over, so that it never changes; reopening deletes it. */
export async function keepReport(
  { database }: Pick<Core, 'database'>,
  tx: Transaction,
  year: string,
  closed: boolean,
): Promise<void> {
  const isOver = daysOfYear(year).until < clock.today();
  const report = closed && isOver ? await database.snapshot((db) => countYear(db, year)) : null;
  await saveReport(tx, year, report);
}

/** The same for years that were closed before they were over. */
export async function keepReports(core: Pick<Core, 'database'>): Promise<void> {
  await core.database.transaction(async (tx) => {
    const years = await lockYearsWithoutReport(tx, financialYearOf(clock.today()));
    for (const year of years) await keepReport(core, tx, year, true);
  });
}

/** @param db a snapshot, so that the numbers do not contradict each other */
async function countYear(db: Readable, year: string): Promise<YearReport> {
  const period = periodOf(year);
  const movements = await queries.countMovements(db, period);
  const months = await queries.countMonths(db, period);
  const money = await queries.sumMoney(db, period);
  const fees = await queries.sumFees(db, period);
  const conferences = await queries.findConferences(db, period);
  return {
    year,
    from: period.from,
    until: period.until,
    members: membersOf(movements, months, period),
    money: moneyOf(money, fees),
    conferences: conferences.map(({ id, title, startsAt, ...numbers }) => ({
      id,
      title,
      startsAt,
      ...numbers,
    })),
    letters: await queries.countLetters(db, period),
  };
}

/** The year's report for the General Body. A year is `2026-27` or `2026`, days are India's. */
export function createReportsService({ database }: Pick<Core, 'database'>) {
  async function report(year: string): Promise<YearReport> {
    return database.snapshot(async (db) => (await findReport(db, year)) ?? countYear(db, year));
  }

  return {
    report,

    /** The same as a workbook, with one sheet per table. */
    async workbook(year: string): Promise<FileAnswer> {
      return workbookAnswer(`report-${year}`, sheetsOf(await report(year)));
    },

    /** A page of the entries behind a number of the report. */
    async entries(year: string, number: ReportNumber, filter: queries.EntryFilter, page: number) {
      const part = { offset: (page - 1) * limits.pageSize, limit: limits.pageSize };
      const period = periodOf(year);
      const { rows, total } = await database.snapshot(async (db) => {
        if (number === 'letters.mails' || number === 'letters.failed') {
          return queries.findMailEntries(db, number, period, part);
        }
        return number.startsWith('members.')
          ? queries.findMemberEntries(db, number, period, filter, part, 'unrestricted')
          : queries.findMoneyEntries(db, number, period, filter, part);
      });
      return { data: rows.map((row) => entryOf(row)), pagination: paginationOf(page, total) };
    },
  };
}

/**
 * A page of the entries of a month, for the Overview.
 * @param month such as 2026-04
 * @param reach limits the members; payments are not limited
 */
export async function monthEntries(db: Readable, number: MonthNumber, month: string, reach: Reach, page: number) {
  const next = Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
  const first = new Date(Date.UTC(Math.floor(next / 12), next % 12, 1));
  const until = new Date(first.getTime() - 86_400_000).toISOString().slice(0, 10);
  const period = { from: `${month}-01`, until, asOf: until };
  const part = { offset: (page - 1) * limits.pageSize, limit: limits.pageSize };
  const find = async () => {
    if (number === 'members.registered') return queries.findRegistered(db, month, reach, part);
    if (number === 'money.received') return queries.findMoneyEntries(db, number, period, noFilter, part);
    return queries.findMemberEntries(db, number, period, noFilter, part, reach);
  };
  const { rows, total } = await find();
  // A former member of a bound office's States is shown like an erased one.
  const gone = reach.isAll ? erasedPerson : 'no longer on record here';
  return { data: rows.map((row) => entryOf(row, gone)), pagination: paginationOf(page, total) };
}

const noFilter: queries.EntryFilter = {
  membership: '',
  state: '',
  district: '',
  gender: '',
  associationOffice: '',
  purpose: '',
  month: '',
};

type Movement = Pick<queries.MovementRow, 'start' | 'joined' | 'left' | 'changed' | 'end'>;
const movementOf = ({ start, joined, left, changed, end }: Movement): Movement => ({
  start,
  joined,
  left,
  changed,
  end,
});
const isAny = ({ start, joined, left, changed, end }: Movement) =>
  [start, joined, left, changed, end].some((n) => n !== 0);
const none = { start: 0, joined: 0, left: 0, rejected: 0, changed: 0, end: 0 };

function membersOf(
  rows: queries.MovementRow[],
  months: Awaited<ReturnType<typeof queries.countMonths>>,
  period: queries.Period,
): YearReport['members'] {
  const of = (dimension: queries.MovementRow['dimension']) =>
    rows
      .filter((row) => row.dimension === dimension && isAny(row))
      .sort((a, b) => (a.state === b.state ? compare(a.value, b.value) : compare(a.state, b.state)));
  const { start, joined, left, rejected, end } = rows.find(({ dimension }) => dimension === 'all') ?? none;
  const tiers = rows.filter(({ dimension }) => dimension === 'tier');
  const unknown = tiers.filter((row) => row.value === '' && isAny(row));
  return {
    start,
    joined,
    left,
    rejected,
    end,
    byTier: [
      ...membershipValues.map((membership) => ({
        membership,
        ...movementOf(tiers.find(({ value }) => value === membership) ?? none),
      })),
      ...unknown.map((row) => ({ membership: '', ...movementOf(row) })),
    ],
    byState: of('state').map((row) => ({ state: row.value, ...movementOf(row) })),
    byDistrict: of('district').map((row) => ({ state: row.state, district: row.value, ...movementOf(row) })),
    byGender: of('gender').map((row) => ({ gender: row.value, ...movementOf(row) })),
    byOffice: of('office')
      .filter(({ value }) => value !== '')
      .map((row) => ({ associationOffice: row.value, ...movementOf(row) })),
    byMonth: monthsOf(period).map((month) => {
      const figures = months.find((row) => row.month === month);
      return { month, joined: figures?.joined ?? 0, left: figures?.left ?? 0, rejected: figures?.rejected ?? 0 };
    }),
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** The twelve months of a year, as 2026-04. */
function monthsOf({ from }: queries.Period): string[] {
  const first = Number(from.slice(0, 4)) * 12 + Number(from.slice(5, 7)) - 1;
  return Array.from({ length: 12 }, (_, index) => {
    const month = first + index;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}

function moneyOf(rows: queries.MoneyRow[], fees: number): YearReport['money'] {
  const sumsOf = (row: queries.MoneyRow | undefined) => ({
    asked: row?.asked ?? 0,
    received: row?.received ?? 0,
    refunded: row?.refunded ?? 0,
    outstanding: row?.outstanding ?? 0,
  });
  const of = (dimension: queries.MoneyRow['dimension'], value: string) =>
    rows.find((row) => row.dimension === dimension && row.value === value);
  const all = of('all', '');
  const unknown = of('tier', '');
  return {
    ...sumsOf(all),
    waived: all?.waived ?? 0,
    fees,
    byPurpose: paymentPurposes.map((purpose) => ({ purpose, ...sumsOf(of('purpose', purpose)) })),
    byTier: [
      ...membershipValues.map((membership) => ({ membership, ...sumsOf(of('tier', membership)) })),
      ...(unknown ? [{ membership: '', ...sumsOf(unknown) }] : []),
    ],
  };
}

const entryOf = (row: queries.EntryRow, gone = erasedPerson): ReportEntry => ({
  id: row.id,
  name: row.name ?? gone,
  memberNumber: row.memberNumber,
  membership: row.tier,
  state: row.state,
  district: row.district,
  day: row.day,
  reference: row.reference,
  purpose: row.purpose,
  amount: row.amount,
});

const movementHead = ['At the beginning', 'Joined', 'Left', 'Changed', 'At the end'];
const cells = ({ start, joined, left, changed, end }: Movement): CellValue[] => [start, joined, left, changed, end];
const moneyHead = ['Asked', 'Received', 'Refunded', 'Outstanding'];
type Sums = Pick<YearReport['money'], 'asked' | 'received' | 'refunded' | 'outstanding'>;
const amounts = ({ asked, received, refunded, outstanding }: Sums): CellValue[] => [
  asked,
  received,
  refunded,
  outstanding,
];

/** As a cell: the day in a spreadsheet's own terms. */
const dayOf = (day: string) => new Date(`${day}T00:00:00Z`);
const purposeName = (purpose: string) => purposeLabels[purpose as PaymentPurpose] ?? purpose;
const tierName = (tier: string) => membershipLabels[tier as MembershipValue] ?? tier;

function sheetsOf({ year, from, until, members, money, conferences, letters }: YearReport) {
  return [
    {
      name: 'Summary',
      rows: [
        ['Year', year],
        ['From', dayOf(from)],
        ['Until', dayOf(until)],
        ['Members at the beginning', members.start],
        ['Joined', members.joined],
        ['Left', members.left],
        ['Rejected', members.rejected],
        ['Members at the end', members.end],
        ['Asked (Rs)', money.asked],
        ['Received (Rs)', money.received],
        ['Refunded (Rs)', money.refunded],
        ['Waived (Rs)', money.waived],
        ...(money.fees ? [['Fees of online payments (Rs)', money.fees]] : []),
        ['Outstanding (Rs)', money.outstanding],
        ['Circulars', letters.circulars],
        ['Notices', letters.notices],
        ['Mails of letters', letters.mails],
        ['Mails that failed', letters.failed],
      ],
    },
    {
      name: 'Tiers',
      rows: [
        ['Membership', ...movementHead],
        ...members.byTier.map((row) => [tierName(row.membership), ...cells(row)]),
      ],
    },
    { name: 'States', rows: [['State', ...movementHead], ...members.byState.map((row) => [row.state, ...cells(row)])] },
    {
      name: 'Districts',
      rows: [
        ['State', 'District', ...movementHead],
        ...members.byDistrict.map((row) => [row.state, row.district, ...cells(row)]),
      ],
    },
    {
      name: 'Genders',
      rows: [['Gender', ...movementHead], ...members.byGender.map((row) => [row.gender, ...cells(row)])],
    },
    {
      name: 'Offices',
      rows: [['Office', ...movementHead], ...members.byOffice.map((row) => [row.associationOffice, ...cells(row)])],
    },
    {
      name: 'Months',
      rows: [
        ['Month', 'Joined', 'Left', 'Rejected'],
        ...members.byMonth.map((row) => [row.month, row.joined, row.left, row.rejected]),
      ],
    },
    {
      name: 'Money by purpose',
      rows: [['Purpose', ...moneyHead], ...money.byPurpose.map((row) => [purposeName(row.purpose), ...amounts(row)])],
    },
    {
      name: 'Money by tier',
      rows: [['Membership', ...moneyHead], ...money.byTier.map((row) => [tierName(row.membership), ...amounts(row)])],
    },
    {
      name: 'Conferences',
      rows: [
        ['Conference', 'Date', 'Registered', 'Waiting', 'Cancelled', 'Attended'],
        ...conferences.map((row) => [
          row.title,
          dayOf(indianDay(new Date(row.startsAt))),
          row.registered,
          row.waiting,
          row.cancelled,
          row.attended,
        ]),
      ],
    },
  ] satisfies { name: string; rows: CellValue[][] }[];
}
