import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { OfficeRecord } from '#shared/contracts/members.ts';
import { likePeople, unmergeRecords } from '#shared/contracts/merging.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { formatDate } from '#web/lib/languages/format.ts';
import { useOffice } from '#web/lib/login/office.ts';
import { AskedButton } from '#web/ui/dialogs/AskedButton.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import { useKeptFocus } from '#web/ui/page/useKeptFocus.ts';
import { MergeDialog } from './MergeDialog.tsx';
import { MergePair } from './MergePair.tsx';
import { OtherPeople } from './OtherPeople.tsx';
import { TwoPeople } from './TwoPeople.tsx';
import { likenessOf, numberOf } from './wording.ts';

interface Props {
  id: string;
  /** Two records have become one, or two again. */
  onChanged: () => void;
}

/** Who is probably the same person as this one, and the merge that can still be undone. */
export function SamePeople(props: Props) {
  const { may } = useOffice();
  return may('members') ? <Listed {...props} /> : null;
}

function Listed({ id, onChanged }: Props) {
  const { may } = useOffice();
  const load = useLoad(likePeople, { params: { id } });
  const [merging, setMerging] = useState<OfficeRecord | null>(null);
  const [looking, setLooking] = useState(false);
  const [chosen, setChosen] = useState('');
  const navigate = useNavigate();
  const merged = (kept: string) => {
    setMerging(null);
    setChosen('');
    // Otherwise the page goes to the other record.
    if (kept === load.data?.data.id) load.reload();
    onChanged();
    navigate(paths.admin.person(kept));
  };
  // The pressed button goes with its entry.
  const focus = useKeptFocus<HTMLDivElement>();
  return (
    <div {...focus}>
      <Loaded of={load}>
        {({ data, alike, merged: last }) => (
          <>
            {last && (
              <Note tone="info" className="mb-3">
                <p className="m-0">
                  {last.reference} was made one with this record by {last.by} on {formatDate(last.at)}.
                </p>
                {may('full') && (
                  <div className="mt-1">
                    <AskedButton
                      small
                      label="Undo the merge"
                      title="Make two records of it again?"
                      act={async () => {
                        const answer = await api(unmergeRecords, { body: { keep: data.id } });
                        load.reload();
                        onChanged();
                        return answer;
                      }}
                    >
                      This is possible until {formatDate(last.until)}, while nothing has been changed since.
                    </AskedButton>
                  </div>
                )}
              </Note>
            )}
            {alike.length > 0 && (
              <section aria-labelledby="same-person" className="mb-3">
                <h2 id="same-person" className="text-22 pb-6px border-b mb-1">
                  Probably the same person
                </h2>
                <ul className="no-underline divide-y">
                  {alike.map(({ person, by }) => (
                    <li key={person.id} className="py-1 break-anywhere">
                      <p className="m-0">
                        <Link to={paths.admin.person(person.id)}>{person.name}</Link>, {numberOf(person)},{' '}
                        {person.status}
                      </p>
                      <p className="text-muted text-14 m-0 mb-1">Has {likenessOf(by)}.</p>
                      <div className="flex flex-wrap items-center gap-2">
                        {may('full') && (
                          <Button small look="outlined" onClick={() => setMerging(person)}>
                            Same person: merge
                          </Button>
                        )}
                        <TwoPeople one={data} other={person} onNoted={load.reload} />
                      </div>
                    </li>
                  ))}
                </ul>
              </section>
            )}
            {may('full') && (
              <p className="mb-3">
                <Button small look="outlined" onClick={() => setLooking(true)}>
                  Same person as …
                </Button>
              </p>
            )}
            {looking && (
              <OtherPeople
                id={data.id}
                name={data.name}
                onClose={() => setLooking(false)}
                onChosen={(other) => {
                  setLooking(false);
                  setChosen(other);
                }}
              />
            )}
            {chosen && <MergePair one={data.id} other={chosen} onClose={() => setChosen('')} onMerged={merged} />}
            {merging && <MergeDialog one={data} other={merging} onClose={() => setMerging(null)} onMerged={merged} />}
          </>
        )}
      </Loaded>
    </div>
  );
}
