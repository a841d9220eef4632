import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/**
 * A component whose code is fetched when it is first shown. What every public page holds spells `lazy` out instead: it is fewer bytes.
 * @param load imports the module, always the same one
 * @param name of the component in it
 */
export function lazyPart<Name extends string, Props>(
  load: () => Promise<{ [N in Name]: ComponentType<Props> }>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await load())[name] }));
}
