import type { RegistrationSort } from '#shared/contracts/registrations.ts';
import { membershipValues } from '#shared/memberships.ts';
import { useStateNames } from '#web/lib/login/office.ts';
import { FilterBar } from '#web/ui/tables/FilterBar.tsx';
import { FilterSelect } from '#web/ui/tables/FilterSelect.tsx';
import { sortOptions } from './sorting.ts';
import { tierLabel } from './wording.ts';

/** The filters of the tabs; empty means all. */
export const noRegistrationFilters = { search: '', membership: '', state: '', payment: '', correction: '' };
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
  const states = useStateNames();
  const { search: _search, ...selects } = filters;
  const chosen = Object.values(selects).filter((value) => value !== '').length;
  const active = chosen > 0 || filters.search !== '';
  return (
    <FilterBar
      label="Registrations"
      chosen={chosen}
      active={active}
      onReset={() => onChange({ ...noRegistrationFilters })}
      search={{
        label: 'Search by name, e-mail, mobile, reference or UTR',
        placeholder: 'Search by name, e-mail, mobile, reference or UTR',
        value: filters.search,
        onChange: (search) => onChange({ search }),
      }}
    >
      <FilterSelect
        label="Membership"
        value={filters.membership}
        options={membershipValues.map((value) => ({ value, label: tierLabel(value) }))}
        onChange={(membership) => onChange({ membership })}
      />
      <FilterSelect label="State" value={filters.state} options={states} onChange={(state) => onChange({ state })} />
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
    </FilterBar>
  );
}
