/** A page of the app; the server answers its address with the app's shell. */
export interface AppPage {
  path: string;
  title: string;
  /** `public` has the site's header and footer. */
  frame: 'public' | 'office';
  /** It runs WebAssembly, which only the reader of QR codes does. */
  wasm?: true;
}
