import type { ComponentType } from 'react';
import type { LazyPart } from '#web/lib/browser/lazyPart.ts';

/** A page of the app; the server answers its address with the app's shell, and never loads its screen. */
export interface AppPage {
  path: string;
  title: string;
  /** `public` has the site's header and footer. */
  frame: 'public' | 'office';
  /** It runs WebAssembly, which only the reader of QR codes does. */
  wasm?: true;
}

export interface ScreenPage extends AppPage {
  /** Its module. */
  screen: () => Promise<{ Component: ComponentType }>;
}

/** What a mailed link opens: the secret is the part of the address that browsers do not send to the server. */
export interface LinkPage extends AppPage {
  View: LazyPart<{ link: string }>;
  /** Without a secret, if not what says that the link is incomplete. */
  WithoutLink?: ComponentType;
}
