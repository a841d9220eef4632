import { listStates } from '#shared/contracts/locations.ts';
import { useLoad } from '#web/lib/useLoad.ts';

/** The names of the States; undefined while they load, none when they could not be loaded. */
export function useStateNames(wanted = true): string[] | undefined {
  const { data, failed } = useLoad(listStates, wanted ? {} : null);
  return failed ? [] : data?.data.map(({ state_name_english }) => state_name_english);
}
