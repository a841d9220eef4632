import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** The number of scripts being prefetched; a failed prefetch must not reload the page. */
export const ahead = { fetching: 0 };

/** Prefetches code and ignores a failure; the code is fetched again, and the failure shown, when it is needed. */
export async function fetchAhead<T>(fetchIt: () => Promise<T>): Promise<T | undefined> {
  ahead.fetching++;
  try {
    return await fetchIt();
  } catch {
    return undefined;
  } finally {
    ahead.fetching--;
  }
}

export type LazyPart<Props> = LazyExoticComponent<ComponentType<Props>> & {
  /** Fetches the code before it is shown. */
  fetchAhead: () => Promise<unknown>;
};

/**
 * A component whose code is fetched when it is first shown, within a `Suspense`.
 * @param load imports the module, always the same one
 * @param name of the component in it
 */
export function lazyPart<Name extends string, Props>(
  load: () => Promise<{ [N in Name]: ComponentType<Props> }>,
  name: Name,
): LazyPart<Props> {
  type Part = { default: ComponentType<Props> };
  let component: Part | undefined;
  const fetchPart = async () => {
    component = { default: (await load())[name] };
    return component;
  };
  // A loaded module calls back before `then` returns, because React delays what it has to wait for by 300 ms.
  // biome-ignore lint/suspicious/noThenProperty: it must look like a promise
  const atOnce = (part: Part) => ({ then: (use: (part: Part) => void) => use(part) }) as unknown as Promise<Part>;
  return Object.assign(
    lazy(() => (component ? atOnce(component) : fetchPart())),
    { fetchAhead: fetchPart },
  );
}
