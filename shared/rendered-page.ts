import type { FieldErrors } from './errors.ts';

/** The contract between the server and the rendered web app: the request and the result of a rendering. */

export interface PageRequest {
  /** Path and query. */
  path: string;
  /** The page, as {@link PageLookup} names it. */
  route: string;
  /** The site's public origin. */
  origin: string;
  /** The server has cached this page's view of a missing record: then the answer is `missing`, without rendering. */
  missingIsKept?: boolean;
  /** A refused form of this page; it is shown again with its messages, to this visitor only. */
  refused?: RefusedForm;
  /** Called with failures that no visitor sees. */
  onError: (error: unknown) => void;
}

/** A refused form that a browser posted without a script; the page gets it as its action's data. */
export interface RefusedForm {
  /** The status to answer with. */
  status: number;
  message: string;
  fields?: FieldErrors;
  /** All typed values, by field. */
  values: Record<string, string>;
}

/** When a page's scripts are fetched: with the page, after its first paint, after its pictures too, or on the first interaction. */
export type PageStart = 'at-once' | 'paint' | 'load' | 'touch';

/** The window's event after hydration. */
export const hydratedEvent = 'ready';

/** The key in local storage of the registration that this device has sent and that waits for its payment. */
export const waitingForPayment = 'waiting-for-payment';

/** The id of the template that holds the script tags of a page until they are needed. */
export const scriptsTemplate = 'scripts';

/** The login dialog that each page carries before its script is loaded, and the template that holds it. */
export const earlyLoginId = 'early-login';
export const earlyLoginTemplate = 'early-login-markup';

export interface PageHead {
  title: string;
  siteName: string;
  description?: string;
  /** Address of a preview picture, from `/` on or absolute. */
  image?: string;
  /** Path and query of the canonical address. */
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
      /** For hydration; fits JSON. */
      data: unknown;
      /** The page's source file, a key of the build's manifest. Absent: rendered in the browser. */
      source: string | undefined;
      start: PageStart;
      /** Whether it runs WebAssembly. */
      wasm: boolean;
      head: PageHead;
    };

/** The redirect of an address without a page, or its page. */
export type PageLookup =
  | { redirect: string }
  | {
      /** The canonical spelling of the address: its path, and the query parameters that change the page. */
      path: string;
      /** The page's route, which all its addresses share. */
      route: string;
    };

/** The exports of the built server entry. `Send` is the type of its transport. */
export interface ServerEntry<Send> {
  render: (request: PageRequest) => Promise<RenderedPage>;
  setTransport: (send: Send) => void;
  lookUp: (address: URL) => PageLookup;
  pageSources: () => string[];
  /** The markup of {@link earlyLoginId}, the same on every page, and the source file of the dialog that replaces it. */
  earlyLogin: () => { html: string; source: string };
  /** The texts of the scripts inlined into each page: before the first paint, and at its end. */
  inlineScripts: { session: string; start: string };
}
