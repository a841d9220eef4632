import { useCallback, useEffect, useRef, useState } from 'react';
import type { AnyEndpoint } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { type ApiAnswer, type ApiInput, type ApiOptions, api } from '#web/lib/calls/api.ts';
import { t } from '#web/lib/languages/text.ts';

export interface Load<T> {
  /** The last answer; stays while the next one loads, so that a list does not flicker. */
  data: T | undefined;
  /** Why the last call failed. */
  failed: AppError | undefined;
  loading: boolean;
  /** Loads again with the same input. */
  reload: () => void;
}

interface State<T> {
  data: T | undefined;
  failed: AppError | undefined;
  loading: boolean;
  /** The input that this state belongs to. */
  key: string | null;
}

/**
 * Loads an endpoint's answer, again whenever the input changes; an outdated call is aborted.
 * @param input null: nothing to load yet
 */
export function useLoad<E extends AnyEndpoint>(
  endpoint: E,
  input: ApiInput<E> | null,
  options?: Pick<ApiOptions, 'loggedIn'>,
): Load<ApiAnswer<E>> {
  const key = input === null ? null : JSON.stringify(input);
  const [state, setState] = useState<State<ApiAnswer<E>>>({
    data: undefined,
    failed: undefined,
    loading: key !== null,
    key,
  });
  const [round, setRound] = useState(0);
  const latest = useRef({ endpoint, input, options });
  latest.current = { endpoint, input, options };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is the input as text, `round` triggers a reload
  useEffect(() => {
    const request = latest.current;
    if (request.input === null) {
      setState({ data: undefined, failed: undefined, loading: false, key });
      return;
    }
    const controller = new AbortController();
    setState((before) => ({ ...before, loading: true, key }));
    const call = api as (endpoint: E, input: ApiInput<E>, options: ApiOptions) => Promise<ApiAnswer<E>>;
    call(request.endpoint, request.input, { ...request.options, signal: controller.signal }).then(
      (data) => {
        if (!controller.signal.aborted) setState({ data, failed: undefined, loading: false, key });
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        console.error(error);
        const failed = error instanceof AppError ? error : new AppError('INTERNAL', t('Something went wrong'));
        setState((before) => ({ ...before, failed, loading: false }));
      },
    );
    return () => controller.abort();
  }, [key, round]);

  const reload = useCallback(() => setRound((count) => count + 1), []);
  const { data, failed } = state;
  // In the first render with a new input, the state still belongs to the previous one.
  return { data, failed, loading: state.loading || (key !== null && state.key !== key), reload };
}
