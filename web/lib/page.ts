import type { ComponentType } from 'react';
import type { LoaderFunction, Location } from 'react-router';
import type { PageStart } from '#shared/rendered-page.ts';
import type { AssociationInfo } from '#web/lib/association.ts';

/** A page's metadata for search engines, link previews and the window's title. */
export interface PageMeta {
  /** Without the association's name, which is appended; absent on the home page. */
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
  // `never` lets every page declare its own type of data.
  meta?: PageMeta | ((data: never, location: Location, association: AssociationInfo) => PageMeta);
}

/** Parameters of a page's address, in its path or its query: an `id`, a `page` number, any `text`, or the exact values allowed. */
export type PageParameters = Readonly<Record<string, 'id' | 'page' | 'text' | readonly string[]>>;

/** A route's data for the page frame and for rendering on the server. */
export interface PageHandle {
  /** The page's source file, under which the build's manifest lists its scripts and styles. */
  source?: string;
  meta?: PageModule['meta'];
  /** The parameters that change the page; all others are ignored when it is rendered and cached. */
  parameters?: PageParameters;
  /** When its scripts are fetched; by default on the first interaction. */
  start?: PageStart;
  /** It runs WebAssembly, so a visitor who comes from another page must load it as a new document. */
  wasm?: boolean;
  /** Fetches the module of an area's page or frame. */
  load?: () => Promise<unknown>;
  /** Where the address redirects to; such a route has no page. */
  redirect?: string;
}

/** The page's metadata for the data that its loader returned. */
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

/** The metadata of the error page that is shown when a page is missing or failed. */
export const failureMeta = (missing: boolean): PageMeta => ({
  title: missing ? 'Page not found' : 'Page not available',
  noIndex: true,
});

/** The window's title. */
export function fullTitle(meta: PageMeta, association: { name: string; shortName: string }): string {
  return meta.title ? `${meta.title} · ${association.shortName}` : association.name;
}

/** For optional parts of a page: a failure is logged and answered with null, and the page shows a message in their place. */
export async function quietly<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    console.error(error);
    return null;
  }
}
