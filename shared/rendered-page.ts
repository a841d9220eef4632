import type { FieldErrors } from './errors.ts';

/** What the server asks of the rendered web app, and what it gets; the only contract between the two. */

export interface PageRequest {
  /** Path and query. */
  path: string;
  /** The page, as {@link PageLookup} names it. */
  route: string;
  /** The site's public origin. */
  origin: string;
  /** The server has what this page shows when its record is missing: then `missing` is answered, and nothing rendered. */
  missingIsKept?: boolean;
  /** A form that this page was sent; it is shown again with its messages, to this one visitor alone. */
  refused?: RefusedForm;
  /** Failures that a person never reads. */
  onError: (error: unknown) => void;
}

/** A form that a browser posted without a script, and that was not taken; the page gets it as its action's data. */
export interface RefusedForm {
  /** The status to answer with. */
  status: number;
  message: string;
  fields?: FieldErrors;
  /** All that the person typed, by field. */
  values: Record<string, string>;
}

/** When a page's scripts are fetched: with the page, after its first paint, after that and all its pictures, or when it is touched. */
export type PageStart = 'at-once' | 'paint' | 'load' | 'touch';

/** The window's event that says: the page is hydrated. */
export const hydratedEvent = 'ready';

/** The login dialog that is in each page before its script has come, and the template that holds it until it is asked for. */
export const earlyLoginId = 'early-login';
export const earlyLoginTemplate = 'early-login-markup';

export interface PageHead {
  title: string;
  siteName: string;
  description?: string;
  /** Address of a preview picture, from `/` on or absolute. */
  image?: string;
  /** Path and query of the one address for this content. */
  canonical: string;
  type: 'website' | 'article';
  jsonLd?: Record<string, unknown>;
  noIndex: boolean;
}

export type RenderedPage =
  | { kind: 'redirect'; status: number; location: string }
  | { kind: 'missing' }
  | {
      kind: 'page';
      status: number;
      html: string;
      /** For the browser to go on with; fit for JSON. */
      data: unknown;
      /** The page's source file, a key of the build's manifest. Absent: rendered in the browser. */
      source: string | undefined;
      start: PageStart;
      /** It runs WebAssembly. */
      wasm: boolean;
      head: PageHead;
    };

/** Where an address without a page leads, or which page it is. */
export type PageLookup =
  | { redirect: string }
  | {
      /** The one spelling of the address: its path, and those query parameters that change what the page shows. */
      path: string;
      /** The page, whatever it shows: all its addresses have this in common. */
      route: string;
    };

/** The exports of the built server entry. `Send` is the type of its transport. */
export interface ServerEntry<Send> {
  render: (request: PageRequest) => Promise<RenderedPage>;
  setTransport: (send: Send) => void;
  lookUp: (address: URL) => PageLookup;
  pageSources: () => string[];
  /** The markup of {@link earlyLoginId}, the same on every page, and the source file of what takes its place. */
  earlyLogin: () => { html: string; source: string };
}
