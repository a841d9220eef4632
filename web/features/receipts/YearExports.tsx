import { useState } from 'react';
import { ledgerOfYear, receiptsOfYear, receiptYears } from '#shared/contracts/receipts.ts';
import { type ApiAnswer, api } from '#web/lib/calls/api.ts';
import { useDownload } from '#web/lib/calls/useDownload.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { counted, formatDate } from '#web/lib/languages/format.ts';
import { entriesOf, Select } from '#web/ui/forms/Select.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { DownloadIcon } from '#web/ui/page/icons.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { CloseYearDialog } from './CloseYearDialog.tsx';

/** Exports of a financial year: its ledger as a table, its receipts as one archive. */
export function YearExports() {
  const years = useLoad(receiptYears, {});
  return (
    <section className="flex flex-wrap gap-2 items-end mt-5 pt-4 border-t" aria-labelledby="year-exports">
      <h2 id="year-exports" className="text-18 w-full m-0">
        Ledger and receipts of a year
      </h2>
      <Loaded of={years}>
        {({ data }) =>
          data.length > 0 ? (
            <Exports years={data} reload={years.reload} />
          ) : (
            <p className="text-muted text-14 w-full m-0">No receipt has been given out yet.</p>
          )
        }
      </Loaded>
    </section>
  );
}

type Year = ApiAnswer<typeof receiptYears>['data'][number];

function Exports({ years, reload }: { years: readonly Year[]; reload: () => void }) {
  const [closing, setClosing] = useState(false);
  const [chosen, setChosen] = useState(years[0]!.year);
  const { busy, download } = useDownload();
  const year = years.find((each) => each.year === chosen) ?? years[0]!;
  const files = [
    ['csv', 'Ledger (CSV)', () => api(ledgerOfYear, { query: { year: year.year, format: 'csv' } })],
    ['xlsx', 'Ledger (Excel)', () => api(ledgerOfYear, { query: { year: year.year, format: 'xlsx' } })],
    ['xml', 'Vouchers for Tally', () => api(ledgerOfYear, { query: { year: year.year, format: 'tally' } })],
    ['zip', 'Receipts (ZIP)', () => api(receiptsOfYear, { query: { year: year.year } })],
  ] as const;
  return (
    <>
      <div className="w-full max-w-320">
        <Select
          label="Financial year"
          value={year.year}
          entries={entriesOf(years.map((each) => each.year))}
          onChange={setChosen}
        />
      </div>
      {files.map(([ending, label, fetchFile]) => {
        const name = `${ending === 'zip' ? 'receipts' : ending === 'xml' ? 'tally' : 'ledger'}-${year.year}.${ending}`;
        return (
          <Button
            key={ending}
            look="outlined"
            disabled={busy !== undefined}
            onClick={() => void download(name, fetchFile)}
          >
            <DownloadIcon />
            {busy === name ? 'Preparing…' : label}
          </Button>
        );
      })}
      <p className="text-muted text-14 w-full m-0" role="status">
        {busy === undefined
          ? `${counted(year.receipts, 'number')} given out in ${year.year}`
          : 'The file is being prepared. With many receipts this takes a few minutes; please leave this page open.'}
      </p>
      <p className="text-muted text-14 w-full m-0">
        {year.closed
          ? `Closed${year.at ? ` on ${formatDate(year.at)}` : ''}${year.by ? ` by ${year.by}` : ''}: no receipt, cancellation or waiver can be dated in it any more.`
          : 'Once the year is audited, close it: then no receipt, cancellation or waiver can be dated in it any more.'}
      </p>
      <Button look="outlined" onClick={() => setClosing(true)}>
        {year.closed ? `Open ${year.year} again` : `Close ${year.year}`}
      </Button>
      {closing && <CloseYearDialog year={year} onClose={() => setClosing(false)} reload={reload} />}
    </>
  );
}
