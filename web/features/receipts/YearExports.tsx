import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { ledgerOfYear, receiptsOfYear, receiptYears } from '#shared/contracts/receipts.ts';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/counted.ts';
import { useDownload } from '#web/lib/useDownload.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { DownloadIcon } from '#web/ui/icons.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import styles from './YearExports.module.css';

/** A financial year to take away: its ledger as a table, its receipts as one archive. */
export function YearExports() {
  const years = useLoad(receiptYears, {});
  return (
    <section className={styles.exports} aria-labelledby="year-exports">
      <h2 id="year-exports" className={styles.title}>
        Ledger and receipts of a year
      </h2>
      <Loaded of={years}>
        {({ data }) =>
          data.length > 0 ? <Exports years={data} /> : <p className={styles.note}>No receipt has been given out yet.</p>
        }
      </Loaded>
    </section>
  );
}

function Exports({ years }: { years: readonly { year: string; receipts: number }[] }) {
  const [chosen, setChosen] = useState(years[0]!.year);
  const { busy, download } = useDownload();
  const year = years.find((each) => each.year === chosen) ?? years[0]!;
  const files = [
    ['csv', 'Ledger (CSV)', () => api(ledgerOfYear, { query: { year: year.year, format: 'csv' } })],
    ['xlsx', 'Ledger (Excel)', () => api(ledgerOfYear, { query: { year: year.year, format: 'xlsx' } })],
    ['zip', 'Receipts (ZIP)', () => api(receiptsOfYear, { query: { year: year.year } })],
  ] as const;
  return (
    <>
      <TextField
        select
        label="Financial year"
        value={year.year}
        onChange={(event) => setChosen(event.target.value)}
        sx={{ width: { xs: '100%', sm: 200 } }}
      >
        {years.map((each) => (
          <MenuItem key={each.year} value={each.year}>
            {each.year}
          </MenuItem>
        ))}
      </TextField>
      {files.map(([ending, label, fetchFile]) => {
        const name = `${ending === 'zip' ? 'receipts' : 'ledger'}-${year.year}.${ending}`;
        return (
          <Button
            key={ending}
            variant="outlined"
            startIcon={<DownloadIcon />}
            disabled={busy !== undefined}
            onClick={() => void download(name, fetchFile)}
          >
            {busy === name ? 'Preparing…' : label}
          </Button>
        );
      })}
      <p className={styles.note} role="status">
        {busy === undefined
          ? `${counted(year.receipts, 'number')} given out in ${year.year}`
          : 'The file is being prepared. With many receipts this takes a few minutes; please leave this page open.'}
      </p>
    </>
  );
}
