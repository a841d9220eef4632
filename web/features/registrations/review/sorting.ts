import { type RegistrationSort, registrationSorts } from '#shared/contracts/registrations.ts';
import type { Sorting } from '#web/ui/tables/DataTable.tsx';

/** The sort orders of registrations: their labels, and their columns in the table. */
const orders: Record<RegistrationSort, Sorting & { label: string }> = {
  newest: { label: 'Newest first', key: 'date', descending: true },
  oldest: { label: 'Oldest first', key: 'date', descending: false },
  name: { label: 'By name', key: 'name', descending: false },
  '-name': { label: 'By name, from Z', key: 'name', descending: true },
  membership: { label: 'Patron first', key: 'membership', descending: false },
  '-membership': { label: 'Individual first', key: 'membership', descending: true },
  payment: { label: 'Unpaid first', key: 'payment', descending: false },
  '-payment': { label: 'Paid first', key: 'payment', descending: true },
};

/** All orders except the default, newest first. */
export const sortOptions = registrationSorts
  .filter((value) => value !== 'newest')
  .map((value) => ({ value, label: orders[value].label }));

export const sortingOf = (sort: RegistrationSort): Sorting => orders[sort];

/** The sort order for a column of the table. */
export function sortOf({ key, descending }: Sorting): RegistrationSort {
  return (
    registrationSorts.find((sort) => orders[sort].key === key && orders[sort].descending === descending) ?? 'newest'
  );
}
