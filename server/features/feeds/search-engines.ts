import { privatePaths, publicPages } from './page-addresses.ts';
import { escapeMarkup } from './xml.ts';

/** A page that changes, with the time of its last change. */
export interface SitemapEntry {
  path: string;
  updatedAt: string;
}

/** As many addresses as one sitemap may hold. */
const mostEntries = 50_000;

/** The pages of the site for search engines: the fixed ones, then `entries`. */
export function sitemap(origin: string, entries: SitemapEntry[]): string {
  const pages = [...publicPages.map((path) => ({ path, updatedAt: undefined })), ...entries].slice(0, mostEntries);
  const urls = pages.map(({ path, updatedAt }) => {
    const changed = updatedAt ? `<lastmod>${updatedAt}</lastmod>` : '';
    return `  <url><loc>${escapeMarkup(origin + path)}</loc>${changed}</url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`;
}

export function robots(origin: string): string {
  const rules = privatePaths.map((path) => `Disallow: ${path}\n`).join('');
  return `User-agent: *\n${rules}\nSitemap: ${origin}/sitemap.xml\n`;
}
