import { useState } from 'react';
import { clock } from '#shared/clock.ts';
import { recognitionList } from '#shared/contracts/checkoff.ts';
import { receiptYears } from '#shared/contracts/receipts.ts';
import { daysOfFinancialYear, financialYearOf } from '#shared/financial-year.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { formatDay } from '#web/lib/languages/format.ts';
import { DateInput } from '#web/ui/forms/DateInput.tsx';
import { entriesOf, Select } from '#web/ui/forms/Select.tsx';
import { DownloadButton } from '#web/ui/page/DownloadButton.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';

/** The list that recognition asks for: who has paid from the salary in a year, by State and paying office. */
export function Recognition() {
  const years = useLoad(receiptYears, {});
  return (
    <>
      <p className="m-0 measure">
        Members who have paid from their salary by State and paying office, the number who serve there, and the
        percentage; a second sheet has their names. It counts receipts of the financial year in which the money came
        that are neither cancelled nor refunded.
      </p>
      <Loaded of={years}>
        {({ data }) => {
          const current = financialYearOf(clock.today());
          return <Download years={[...new Set([current, ...data.map(({ year }) => year)])].sort().reverse()} />;
        }}
      </Loaded>
    </>
  );
}

function Download({ years }: { years: readonly string[] }) {
  const [year, setYear] = useState(years[0]!);
  const [asOn, setAsOn] = useState('');
  const { first, last } = daysOfFinancialYear(year);
  return (
    <div className="grid gap-3 max-w-320">
      <Select
        label="Financial year"
        value={year}
        entries={entriesOf(years)}
        onChange={(next) => {
          setYear(next);
          setAsOn('');
        }}
      />
      <DateInput
        label="As on"
        value={asOn}
        min={first}
        max={last}
        clearable
        onChange={setAsOn}
        hint={`Empty: ${formatDay(last)}`}
      />
      <div>
        <DownloadButton
          name={`recognition-${year}.xlsx`}
          load={() => api(recognitionList, { query: { year, ...(asOn && { asOn }) } })}
        >
          List for recognition (Excel)
        </DownloadButton>
      </div>
    </div>
  );
}
