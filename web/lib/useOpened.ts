import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/**
 * The entry of a list that is open in a dialog, kept in the address, so that a reload or a link shows it.
 * @param name of the parameter that holds its id
 */
export function useOpened(name: string): [string | undefined, (id: string | undefined) => void] {
  const [params, setParams] = useSearchParams();
  const open = useCallback(
    (id: string | undefined) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (id) next.set(name, id);
          else next.delete(name);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams, name],
  );
  return [params.get(name) ?? undefined, open];
}
