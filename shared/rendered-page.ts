import type { FieldErrors } from './errors.ts';
import type { Language } from './languages.ts';
import type { Words } from './sentence.ts';

/** The contract between the server and the rendered web app: the request and the result of a rendering. */

/** Where an island's script is, and the scripts that it imports. */
export interface IslandFiles {
  file: string;
  /** The scripts, and the style sheets that come with them. */
  preloads: string[];
  styles: string[];
  /** The scripts with its words, in another language than English. */
  words?: readonly string[] | undefined;
}

/** The source file of what all pages of the app load. */
export const appFile = 'web/app/main.tsx';

/** The key under which the words of the many Acts are: they load with their list. */
export const wordsOfActs = 'acts';

/** The built scripts with the words of another language. */
export interface WordFiles {
  /** Those of each island, by its source file. */
  islands: Readonly<Record<string, readonly string[] | undefined>>;
  /** Those of the parts that documents and the app load later, by their keys; '' for what all pages of the app say. */
  later: Readonly<Record<'site' | 'app', Readonly<Record<string, string>>>>;
}

export interface PageRequest {
  /** Path and query, without the language. */
  path: string;
  language: Language;
  /** The texts of that language. */
  words: Words;
  /** The page, as {@link PageLookup} names it. */
  route: string;
  /** The site's public origin. */
  origin: string;
  /** The built script of a source file. */
  filesOf: (source: string) => IslandFiles;
  /** The server has cached this page's view of a missing record: then the answer is `missing`, without rendering. */
  missingIsKept?: boolean;
  /** A refused form of this page; it is shown again with its messages, to this visitor only. */
  refused?: RefusedForm;
  /** Called with failures that no visitor sees. */
  onError: (error: unknown) => void;
}

/** A refused form that a browser posted without a script. */
export interface RefusedForm {
  /** The status to answer with. */
  status: number;
  message: string;
  fields?: FieldErrors;
  /** All typed values, by field. */
  values: Record<string, string>;
}

/** The key in local storage of the registration that this device has sent and that waits for its payment. */
export const waitingForPayment = 'waiting-for-payment';

export interface PageHead {
  title: string;
  siteName: string;
  description?: string;
  /** Address of a preview picture, from `/` on or absolute. */
  image?: string;
  /** Path and query of the canonical address, without the language. */
  canonical: string;
  type: 'website' | 'article';
  jsonLd?: Record<string, unknown>;
  noIndex: boolean;
  language: Language;
}

export type RenderedPage =
  | { kind: 'missing' }
  | {
      kind: 'page';
      status: number;
      html: string;
      head: PageHead;
      /** A document: its source file, under which the server's build lists its styles. */
      source?: string;
      /** The app's shell: what the app knows from the start, and whether it may run WebAssembly. */
      app?: { association: object; wasm: boolean };
    };

/** The redirect of an address without a page, or its page. */
export type PageLookup =
  | { redirect: string }
  | {
      /** The canonical spelling of the address without its language: its path, and the query parameters that change the page. */
      path: string;
      language: Language;
      /** The page's route, which all its addresses share. */
      route: string;
    };

/** The exports of the built server entry. `Send` is the type of its transport. */
export interface ServerEntry<Send> {
  render: (request: PageRequest) => Promise<RenderedPage>;
  setTransport: (send: Send) => void;
  lookUp: (address: URL) => PageLookup;
  /** The source files of all documents, for the check of the build at start. */
  documentSources: () => string[];
  /** The texts of the scripts inlined into each page: before the first paint, and at a document's end. */
  inlineScripts: { session: string; mount: string };
}
