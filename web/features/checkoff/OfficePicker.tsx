import { useState } from 'react';
import { listPayingOffices, type PayingOfficeShown } from '#shared/contracts/checkoff.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import { SearchField } from '#web/ui/forms/SearchField.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';

/** An office's name and place. */
export const placeOf = ({ name, district, state }: PayingOfficeShown) =>
  [name, district, state].filter((part) => part !== '').join(', ');

interface Props {
  label: string;
  value: PayingOfficeShown | null;
  onChange: (office: PayingOfficeShown | null) => void;
}

/** Chooses one of all paying offices, which are searched by name or code. */
export function OfficePicker({ label, value, onChange }: Props) {
  const [search, setSearch] = useState('');
  const load = useLoad(listPayingOffices, value ? null : { query: { search } });
  if (value) {
    return (
      <div>
        <p className="label m-0">{label}</p>
        <p className="flex flex-wrap items-center gap-2 m-0">
          <span className="break-anywhere">{placeOf(value)}</span>
          <Button small look="text" onClick={() => onChange(null)}>
            Choose another one
          </Button>
        </p>
      </div>
    );
  }
  return (
    <div className="grid gap-1">
      <SearchField label={label} placeholder="Name or DDO code" value={search} onChange={setSearch} />
      <Loaded of={load}>
        {({ data, pagination: { totalCount } }) =>
          data.length === 0 ? (
            <p className="text-muted text-14 m-0">No paying office has this name or code.</p>
          ) : (
            <>
              <RadioGroup
                label="Paying offices"
                hideLabel
                options={data.map((office) => ({ value: office.id, label: placeOf(office) }))}
                value=""
                onChange={(id) => onChange(data.find((each) => each.id === id) ?? null)}
              />
              {totalCount > data.length && (
                <p className="text-muted text-14 m-0">
                  {totalCount - data.length} more: please write more of the name, or the code.
                </p>
              )}
            </>
          )
        }
      </Loaded>
    </div>
  );
}
