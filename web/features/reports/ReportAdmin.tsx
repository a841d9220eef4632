import { type ReactNode, useState } from 'react';
import { clock } from '#shared/clock.ts';
import { getYearReport, type YearReport } from '#shared/contracts/reports.ts';
import { fileResponse } from '#shared/endpoint.ts';
import { financialYearOf } from '#shared/financial-year.ts';
import { type MembershipValue, membershipLabels } from '#shared/memberships.ts';
import { formatExactRupees, formatNumber, formatRupees } from '#shared/money.ts';
import { type PaymentPurpose, purposeLabels } from '#shared/options.ts';
import { paths } from '#shared/paths.ts';
import { useQueryState } from '#web/lib/browser/useQueryState.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { formatDay, formatLongDay } from '#web/lib/languages/format.ts';
import { useAssociation } from '#web/lib/meta/association.ts';
import type { Option } from '#web/ui/forms/Select.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { DownloadButton } from '#web/ui/page/DownloadButton.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { FilterSelect } from '#web/ui/tables/FilterSelect.tsx';
import { EntriesDialog, type OpenNumber } from './EntriesDialog.tsx';
import styles from './Report.module.css';
import { Figure, MoneyTable, Months, MovementTable, type Open, Table } from './ReportTables.tsx';

const shown = 10;

/** The current year and those before it: financial years first, then calendar years. */
function reportYears(): Option[] {
  const today = clock.today();
  const year = Number(today.slice(0, 4));
  const back = Array.from({ length: shown }, (_, index) => index);
  return [
    ...back.map((index) => {
      const value = financialYearOf(`${year - index}${today.slice(4)}`);
      return { value, label: `Financial year ${value}` };
    }),
    ...back.map((index) => ({ value: String(year - index), label: `Calendar year ${year - index}` })),
  ];
}

const yearFile = { ...getYearReport, response: fileResponse };
const purposeName = (purpose: string) => purposeLabels[purpose as PaymentPurpose] ?? purpose;
const tierName = (membership: string) => membershipLabels[membership as MembershipValue] ?? membership;

/** The association's annual report for the General Body. */
export function Component() {
  const years = reportYears();
  const [address, change] = useQueryState({ year: '' });
  const [first] = years;
  const year = address.year || (typeof first === 'object' ? first.value : '');
  const load = useLoad(getYearReport, { query: { year } });
  const [open, setOpen] = useState<OpenNumber | null>(null);
  return (
    <>
      <div className="no-print">
        <PageHeader title="Report" text="What a year was for the association. Each number opens what it counts.">
          <DownloadButton name={`report-${year}.xlsx`} load={() => api(yearFile, { query: { year, format: 'xlsx' } })}>
            Excel
          </DownloadButton>
          <Button onClick={() => window.print()} disabled={!load.data}>
            Print
          </Button>
        </PageHeader>
        <div className="mb-3 max-w-320">
          <FilterSelect
            label="Year"
            value={year}
            options={years}
            allText="The running financial year"
            onChange={(next) => change({ year: next })}
          />
        </div>
      </div>
      <Loaded of={load}>{({ data }) => <Report report={data} onOpen={setOpen} />}</Loaded>
      {open && <EntriesDialog year={year} open={open} onClose={() => setOpen(null)} />}
    </>
  );
}

const parts = [
  ['summary', 'The year in numbers'],
  ['states', 'Members by State'],
  ['people', 'Members by gender and office'],
  ['money', 'Money'],
  ['meetings', 'Conferences and letters'],
] as const;

function Report({ report, onOpen }: { report: YearReport; onOpen: Open }) {
  const { members, money, conferences, letters } = report;
  return (
    <div className={`${styles.report} grid gap-5`}>
      <Title report={report} />
      <Part id="summary">
        <dl className={`grid gap-2 grid-tiles m-0 ${styles.cards}`}>
          <Card
            label={report.until < clock.today() ? `Members on ${formatDay(report.until)}` : 'Members now'}
            value={members.end}
            onOpen={onOpen}
            number="members.end"
          />
          <Card label="Joined" value={members.joined} onOpen={onOpen} number="members.joined" />
          <Card label="Left" value={members.left} onOpen={onOpen} number="members.left" />
          <Card label="Rejected applications" value={members.rejected} onOpen={onOpen} number="members.rejected" />
        </dl>
        <MovementTable
          caption="Members by tier"
          head="Membership"
          rows={members.byTier}
          labelOf={(row) => tierName(row.membership)}
          filterOf={(row) => ({ membership: row.membership as MembershipValue })}
          onOpen={onOpen}
        />
        <Months months={members.byMonth} onOpen={onOpen} />
      </Part>
      <Part id="states">
        <MovementTable
          caption="Members by State"
          head="State"
          rows={members.byState}
          labelOf={(row) => row.state}
          filterOf={({ state }) => ({ state })}
          onOpen={onOpen}
        />
        <details className="no-print">
          <summary className="opener font-normal">By district</summary>
          <MovementTable
            caption="Members by district"
            head="District"
            rows={members.byDistrict}
            labelOf={(row) => [row.district, row.state].filter((text) => text !== '').join(', ')}
            filterOf={({ state, district }) => ({ state, district })}
            onOpen={onOpen}
          />
        </details>
      </Part>
      <Part id="people">
        <MovementTable
          caption="Members by gender"
          head="Gender"
          rows={members.byGender}
          labelOf={(row) => row.gender}
          filterOf={({ gender }) => ({ gender })}
          onOpen={onOpen}
        />
        {members.byOffice.length > 0 && (
          <MovementTable
            caption="Members who hold an office of the association"
            head="Office"
            rows={members.byOffice}
            labelOf={(row) => row.associationOffice}
            filterOf={({ associationOffice }) => ({ associationOffice })}
            onOpen={onOpen}
          />
        )}
      </Part>
      <Part id="money">
        <dl className={`grid gap-2 grid-tiles m-0 ${styles.cards}`}>
          {(['asked', 'received', 'refunded', 'outstanding'] as const).map((name) => (
            <Card
              key={name}
              label={{ asked: 'Asked', received: 'Received', refunded: 'Refunded', outstanding: 'Outstanding' }[name]}
              value={money[name]}
              text={formatRupees(money[name])}
              onOpen={onOpen}
              number={`money.${name}`}
            />
          ))}
        </dl>
        {money.fees > 0 && <p>Fees of online payments: {formatExactRupees(money.fees)}</p>}
        {money.waived > 0 && (
          <p>
            Waived:{' '}
            <Figure
              value={money.waived}
              text={formatRupees(money.waived)}
              open={() => onOpen({ title: 'Waived', number: 'money.waived' })}
            />
          </p>
        )}
        <MoneyTable
          caption="Money by purpose"
          head="Purpose"
          rows={money.byPurpose}
          labelOf={(row) => purposeName(row.purpose)}
          filterOf={(row) => ({ purpose: row.purpose as PaymentPurpose })}
          onOpen={onOpen}
        />
        <MoneyTable
          caption="Money by tier"
          head="Membership"
          rows={money.byTier}
          labelOf={(row) => tierName(row.membership)}
          filterOf={(row) => ({ membership: row.membership as MembershipValue })}
          onOpen={onOpen}
        />
      </Part>
      <Part id="meetings">
        {conferences.length === 0 ? (
          <p>No conference was held in this year.</p>
        ) : (
          <Table caption="Conferences" head={['Conference', 'Registered', 'Waiting', 'Cancelled', 'Attended']}>
            {conferences.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  <Link className="tap-on-phone" to={paths.admin.opened(paths.admin.conferences, row.id)}>
                    {row.title}
                  </Link>
                  <span className="text-muted text-14 block">{formatDay(row.startsAt)}</span>
                </th>
                {(['registered', 'waiting', 'cancelled', 'attended'] as const).map((state) => (
                  <td key={state}>
                    {row[state] === 0 ? (
                      0
                    ) : (
                      <Link className="tap-on-phone justify-end" to={paths.admin.participantsOf(row.id, state)}>
                        {formatNumber(row[state])}
                      </Link>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </Table>
        )}
        <Table caption="Letters" head={['', 'Number'].map((title) => title || 'Kind')}>
          {(
            [
              ['Circulars', letters.circulars, 'circular'],
              ['Notices', letters.notices, 'notice'],
              ['Mails sent', letters.mails, 'letters.mails'],
              ['Mails that failed', letters.failed, 'letters.failed'],
            ] as const
          ).map(([label, value, list]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>
                {list === 'circular' || list === 'notice' ? (
                  value > 0 ? (
                    <Link
                      className="tap-on-phone justify-end"
                      to={paths.admin.lettersOf(list, report.from, report.until)}
                    >
                      {formatNumber(value)}
                    </Link>
                  ) : (
                    0
                  )
                ) : (
                  <Figure value={value} open={() => onOpen({ title: label, number: list })} />
                )}
              </td>
            </tr>
          ))}
        </Table>
      </Part>
    </div>
  );
}

/** The title page of the printed report: each part starts on a new page, so its number is known. */
function Title({ report: { year, from, until } }: { report: YearReport }) {
  const { name } = useAssociation();
  return (
    <header className={styles.title}>
      <p className="text-22 font-serif">{name}</p>
      <h2>Report for {year.includes('-') ? `the financial year ${year}` : `the year ${year}`}</h2>
      <p>
        {formatLongDay(from)} to {formatLongDay(until)}
      </p>
      <ol className={styles.contents}>
        {parts.map(([id, title], index) => (
          <li key={id} className="flex justify-between">
            <span>{title}</span>
            <span>{index + 2}</span>
          </li>
        ))}
      </ol>
    </header>
  );
}

function Part({ id, children }: { id: (typeof parts)[number][0]; children: ReactNode }) {
  const title = parts.find(([part]) => part === id)?.[1];
  return (
    <section className={`grid gap-3 grid-cols-1 ${styles.part}`} aria-labelledby={`report-${id}`}>
      <h2 id={`report-${id}`} className="text-22 m-0">
        {title}
      </h2>
      {children}
    </section>
  );
}

interface CardProps {
  label: string;
  value: number;
  text?: string;
  number: OpenNumber['number'];
  onOpen: Open;
}

function Card({ label, value, text, number, onOpen }: CardProps) {
  return (
    <div className="card px-2 py-12px">
      <dt className="text-14">{label}</dt>
      <dd className="text-28 font-semibold font-serif whitespace-nowrap mt-4px">
        <Figure value={value} open={() => onOpen({ title: label, number })} {...(text === undefined ? {} : { text })} />
      </dd>
    </div>
  );
}
