import { useState } from 'react';
import { otherPeople } from '#shared/contracts/merging.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { SearchField } from '#web/ui/forms/SearchField.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { numberOf } from './wording.ts';

interface Props {
  id: string;
  name: string;
  onClose: () => void;
  /** Called with the id of the other record. */
  onChosen: (id: string) => void;
}

/** Finds the other record of one person. */
export function OtherPeople({ id, name, onClose, onChosen }: Props) {
  const [search, setSearch] = useState('');
  return (
    <ModalDialog open wide title={`Same person as ${name}`} onClose={onClose}>
      <SearchField
        label="Name, member number, reference, e-mail or mobile number of the other record"
        value={search}
        onChange={setSearch}
      />
      {search.trim().length > 1 && <Results id={id} search={search.trim()} onChosen={onChosen} />}
    </ModalDialog>
  );
}

function Results({ id, search, onChosen }: { id: string; search: string; onChosen: (id: string) => void }) {
  const load = useLoad(otherPeople, { params: { id }, query: { search } });
  return (
    <Loaded of={load}>
      {({ data }) => (
        <>
          <p className="text-muted" role="status">
            {data.length === 0 ? 'No other record is like this.' : 'What is alike comes last.'}
          </p>
          <ul className="no-underline divide-y">
            {data.map((person) => (
              <li key={person.id} className="py-1 break-anywhere flex flex-wrap items-center gap-2">
                <div className="grow">
                  <p className="m-0">
                    {person.name}, {numberOf(person)}, {person.status}
                  </p>
                  <p className="text-muted text-14 m-0">{[person.state, person.email].filter(Boolean).join(' · ')}</p>
                </div>
                <Button
                  small
                  look="outlined"
                  onClick={() => onChosen(person.id)}
                  aria-label={`Compare with ${person.name}, ${numberOf(person)}`}
                >
                  Compare
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Loaded>
  );
}
