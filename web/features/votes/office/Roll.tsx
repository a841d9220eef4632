import { type Vote, voteRoll } from '#shared/contracts/votes.ts';
import { formatNumber } from '#shared/money.ts';
import { useQueryState } from '#web/lib/browser/useQueryState.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { usePaging } from '#web/lib/calls/usePaging.ts';
import { formatDate, formatDay } from '#web/lib/languages/format.ts';
import { SearchField } from '#web/ui/forms/SearchField.tsx';
import { type Column, DataTable } from '#web/ui/tables/DataTable.tsx';
import { isOver } from '../wording.ts';

type Row = { memberNumber: string; name: string; state: string; addedBecause: string; paperOn: string | null };

/** Who may vote, by page and name, with the turnout. */
export function Roll({ vote }: { vote: Vote }) {
  const [address, change, { page, onPage }] = useQueryState({ page: '1', search: '' });
  const load = useLoad(voteRoll, { params: { id: vote.id }, query: { search: address.search, state: '', page } });
  const table = usePaging(load, page, onPage);
  const over = isOver(vote);
  const columns: Column<Row>[] = [
    { key: 'number', header: 'Number', primary: true, cell: (row) => row.memberNumber },
    { key: 'name', header: 'Name', free: true, cell: (row) => row.name },
    { key: 'state', header: 'State', cell: (row) => row.state },
    { key: 'why', header: 'Added because', free: true, cell: (row) => row.addedBecause },
    ...(over
      ? [{ key: 'paper', header: 'Paper', cell: (row: Row) => (row.paperOn ? formatDay(row.paperOn) : 'None') }]
      : []),
  ];
  const totals = load.data?.totals;
  return (
    <section aria-labelledby="the-roll" className="grid gap-2">
      <h2 id="the-roll" className="text-22 m-0">
        The roll
      </h2>
      {totals && (
        <p className="m-0">
          {formatNumber(totals.people)} on the roll
          {vote.state !== 'roll' && `, ${formatNumber(totals.papers)} have taken their paper`}.
        </p>
      )}
      {vote.state !== 'roll' && load.data && (
        <details>
          <summary>Turnout by State</summary>
          <ul className="list">
            {load.data.byState.map(({ state, people, papers }) => (
              <li key={state}>
                {state}: {formatNumber(papers)} of {formatNumber(people)}
              </li>
            ))}
          </ul>
        </details>
      )}
      {load.data && load.data.hashes.length > 1 && (
        <details>
          <summary>Earlier hashes</summary>
          <ol className="list">
            {load.data.hashes.map(({ hash, at, people }) => (
              <li key={hash + at}>
                <span className="font-mono text-14 break-anywhere">{hash}</span>, {formatNumber(people)} members,{' '}
                {formatDate(at)}
              </li>
            ))}
          </ol>
        </details>
      )}
      <div className="no-print">
        <SearchField
          label="Search by name or number"
          value={address.search}
          onChange={(search) => change({ search, page: '1' })}
        />
      </div>
      <DataTable
        {...table}
        caption="Members on the roll"
        columns={columns}
        rowKey={(row) => row.memberNumber}
        emptyText={address.search ? 'Nobody of this name or number is on the roll.' : 'Nobody is on the roll.'}
      />
    </section>
  );
}
