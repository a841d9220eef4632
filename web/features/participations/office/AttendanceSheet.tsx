import { useState } from 'react';
import { useParams } from 'react-router';
import { getConference } from '#shared/contracts/conferences.ts';
import { attendanceSheet } from '#shared/contracts/participations.ts';
import { paths } from '#shared/paths.ts';
import { useQueryState } from '#web/lib/browser/useQueryState.ts';
import type { ApiAnswer } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { counted, formatDate, formatDay } from '#web/lib/languages/format.ts';
import { useAssociation } from '#web/lib/meta/association.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { FilterSelect } from '#web/ui/tables/FilterSelect.tsx';
import styles from './AttendanceSheet.module.css';

type Entry = ApiAnswer<typeof attendanceSheet>['data'][number];

const guests = 'Guests';
const stateOf = ({ homeState }: Entry) => homeState || guests;

/** A printable list of names by State, with lines for signatures. */
export function Component() {
  const { id = '' } = useParams();
  const [address, change] = useQueryState({ homeState: '' });
  const conference = useLoad(getConference, { params: { id } }, { loggedIn: true });
  const load = useLoad(attendanceSheet, { params: { id } });
  const [apart, setApart] = useState(false);
  const all = load.data?.data;
  const states = all && [...new Set(all.map(stateOf))];
  const of = conference.data?.newConference;
  return (
    <>
      <div className="no-print">
        <p className="text-14 m-0 mb-4px">
          <Link className="tap" to={paths.admin.participants(id)}>
            Participants
          </Link>
        </p>
        <PageHeader
          title="Attendance sheet"
          text="Everybody who is registered, with a line to sign on. Made for A4 paper."
        >
          <Button onClick={() => window.print()} disabled={!all || all.length === 0 || !of}>
            Print
          </Button>
        </PageHeader>
        <div className="grid gap-2 grid-cols-2-from-sm items-end mb-3">
          <FilterSelect
            label="State"
            value={address.homeState}
            options={states}
            onChange={(homeState) => change({ homeState })}
          />
          <label className="flex items-center gap-1 min-h-touch">
            <input type="checkbox" checked={apart} onChange={(event) => setApart(event.target.checked)} />
            Begin each State on a new sheet
          </label>
        </div>
      </div>
      <Loaded of={load}>
        {({ data }) => {
          const shown = data.filter((entry) => address.homeState === '' || stateOf(entry) === address.homeState);
          if (shown.length === 0) return <p>Nobody is registered yet.</p>;
          return (
            <Sheet
              entries={shown}
              title={of?.title ?? ''}
              at={of?.startsAt}
              place={of?.meetingAddress ?? ''}
              apart={apart}
            />
          );
        }}
      </Loaded>
    </>
  );
}

interface SheetProps {
  entries: readonly Entry[];
  title: string;
  at: string | undefined;
  place: string;
  apart: boolean;
}

function Sheet({ entries, title, at, place, apart }: SheetProps) {
  const { name } = useAssociation();
  const groups = [...Map.groupBy(entries, stateOf)];
  let number = 0;
  const row = (entry: Entry) => {
    number += 1;
    return (
      <tr key={entry.id}>
        <td className="tabular-nums">{number}</td>
        <td className="font-semibold">{entry.name}</td>
        <td>{entry.memberNumber ?? ''}</td>
        <td>
          <span className="sr-only">To be signed</span>
        </td>
      </tr>
    );
  };
  return (
    <div className="max-w-760">
      <header>
        <p className="text-muted font-serif m-0 mb-4px">{name}</p>
        <h2 className="text-22 m-0">{title}</h2>
        <p className="text-muted m-0 mt-4px mb-2">
          {[at && formatDate(at), place].filter(Boolean).join(' · ')}
          <br />
          Attendance sheet, {counted(entries.length, 'person', 'people')} registered
        </p>
      </header>
      <table className={`w-full mb-3 ${styles.table}`} data-apart={apart || undefined} aria-label="Attendance sheet">
        <colgroup>
          <col style={{ width: '44px' }} />
          <col />
          <col style={{ width: '22%' }} />
          <col style={{ width: '36%' }} />
        </colgroup>
        {/* The browser repeats it on each printed page. */}
        <thead>
          <tr className={styles.running}>
            <td colSpan={4}>{[title, at && formatDay(at)].filter(Boolean).join(' · ')}</td>
          </tr>
          <tr>
            <th scope="col">No.</th>
            <th scope="col">Name</th>
            <th scope="col">Member number</th>
            <th scope="col">Signature</th>
          </tr>
        </thead>
        {groups.map(([homeState, people]) => (
          <tbody key={homeState}>
            <tr className={styles.state}>
              <th colSpan={4} scope="rowgroup" className="text-18 font-semibold font-serif">
                {homeState}
              </th>
            </tr>
            {people.map(row)}
          </tbody>
        ))}
      </table>
    </div>
  );
}
