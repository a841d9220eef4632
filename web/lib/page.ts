import type { ComponentType } from 'react';
import type { LoaderFunction, Location } from 'react-router';
import type { PageStart } from '#shared/rendered-page.ts';
import type { AssociationInfo } from '#web/lib/association.ts';

/** What search engines, previews and the window's title show of a page. */
export interface PageMeta {
  /** Without the association's name, which is put behind it; absent on the home page. */
  title?: string;
  description?: string;
  /** Address of a preview picture, from `/` on; absent: the site's own. */
  image?: string;
  /** Path and query of the one address this content should be known by; absent: the path. */
  canonical?: string;
  type?: 'website' | 'article';
  /** schema.org data about the page; addresses in it may begin with `/`. */
  jsonLd?: Record<string, unknown>;
  /** Not for search engines. */
  noIndex?: boolean;
}

/**
 * The module of a public page. `loader` runs on the server for the first view and in the browser afterwards;
 * `meta` gets what `loader` returned, or undefined when it failed.
 */
export interface PageModule {
  Component: ComponentType;
  loader?: LoaderFunction;
  // The argument's type is the page's own business: `never` lets every page name its own.
  meta?: PageMeta | ((data: never, location: Location, association: AssociationInfo) => PageMeta);
}

/**
 * Parameters of a page's address, in its path or its query: an `id`, a number of a `page`, or the values that it knows,
 * to the letter. There are no more different pages than these allow.
 */
export type PageParameters = Readonly<Record<string, 'id' | 'page' | readonly string[]>>;

/** What a route carries for the page frame and for rendering on the server. */
export interface PageHandle {
  /** The page's source file, by which the build's manifest knows its scripts and styles. */
  source?: string;
  meta?: PageModule['meta'];
  /** What changes the page; everything else in its address is ignored when it is rendered and kept. */
  parameters?: PageParameters;
  /** When its scripts are fetched; by default not before somebody touches it. */
  start?: PageStart;
  /** It runs WebAssembly. Anyone who comes to it from another page has to load it as a document of its own. */
  wasm?: boolean;
  /** Fetches the module of an area's page or frame. */
  load?: () => Promise<unknown>;
  /** No page: where the address leads. */
  redirect?: string;
}

/** The page's meta data for what its loader returned. */
export function resolveMeta(
  handle: PageHandle | undefined,
  data: unknown,
  location: Location,
  association: AssociationInfo,
): PageMeta {
  const meta = handle?.meta;
  if (typeof meta !== 'function') return meta ?? {};
  if (data === undefined) return {};
  return meta(data as never, location, association);
}

/** The meta data of the page that is shown in place of another because that one is not there, or could not be shown. */
export const failureMeta = (missing: boolean): PageMeta => ({
  title: missing ? 'Page not found' : 'Page not available',
  noIndex: true,
});

/** The window's title. */
export function fullTitle(meta: PageMeta, association: { name: string; shortName: string }): string {
  return meta.title ? `${meta.title} · ${association.shortName}` : association.name;
}

/** For parts of a page that may be missing: the failure is logged, the page says so in its place. */
export async function quietly<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    console.error(error);
    return null;
  }
}
