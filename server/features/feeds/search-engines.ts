import { escapeMarkup } from '#server/platform/calendar-text.ts';
import { languageNames } from '#shared/language-names.ts';
import { type Language, languages, pathIn } from '#shared/languages.ts';
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
  const pages = [...fixed, ...entries].slice(0, Math.floor(limits.sitemapAddresses / languages.length));
  const urls = pages.flatMap(({ path, updatedAt }) => {
    const changed = updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : '';
    const address = (language: Language) => escapeMarkup(origin + pathIn(language, path));
    const twins = [...languages.map((each) => [languageNames[each].tag, each] as const), ['x-default', 'en'] as const]
      .map(([tag, each]) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${address(each)}"/>`)
      .join('');
    return languages.map((each) => `  <url><loc>${address(each)}</loc>${changed}${twins}</url>\n`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('')}</urlset>
`;
}

export function robots(origin: string): string {
  const rules = languages
    .flatMap((language) => privatePaths.map((path) => `Disallow: ${pathIn(language, path)}\n`))
    .join('');
  return `User-agent: *\n${rules}\nSitemap: ${origin}/sitemap.xml\n`;
}
