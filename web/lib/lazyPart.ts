import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/**
 * A component whose code is fetched when it is first shown. Public pages spell `lazy` out:
 * their first script names every chunk that they share, and this would be one more.
 * @param load imports the module, always the same one
 * @param name of the component in it
 */
export function lazyPart<Name extends string, Props>(
  load: () => Promise<{ [N in Name]: ComponentType<Props> }>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await load())[name] }));
}
