import { useCallback, useEffect, useState } from 'react';
import type { AnyEndpoint } from '#shared/endpoint.ts';
import type { AppError } from '#shared/errors.ts';
import { type ApiAnswer, type ApiOptions, api } from '#web/lib/calls/api.ts';
import { failureOf } from '#web/lib/calls/failures.ts';

interface State<T> {
  data?: T;
  failed?: AppError;
}

/** Loads an endpoint's answer with the secret of a mailed link. */
export function useLinkLoad<E extends AnyEndpoint>(endpoint: E, link: string) {
  const [state, setState] = useState<State<ApiAnswer<E>>>({});
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` triggers a reload
  useEffect(() => {
    const controller = new AbortController();
    setState({});
    const call = api as (endpoint: E, input: object, options: ApiOptions) => Promise<ApiAnswer<E>>;
    call(endpoint, {}, { link, signal: controller.signal }).then(
      (data) => {
        if (!controller.signal.aborted) setState({ data });
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setState({ failed: failureOf(error) });
      },
    );
    return () => controller.abort();
  }, [endpoint, link, round]);
  return { ...state, reload: useCallback(() => setRound((count) => count + 1), []) };
}
