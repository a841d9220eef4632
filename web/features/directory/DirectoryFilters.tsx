import { type ReactNode, useState } from 'react';
import { listDistricts, listStates, listSubDistricts } from '#shared/contracts/locations.ts';
import { membershipLabels, membershipValues } from '#shared/memberships.ts';
import { messages } from '#shared/messages.ts';
import { anyAssociationOffice, associationOffices, specialisations } from '#shared/options.ts';
import { useBelow } from '#web/lib/browser/useBelow.ts';
import { type Load, useLoad } from '#web/lib/calls/useLoad.ts';
import { t } from '#web/lib/languages/text.ts';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { FilterCombo } from '#web/ui/tables/FilterCombo.tsx';
import { FilterSelect } from '#web/ui/tables/FilterSelect.tsx';
import { DirectorySearch } from './DirectorySearch.tsx';

/** The directory's filters; empty means all. */
export const noFilters = {
  state: '',
  district: '',
  subDistrict: '',
  name: '',
  specialisations: '',
  membership: '',
  associationOffice: '',
  page: '1',
};
type Filters = { [K in keyof typeof noFilters]: string };

interface Props {
  /** Includes the filters of `children`. */
  filters: Filters & { [name: string]: string };
  /** Any change except one of the page goes back to the first page. */
  onChange: (change: { [name: string]: string }) => void;
  searchLabel: string;
  /** The number of results, such as '12 members'; '' while unknown. */
  found: string;
  /** Further filters. */
  children?: ReactNode;
}

/** The filters of the members' and the office's directory: dependent places, a search text, speciality and tier. */
export function DirectoryFilters({ filters, onChange, searchLabel, found, children }: Props) {
  const onPhone = useBelow('sm');
  const [open, setOpen] = useState(false);
  // Clearing remounts the search field, whose latest text may not have reached the address.
  const [cleared, setCleared] = useState(0);
  const states = useLoad(listStates, {});
  const districts = useLoad(listDistricts, filters.state ? { query: { state: filters.state } } : null);
  const subDistricts = useLoad(
    listSubDistricts,
    filters.state && filters.district ? { query: { state: filters.state, district: filters.district } } : null,
  );
  const { page: _page, ...values } = filters;
  const set = Object.entries(values).filter(([, value]) => value !== '');
  const chosen = set.filter(([name]) => name !== 'name').length;
  // A list that failed to load has no options; no State means no districts.
  const options = <T,>(list: Load<{ data: T[] }>, name: (entry: T) => string) =>
    list.loading ? undefined : (!list.failed && list.data?.data.map(name)) || [];

  const subDistrictNames = options(subDistricts, (entry) => entry.name);

  const reset = () => {
    setCleared(cleared + 1);
    onChange(Object.fromEntries(Object.keys(values).map((name) => [name, ''])));
  };
  const choices = (
    <>
      <FilterCombo
        label={t('State')}
        value={filters.state}
        options={options(states, (entry) => entry.name)}
        onChange={(state) => onChange({ state, district: '', subDistrict: '' })}
      />
      <FilterCombo
        label={t('District')}
        allText={t(filters.state ? 'All' : 'Choose a state first')}
        value={filters.district}
        options={options(districts, (entry) => entry.name)}
        onChange={(district) => onChange({ district, subDistrict: '' })}
      />
      <FilterCombo
        label={t('Sub-district')}
        allText={t(
          filters.district
            ? subDistrictNames?.length === 0
              ? 'None to choose'
              : 'All'
            : filters.state
              ? 'Choose a district first'
              : 'Choose a state first',
        )}
        value={filters.subDistrict}
        options={subDistrictNames}
        emptyText={messages.empty.dropdownShort}
        onChange={(subDistrict) => onChange({ subDistrict })}
      />
      <FilterCombo
        label={t('Specialisation')}
        value={filters.specialisations}
        options={specialisations}
        onChange={(specialisations) => onChange({ specialisations })}
      />
      <FilterSelect
        label={t('Membership')}
        value={filters.membership}
        options={membershipValues.map((value) => ({ value, label: t(membershipLabels[value]) }))}
        onChange={(membership) => onChange({ membership })}
      />
      <FilterSelect
        label={t('Office held')}
        value={filters.associationOffice}
        options={[{ value: anyAssociationOffice, label: t('Any office') }, ...associationOffices]}
        onChange={(associationOffice) => onChange({ associationOffice })}
      />
      {children}
    </>
  );
  const resetButton = (
    <Button look="outlined" disabled={set.length === 0} onClick={reset}>
      {t('Reset')}
    </Button>
  );

  return (
    <search className="grid gap-2" aria-label={t('Directory')}>
      <div className="gap-1 flex">
        <DirectorySearch
          key={cleared}
          label={searchLabel}
          value={filters.name}
          onChange={(name) => onChange({ name })}
          onChoose={(change) => onChange({ ...change, name: '' })}
        />
        {onPhone ? (
          <span className="flex-none">
            <Button look="outlined" aria-haspopup="dialog" onClick={() => setOpen(true)}>
              {chosen > 0 ? t(`Filters (${chosen})`) : t('Filters')}
            </Button>
          </span>
        ) : (
          resetButton
        )}
      </div>
      {onPhone ? (
        <ModalDialog
          open={open}
          title={t('Filters')}
          onClose={() => setOpen(false)}
          actions={
            <>
              {resetButton}
              <Button className="grow" onClick={() => setOpen(false)}>
                {found === '' ? t('Show') : t(`Show ${found}`)}
              </Button>
            </>
          }
        >
          <div className="grid gap-2">{choices}</div>
        </ModalDialog>
      ) : (
        <div className="grid gap-2 grid-tiles-wide items-end">{choices}</div>
      )}
    </search>
  );
}
