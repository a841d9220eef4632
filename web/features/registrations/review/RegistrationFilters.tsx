import { useState } from 'react';
import { listStates } from '#shared/contracts/locations.ts';
import type { RegistrationSort } from '#shared/contracts/registrations.ts';
import { membershipValues } from '#shared/options.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { Button } from '#web/ui/Button.tsx';
import { FilterSelect } from '#web/ui/FilterSelect.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import styles from './RegistrationFilters.module.css';
import { sortOptions } from './sorting.ts';
import { tierLabel } from './wording.ts';

/** The filters of the tabs; empty means all. */
export const noRegistrationFilters = { search: '', membership: '', State: '', payment: '', correction: '' };
type RegistrationFilterValues = { [K in keyof typeof noRegistrationFilters]: string };

export const paymentFilters = [
  { value: 'PAYMENT_SUCCESS', label: 'Paid' },
  { value: 'PAYMENT_INITIATED', label: 'Initiated' },
  { value: 'none', label: 'Not Initiated' },
] as const;

export const correctionFilters = [
  { value: 'answered', label: 'Corrected' },
  { value: 'asked', label: 'Correction asked' },
] as const;

interface Props {
  filters: RegistrationFilterValues;
  onChange: (change: Partial<RegistrationFilterValues>) => void;
  sort: RegistrationSort;
  onSort: (sort: RegistrationSort) => void;
}

export function RegistrationFilters({ filters, onChange, sort, onSort }: Props) {
  const [open, setOpen] = useState(false);
  const states = useLoad(listStates, {});
  const { search: _search, ...selects } = filters;
  const chosen = Object.values(selects).filter((value) => value !== '').length;
  const active = chosen + (filters.search === '' ? 0 : 1);
  return (
    <search className={`stack ${styles.filters}`} aria-label="Registrations">
      <div className={`gap-1 ${styles.top}`}>
        <SearchField
          label="Search by name, e-mail, mobile, reference or UTR"
          placeholder="Search by name, e-mail, mobile, reference or UTR"
          hideLabel
          value={filters.search}
          onChange={(search) => onChange({ search })}
        />
        <Button
          look="outlined"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls="registration-filters"
          onClick={() => setOpen(!open)}
        >
          Filters{chosen > 0 ? ` (${chosen})` : ''}
        </Button>
      </div>
      <div id="registration-filters" className={`gap-2 ${styles.row}`} data-open={open || undefined}>
        <FilterSelect
          label="Membership"
          value={filters.membership}
          options={membershipValues.map((value) => ({ value, label: tierLabel(value) }))}
          onChange={(membership) => onChange({ membership })}
        />
        <FilterSelect
          label="State"
          value={filters.State}
          options={states.failed ? [] : states.data?.data.map((entry) => entry.state_name_english)}
          onChange={(State) => onChange({ State })}
        />
        <FilterSelect
          label="Payment"
          value={filters.payment}
          options={paymentFilters}
          onChange={(payment) => onChange({ payment })}
        />
        <FilterSelect
          label="Correction"
          value={filters.correction}
          options={correctionFilters}
          onChange={(correction) => onChange({ correction })}
        />
        <FilterSelect
          label="Order"
          value={sort === 'newest' ? '' : sort}
          allText="Newest first"
          options={sortOptions}
          onChange={(value) => onSort(sortOptions.find((order) => order.value === value)?.value ?? 'newest')}
        />
        <Button look="outlined" disabled={active === 0} onClick={() => onChange({ ...noRegistrationFilters })}>
          Reset
        </Button>
      </div>
    </search>
  );
}
