import { createContext, useContext } from 'react';
import { hasPower, isBound, type NeededPower, type Powers } from '#shared/powers.ts';

/** What the administrator may who looks at the page; null while that is being loaded. */
export const OfficeContext = createContext<Powers | null>(null);

/** What the administrator may, for parts of a page that not everybody is shown. */
export function useOffice() {
  const office = useContext(OfficeContext);
  return {
    /** It is known by now. */
    known: office !== null,
    /** The States that they are bound to; none is all India. */
    states: office?.states ?? [],
    may: (power: NeededPower, unbound = false) =>
      office !== null && hasPower(office, power) && !(unbound && isBound(office)),
  };
}
