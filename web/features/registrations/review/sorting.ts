import { type RegistrationSort, registrationSorts } from '#shared/contracts/registrations.ts';
import type { Sorting } from '#web/ui/DataTable.tsx';

/** The orders of a list of registrations: as they are called, and as the heads of the table's columns show them. */
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

/** All but the usual one, newest first. */
export const sortOptions = registrationSorts
  .filter((value) => value !== 'newest')
  .map((value) => ({ value, label: orders[value].label }));

export const sortingOf = (sort: RegistrationSort): Sorting => orders[sort];

/** The order that a press on a column's head asks for. */
export function sortOf({ key, descending }: Sorting): RegistrationSort {
  return (
    registrationSorts.find((sort) => orders[sort].key === key && orders[sort].descending === descending) ?? 'newest'
  );
}
