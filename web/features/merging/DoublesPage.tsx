import { useState } from 'react';
import type { z } from 'zod';
import { type LikePerson, likelyDoubles } from '#shared/contracts/merging.ts';
import { paths } from '#shared/paths.ts';
import { useQueryState } from '#web/lib/browser/useQueryState.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { usePaging } from '#web/lib/calls/usePaging.ts';
import { useOffice } from '#web/lib/login/office.ts';
import { Button, buttonLook } from '#web/ui/page/Button.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { type Column, DataTable } from '#web/ui/tables/DataTable.tsx';
import { TwoLines } from '#web/ui/tables/TwoLines.tsx';
import { MergePair } from './MergePair.tsx';
import { TwoPeople } from './TwoPeople.tsx';
import { likenessOf, numberOf } from './wording.ts';

type Pair = z.output<typeof likelyDoubles.response>['data'][number];

const cellOf = (person: LikePerson) => (
  <Link to={paths.admin.person(person.id)}>
    <TwoLines
      strong
      first={person.name}
      second={[numberOf(person), person.status, person.state].filter(Boolean).join(' · ')}
    />
  </Link>
);

const columns: readonly Column<Pair>[] = [
  { key: 'one', header: 'One record', primary: true, free: true, cell: ({ one }) => cellOf(one) },
  { key: 'other', header: 'The other', free: true, cell: ({ other }) => cellOf(other) },
  { key: 'by', header: 'In common', width: '24%', cell: ({ by }) => likenessOf(by) },
];

/** Pairs of records that may be of one person, each settled once. */
export function Component() {
  const { may } = useOffice();
  const [, , { page, onPage }] = useQueryState({ page: '1' });
  const load = useLoad(likelyDoubles, { query: { page } });
  const table = usePaging(load, page, onPage);
  const [merging, setMerging] = useState<Pair>();
  return (
    <>
      <PageHeader
        title="Likely doubles"
        text="Records that may be of one person. Make one record of them, or say that they are two people: then they are not named here again."
      >
        <Link to={paths.admin.directory} className={buttonLook('outlined')}>
          Directory
        </Link>
      </PageHeader>
      <DataTable
        caption="Likely doubles"
        columns={columns}
        rowKey={({ one, other }) => `${one.id} ${other.id}`}
        emptyText="No two records look like one person’s."
        actions={(pair) => (
          <>
            {may('full') && (
              <Button
                small
                look="outlined"
                onClick={() => setMerging(pair)}
                aria-label={`Merge ${numberOf(pair.one)} and ${numberOf(pair.other)}`}
              >
                Merge
              </Button>
            )}
            <TwoPeople one={pair.one} other={pair.other} onNoted={load.reload} />
          </>
        )}
        {...table}
      />
      {merging && (
        <MergePair
          one={merging.one.id}
          other={merging.other.id}
          onClose={() => setMerging(undefined)}
          onMerged={() => {
            setMerging(undefined);
            load.reload();
          }}
        />
      )}
    </>
  );
}
