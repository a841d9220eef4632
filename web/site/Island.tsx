import { type ComponentType, createContext, useContext } from 'react';
import type { IslandFiles } from '#shared/rendered-page.ts';
import { type IslandName, islandModules } from './islands.ts';

/** An island of a page that is being rendered. */
export interface RenderedIsland {
  Component: ComponentType<never> | undefined;
  props: object;
}

export interface SiteRendering {
  /** Of a source file. */
  filesOf: (name: string) => IslandFiles;
  islands: RenderedIsland[];
}

export const SiteRenderingContext = createContext<SiteRendering | null>(null);

/** Stands in the page's markup for that of an island. */
export const slotOf = (index: number) => `<!--island:${index}-->`;
/** Keeps an island's ids apart from all others. */
export const prefixOf = (index: number) => `i${index}-`;

interface IslandProps<Props extends object> {
  /** Whose `mount` takes the element. */
  name: IslandName;
  /** The component that it hydrates, and its props, which fit JSON; none if it shows nothing before it is mounted. */
  of?: ComponentType<Props>;
  props?: Props;
  /**
   * When it is mounted by itself, any of: `load`; `touch`, the first on the page; `session`, with a login; `local:KEY` or
   * `tab:KEY`, with this key in the local or the tab's storage; `#fragment`, with this one in the address. Always with its first use.
   */
  when?: string;
  /** Fetches its scripts, and those of these source files, while somebody reads, and in one row when a finger comes down on it. */
  ahead?: readonly string[];
}

/** A part of a document that runs a script, once it is used. */
export function Island<Props extends object>({ name, of, props, when, ahead }: IslandProps<Props>) {
  const rendering = useContext(SiteRenderingContext);
  const Shown = of;
  // In a component's test.
  if (!rendering) return Shown ? <Shown {...(props as Props)} /> : null;
  const { filesOf, islands } = rendering;
  const files =
    ahead &&
    [islandModules[name], ...ahead]
      .map(filesOf)
      .flatMap((each) => [each.file, ...(each.words ?? []), ...each.preloads, ...each.styles]);
  const { file, words } = filesOf(islandModules[name]);
  const attributes = {
    'data-island': file,
    'data-words': words?.join(' '),
    'data-when': when,
    'data-ahead': files && [...new Set(files)].join(' '),
  };
  if (!Shown) return <div {...attributes} data-props={props && JSON.stringify(props)} />;
  const index = islands.push({ Component: Shown as ComponentType<never>, props: props ?? {} }) - 1;
  return (
    <div
      {...attributes}
      data-prefix={prefixOf(index)}
      data-props={JSON.stringify(props)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: replaced by the island's own markup
      dangerouslySetInnerHTML={{ __html: slotOf(index) }}
    />
  );
}
