import { z } from 'zod';
import { clock } from '#shared/clock.ts';
import { type AnnualRow, annualList } from '#shared/contracts/bearers.ts';
import { fileResponse } from '#shared/endpoint.ts';
import { useQueryState } from '#web/lib/browser/useQueryState.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { formatDay, formatLongDay } from '#web/lib/languages/format.ts';
import { useAssociation } from '#web/lib/meta/association.ts';
import { FilterDate } from '#web/ui/forms/DateField.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { DownloadButton } from '#web/ui/page/DownloadButton.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { Logo } from '#web/ui/page/Logo.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import styles from './AnnualList.module.css';

const listFile = { ...annualList, response: fileResponse };
const formats = [
  ['Excel', 'xlsx'],
  ['CSV', 'csv'],
] as const;

/** The list of the managing body that a society files every year, to be printed on the association's letterhead. */
export function Component() {
  const [address, change] = useQueryState({ on: '' });
  const on = z.iso.date().safeParse(address.on).success ? address.on : clock.today();
  const list = useLoad(annualList, { query: { on, format: 'json' } });
  return (
    <>
      <div className="no-print">
        <PageHeader
          title="Annual list"
          text="The managing body on a day, as it is filed with the registrar of societies. Names, addresses and occupations come from the terms."
        >
          {formats.map(([label, format]) => (
            <DownloadButton
              key={format}
              name={`managing-body-${on}.${format}`}
              load={() => api(listFile, { query: { on, format } })}
            >
              {label}
            </DownloadButton>
          ))}
          <Button onClick={() => window.print()} disabled={!list.data}>
            Print
          </Button>
        </PageHeader>
        <div className="mb-3 max-w-320">
          <FilterDate label="On" value={on} onChange={(next) => change({ on: next })} />
        </div>
      </div>
      <Loaded of={list}>{({ data }) => <Sheet {...data} />}</Loaded>
    </>
  );
}

interface SheetProps {
  on: string;
  registrationNumber: string;
  rows: readonly AnnualRow[];
}

function Sheet({ on, registrationNumber, rows }: SheetProps) {
  const { name, address, officeEmail, phone } = useAssociation();
  const lines = [address, [phone, officeEmail].filter((text) => text !== '').join(' · ')];
  return (
    <article className={`card p-3 max-w-960 ${styles.sheet}`} aria-label="Annual list of the managing body">
      <header className={`flex items-center gap-2 ${styles.letterhead}`}>
        <Logo />
        <div>
          <p className="text-22 font-semibold font-serif m-0 break-anywhere leading-tight">{name}</p>
          {lines.map(
            (line) =>
              line !== '' && (
                <p key={line} className="text-14 m-0 break-anywhere">
                  {line}
                </p>
              ),
          )}
          {registrationNumber !== '' && <p className="text-14 m-0">Registration number {registrationNumber}</p>}
        </div>
      </header>
      <h2 className="text-22 text-center m-0 mt-4 mb-4px">Annual list of the managing body</h2>
      <p className="text-center m-0 mb-3">
        Under section 4 of the Societies Registration Act, 1860, as on {formatLongDay(on)}
      </p>
      {rows.length === 0 ? (
        <p className="text-center m-0 mb-3">Nobody holds an office on this day.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on phones, so the keyboard must reach it
        <section className="overflow-x-auto" aria-label="Managing body" tabIndex={0}>
          <table className={`w-full tabular-nums ${styles.table}`}>
            <thead>
              <tr>
                {['No.', 'Office', 'Name', 'Address', 'Occupation', 'Term'].map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={`${row.office} ${row.name} ${row.from}`}>
                  <td>{index + 1}</td>
                  <td>{row.office}</td>
                  <th scope="row">{row.name}</th>
                  <td>{row.address}</td>
                  <td>{row.occupation}</td>
                  <td>
                    {row.until ? `${formatDay(row.from)} to ${formatDay(row.until)}` : `Since ${formatDay(row.from)}`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <footer className={`grid grid-cols-3 gap-3 text-14 tight ${styles.signatures}`}>
        <p>Place and date</p>
        <p>President</p>
        <p>Secretary</p>
      </footer>
    </article>
  );
}
