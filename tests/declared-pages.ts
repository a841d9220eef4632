/** What is declared of a page, without its screen. */
interface DeclaredPage {
  path: string;
  bare?: boolean;
}

// Not by a literal: the compiler would follow it into the web app.
const [site, app] = ['../web/site/site.ts', '../web/app/pages.ts'];

/** What visitors read. */
export const documents = ((await import(site!)) as { pages: readonly DeclaredPage[] }).pages;
export const memberPages = ((await import(app!)) as { memberPages: readonly DeclaredPage[] }).memberPages;

/** Whether an address, without its query, is of a page. */
export const isAt = ({ path }: DeclaredPage, address: string): boolean =>
  new RegExp(`^${path.replaceAll(/\/:\w+\?/g, '(?:/[^/]+)?').replaceAll(/:\w+/g, '[^/]+')}$`, 'i').test(
    address.replace(/\?.*/, ''),
  );
