import { createContext, useContext } from 'react';
import { listStates } from '#shared/contracts/locations.ts';
import type { AnyEndpoint } from '#shared/endpoint.ts';
import { hasPower, isBound, type NeededPower, type Powers } from '#shared/powers.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';

/** The powers of the logged-in administrator; null while they load. */
export const OfficeContext = createContext<Powers | null>(null);

/** The administrator's powers, for parts of a page that only some may see. */
export function useOffice() {
  const office = useContext(OfficeContext);
  return {
    /** Whether the powers are loaded. */
    known: office !== null,
    /** The States that they are limited to; empty for all of India. */
    states: office?.states ?? [],
    may: (power: NeededPower, { scope }: Pick<AnyEndpoint, 'scope'> = {}) =>
      office !== null &&
      ((hasPower(office, power) && !(scope === 'allIndia' && isBound(office))) ||
        (scope === 'ownStates' && isBound(office))),
  };
}

/** The names of the States; undefined while they load, none when they could not be loaded. */
export function useStateNames(isNeeded = true): string[] | undefined {
  const { data, failed } = useLoad(listStates, isNeeded ? {} : null);
  return failed ? [] : data?.data.map(({ name }) => name);
}
