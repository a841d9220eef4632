import Button from '@mui/material/Button';
import { useState } from 'react';
import { listDistricts, listStates, listSubDistricts } from '#shared/contracts/locations.ts';
import { messages } from '#shared/messages.ts';
import { membershipLabels, membershipValues, specialisations } from '#shared/options.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { FilterSelect } from '#web/ui/FilterSelect.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import styles from './DirectoryFilters.module.css';

/** What a directory is filtered by; empty means all. */
export const noFilters = {
  State: '',
  District: '',
  SubDistrict: '',
  ProsecutorName: '',
  Specialisation: '',
  membership: '',
  page: '1',
};
export type Filters = { [K in keyof typeof noFilters]: string };

interface Props {
  filters: Filters;
  /** Any change but that of the page leads back to the first page. */
  onChange: (change: Partial<Filters>) => void;
  searchLabel: string;
}

/** The filters of the members' and of the office's directory: dependent places, a text, speciality and tier. */
export function DirectoryFilters({ filters, onChange, searchLabel }: Props) {
  const [open, setOpen] = useState(false);
  const states = useLoad(listStates, {});
  const districts = useLoad(listDistricts, filters.State ? { query: { state: filters.State } } : null);
  const subDistricts = useLoad(
    listSubDistricts,
    filters.State && filters.District ? { query: { state: filters.State, district: filters.District } } : null,
  );
  const { page: _page, ...values } = filters;
  const active = Object.values(values).filter((value) => value !== '').length;
  // Where there is no state there are no districts to choose from, and that is no failure.
  const options = <T,>(needed: string, list: T[] | undefined, failed: unknown, name: (entry: T) => string) =>
    needed === '' || failed ? [] : list?.map(name);

  return (
    <search className={styles.filters} aria-label="Directory">
      <div className={styles.top}>
        <SearchField
          label={searchLabel}
          placeholder={searchLabel}
          hideLabel
          value={filters.ProsecutorName}
          onChange={(ProsecutorName) => onChange({ ProsecutorName })}
        />
        <span className={styles.toggle}>
          <Button
            variant="outlined"
            aria-expanded={open}
            aria-controls="directory-filters"
            onClick={() => setOpen(!open)}
          >
            Filters{active > 0 ? ` (${active})` : ''}
          </Button>
        </span>
      </div>
      <div id="directory-filters" className={styles.row} data-open={open || undefined}>
        <FilterSelect
          label="State"
          value={filters.State}
          options={options('-', states.data?.data, states.failed, (entry) => entry.state_name_english)}
          onChange={(State) => onChange({ State, District: '', SubDistrict: '' })}
        />
        <FilterSelect
          label="District"
          value={filters.District}
          options={options(
            filters.State,
            districts.data?.data,
            districts.failed,
            (entry) => entry.district_name_english,
          )}
          onChange={(District) => onChange({ District, SubDistrict: '' })}
        />
        <FilterSelect
          label="Sub-district"
          value={filters.SubDistrict}
          options={options(
            filters.District,
            subDistricts.data?.data,
            subDistricts.failed,
            (entry) => entry.subdistrict_name_english,
          )}
          emptyText={messages.empty.dropdownShort}
          onChange={(SubDistrict) => onChange({ SubDistrict })}
        />
        <FilterSelect
          label="Specialisation"
          value={filters.Specialisation}
          options={specialisations}
          onChange={(Specialisation) => onChange({ Specialisation })}
        />
        <FilterSelect
          label="Membership"
          value={filters.membership}
          options={membershipValues.map((value) => ({ value, label: membershipLabels[value] }))}
          onChange={(membership) => onChange({ membership })}
        />
        <Button variant="outlined" disabled={active === 0} onClick={() => onChange({ ...noFilters })}>
          Reset
        </Button>
      </div>
    </search>
  );
}
