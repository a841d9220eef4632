import { Readable } from 'node:stream';
import type { Core } from '#server/core.ts';
import { findIssuer } from '#server/features/receipts/issued.queries.ts';
import { zipBytes } from '#server/features/receipts/zip.ts';
import { madeFile } from '#server/platform/file-answers.ts';
import { dayInWords } from '#server/platform/languages/dates.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import type { CellValue } from '#server/platform/spreadsheets/spreadsheet.ts';
import { workbookAnswer } from '#server/platform/spreadsheets/write-table.ts';
import { typeset } from '#server/platform/typesetting/typesetter.ts';
import { clock } from '#shared/clock.ts';
import type { FileAnswer } from '#shared/endpoint.ts';
import { notFound } from '#shared/errors.ts';
import { addMonths, daysOfFinancialYear, financialYearOf, monthInWords, monthOf } from '#shared/financial-year.ts';
import { formatRupees } from '#shared/money.ts';
import { judgeSchedule } from './booking.ts';
import { findCheckoffSettings, findOfficesById, type OfficeRow } from './offices.queries.ts';
import { shownOffice } from './offices.service.ts';
import * as queries from './reports.queries.ts';
import { findElsewhere, findRows } from './schedules.queries.ts';

const holds = ({ state, from, until }: queries.AuthorisedPerson, month: string) =>
  from <= month && (state === 'confirmed' || (until !== null && month <= until));

/** The next month in which changes take effect, this one included. */
function nextEffective(effectiveMonth: number): string {
  let month = monthOf(clock.today());
  while (Number(month.slice(5)) !== effectiveMonth) month = addMonths(month, 1);
  return month;
}

/** What is told to paying offices and for recognition, and who is missing. */
export function createCheckoffReports({ database }: Pick<Core, 'database'>) {
  /** Who was authorised for a month and is in no list, offices that sent none, and who was deducted without authorisation. */
  async function missing(month: string) {
    const authorised = (await queries.findAuthorised(database.reader, '')).filter((each) => holds(each, month));
    const people = authorised.map(({ memberId }) => memberId);
    const settled = await queries.findSettled(database.reader, people, financialYearOf(`${month}-01`));
    const listed = await findElsewhere(database.reader, '00000000-0000-0000-0000-000000000000', month);
    const schedules = await queries.findSchedulesOfMonth(database.reader, month);
    const missingPeople = authorised.filter(({ memberId }) => !settled.has(memberId) && !listed.has(memberId));
    const sent = new Set(schedules.map(({ officeId }) => officeId));
    const silent = [...new Set(missingPeople.map(({ officeId }) => officeId))].filter((id) => !sent.has(id));
    const offices = await findOfficesById(database.reader, [...silent, ...sent]);
    const unauthorised = [];
    for (const schedule of schedules) {
      const office = shownOffice(offices.get(schedule.officeId)!);
      const judged = await judgeSchedule(database.reader, schedule, await findRows(database.reader, schedule.id));
      for (const { row, authorisation } of judged) {
        const isAuthorised =
          authorisation !== null &&
          authorisation.officeId === schedule.officeId &&
          authorisation.state !== 'asked' &&
          authorisation.from <= month &&
          (authorisation.state === 'confirmed' || (authorisation.until !== null && month <= authorisation.until));
        if (row.decision === 'leftOut' || isAuthorised) continue;
        const { employeeNumber, name, amount } = row;
        unauthorised.push({
          scheduleId: schedule.id,
          row: row.row,
          office,
          employeeNumber,
          name,
          amount: amount / 100,
        });
      }
    }
    return {
      members: missingPeople.map(
        ({
          id,
          memberId,
          name,
          memberNumber,
          reference,
          officeId,
          officeName,
          officeState,
          district,
          employeeNumber,
          amount,
        }) => ({
          id,
          directory: { id: memberId, reference, memberNumber, name },
          office: { id: officeId, name: officeName, state: officeState, district },
          employeeNumber,
          amount,
        }),
      ),
      offices: silent.map((id) => shownOffice(offices.get(id)!)),
      unauthorised,
    };
  }

  interface Covering {
    office: OfficeRow;
    fresh: queries.AuthorisedPerson[];
    continuing: queries.AuthorisedPerson[];
    withdrawn: queries.AuthorisedPerson[];
  }

  async function coveringsOf(officeId: string, month: string): Promise<Covering[]> {
    const people = await queries.findAuthorised(database, officeId);
    const offices = await findOfficesById(
      database,
      people.map((each) => each.officeId),
    );
    const before = addMonths(month, -1);
    return [...Map.groupBy(people, (each) => each.officeId)].flatMap(([id, officePeople]) => {
      const live = officePeople.filter((each) => each.state === 'confirmed');
      const covering = {
        office: offices.get(id)!,
        fresh: live.filter(({ from }) => from === month),
        continuing: live.filter(({ from }) => from < month),
        withdrawn: officePeople.filter(({ state, until }) => state !== 'confirmed' && until === before),
      };
      const count = covering.fresh.length + covering.continuing.length + covering.withdrawn.length;
      return count > 0 ? [covering] : [];
    });
  }

  const groupsOf = ({ fresh, continuing, withdrawn }: Covering) =>
    (
      [
        ['New', fresh],
        ['Continuing', continuing],
        ['Withdrawn', withdrawn],
      ] as const
    ).filter(([, people]) => people.length > 0);

  async function coveringFile(
    covering: Covering,
    month: string,
    format: 'pdf' | 'xlsx',
    name: string,
  ): Promise<FileAnswer> {
    const { office } = covering;
    const heads = ['Name', 'Member number', 'Employee number', 'Amount (Rs)'];
    if (format === 'xlsx') {
      const rows: CellValue[][] = [['State', ...heads]];
      for (const [title, people] of groupsOf(covering)) {
        for (const each of people) rows.push([title, each.name, each.memberNumber, each.employeeNumber, each.amount]);
      }
      return workbookAnswer(name, [{ name: 'Deductions', rows }]);
    }
    const { association } = await findIssuer(database);
    const sum = [...covering.fresh, ...covering.continuing].reduce((total, { amount }) => total + amount, 0);
    const bytes = await typeset({
      kind: 'letter',
      sheet: {
        association: association.name,
        address: association.address,
        to: ['To the Drawing and Disbursing Officer', office.name, ...office.address.split(/\s*\n\s*/)].filter(
          (line) => line !== '',
        ),
        date: dayInWords(new Date(`${clock.today()}T00:00:00Z`)),
        subject: `Deduction of the subscription from the salary of ${monthInWords(month)}`,
        paragraphs: [
          'The members below have consented in writing to the deduction of their subscription from their salary, and the association has confirmed it. Please deduct the amounts shown, and remit them with a list of the names, employee numbers and amounts.',
        ],
        facts: [['Each deduction in all', formatRupees(sum)]],
        tables: groupsOf(covering).map(([title, people]) => ({
          title: `${title} (${people.length})`,
          heads,
          rows: people.map((each) => [each.name, each.memberNumber ?? '', each.employeeNumber, String(each.amount)]),
        })),
        signatures: [['Date', 'For the association']],
      },
    });
    return madeFile(bytes, 'application/pdf', `${name}.pdf`);
  }

  const slug = (name: string) =>
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
      .slice(0, 60);

  /** Letter or list for one paying office, or of all as a ZIP. @throws NOT_FOUND where there is nobody */
  async function covering(
    { officeId, month: given, format }: { officeId: string; month?: string | undefined; format: 'pdf' | 'xlsx' },
    by: string,
  ): Promise<FileAnswer> {
    const month = given ?? nextEffective((await findCheckoffSettings(database)).effectiveMonth);
    const coverings = await coveringsOf(officeId, month);
    const [first] = coverings;
    if (!first) throw notFound('An authorisation of this month');
    await writeLog(database, {
      kind: 'export',
      by,
      subject: format.toUpperCase(),
      action: 'made covering letters for paying offices',
      note: month,
    });
    if (officeId !== '') return coveringFile(first, month, format, `deductions-${slug(first.office.name)}-${month}`);
    async function* entries() {
      for (const [index, each] of coverings.entries()) {
        const file = await coveringFile(each, month, format, 'x');
        const name = `${String(index + 1).padStart(2, '0')}-${slug(each.office.name)}-${month}.${format}`;
        yield { name, bytes: file.body as Uint8Array<ArrayBuffer>, time: clock.now() };
      }
    }
    const body = Readable.from(zipBytes(entries()), { objectMode: false });
    return { body, type: 'application/zip', attachment: `deductions-${month}.zip`, cacheControl: 'private, no-store' };
  }

  /** Cut to two decimals; null without a strength. */
  const percentOf = (count: number, strength: number | null) =>
    strength ? Math.floor((count * 10_000) / strength) / 100 : null;

  /** Members who have paid by deduction, by State and paying office, and their names. */
  async function recognition(
    { year, asOn }: { year: string; asOn?: string | undefined },
    by: string,
  ): Promise<FileAnswer> {
    const deducted = await queries.findDeducted(database.reader, year, asOn ?? daysOfFinancialYear(year).last);
    await writeLog(database, {
      kind: 'export',
      by,
      subject: 'XLSX',
      action: 'made the list for recognition',
      note: year,
    });
    const offices = [...Map.groupBy(deducted, ({ officeId }) => officeId).values()];
    const people = (rows: readonly queries.Deducted[]) => [
      ...new Map(
        rows
          .filter(({ counts, memberId, purpose }) => counts && memberId !== null && purpose !== 'excess')
          .map((row) => [row.memberId, row]),
      ).values(),
    ];
    const summary: CellValue[][] = [['State', 'Paying office', 'Members', 'Strength', 'Percentage', 'Amount']];
    for (const rows of offices) {
      const { officeState, officeName, strength } = rows[0]!;
      const count = people(rows).length;
      const amount = rows.reduce((sum, each) => sum + each.amount, 0);
      summary.push([officeState, officeName, count, strength, percentOf(count, strength), amount]);
    }
    summary.push([
      'Total',
      null,
      people(deducted).length,
      null,
      null,
      deducted.reduce((sum, each) => sum + each.amount, 0),
    ]);
    const names: CellValue[][] = [['State', 'Paying office', 'Name', 'Member number']];
    for (const rows of offices) {
      for (const { officeState, officeName, payer, memberNumber } of people(rows))
        names.push([officeState, officeName, payer, memberNumber]);
    }
    return workbookAnswer(`recognition-${year}`, [
      { name: 'Sums', rows: summary },
      { name: 'Names', rows: names },
    ]);
  }

  return { missing, covering, recognition };
}
