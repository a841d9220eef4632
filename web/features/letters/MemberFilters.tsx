import type { LetterFilter } from '#shared/contracts/letters.ts';
import { listDistricts } from '#shared/contracts/locations.ts';
import { subscriptionStates } from '#shared/contracts/payments.ts';
import { membershipLabels, membershipValues } from '#shared/memberships.ts';
import { anyAssociationOffice, associationOffices, specialisations } from '#shared/options.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { useOffice, useStateNames } from '#web/lib/login/office.ts';
import { FilterCombo } from '#web/ui/tables/FilterCombo.tsx';
import { FilterSelect } from '#web/ui/tables/FilterSelect.tsx';
import { subscriptionLabels } from './wording.ts';

interface Props {
  filter: LetterFilter;
  onChange: (filter: LetterFilter) => void;
}

/** Selects members for a letter or a vote, as the directory's filters do. */
export function MemberFilters({ filter, onChange }: Props) {
  const office = useOffice();
  const bound = office.states.length > 0;
  const allStates = useStateNames(office.known && !bound);
  const districts = useLoad(listDistricts, filter.state ? { query: { state: filter.state } } : null);
  const set = (change: LetterFilter) => onChange({ ...filter, ...change });
  return (
    <div className="grid gap-3 grid-tiles-wide">
      <FilterCombo
        label="State"
        allText={bound ? office.states.join(', ') : 'All India'}
        value={filter.state ?? ''}
        options={bound ? office.states : allStates}
        onChange={(state) => set({ state, district: '' })}
      />
      <FilterCombo
        label="District"
        allText={filter.state ? 'All' : 'Choose a state first'}
        value={filter.district ?? ''}
        options={districts.loading ? undefined : (districts.data?.data.map((each) => each.name) ?? [])}
        onChange={(district) => set({ district })}
      />
      <FilterSelect
        label="Membership"
        value={filter.membership ?? ''}
        options={membershipValues.map((value) => ({ value, label: membershipLabels[value] }))}
        onChange={(membership) => set({ membership: membership as LetterFilter['membership'] })}
      />
      <FilterCombo
        label="Specialisation"
        value={filter.specialisations ?? ''}
        options={specialisations}
        onChange={(specialisations) => set({ specialisations })}
      />
      <FilterSelect
        label="Subscription"
        value={filter.standing ?? ''}
        options={subscriptionStates.map((value) => ({ value, label: subscriptionLabels[value] }))}
        onChange={(standing) => set({ standing: standing as LetterFilter['standing'] })}
      />
      <FilterSelect
        label="Office held"
        value={filter.associationOffice ?? ''}
        options={[{ value: anyAssociationOffice, label: 'Any office' }, ...associationOffices]}
        onChange={(associationOffice) =>
          set({ associationOffice: associationOffice as LetterFilter['associationOffice'] })
        }
      />
    </div>
  );
}
