import { escapeMarkup } from '#server/platform/calendar-text.ts';
import { limits } from '#shared/limits.ts';
import { privatePaths, publicPages } from './page-addresses.ts';

export interface SitemapEntry {
  path: string;
  /** When it was last changed, if known. */
  updatedAt?: Date;
}

/** The pages of the site for search engines: the fixed ones, then `entries`. */
export function sitemap(origin: string, entries: SitemapEntry[]): string {
  const fixed: SitemapEntry[] = publicPages.map((path) => ({ path }));
  const pages = [...fixed, ...entries].slice(0, limits.sitemapAddresses);
  const urls = pages.map(({ path, updatedAt }) => {
    const changed = updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : '';
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
