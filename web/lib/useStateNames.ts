import { listStates } from '#shared/contracts/locations.ts';
import { useLoad } from '#web/lib/useLoad.ts';

/** The names of the States; undefined while they load, none when they could not be loaded. */
export function useStateNames(isNeeded = true): string[] | undefined {
  const { data, failed } = useLoad(listStates, isNeeded ? {} : null);
  return failed ? [] : data?.data.map(({ state_name_english }) => state_name_english);
}
