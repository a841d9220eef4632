import type { SitemapEntry } from '#server/feature.ts';
import { escapeMarkup } from '#server/platform/calendar-text.ts';
import { type Language, languageNames, languages, pathIn } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { privatePaths, publicPages } from './page-addresses.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
/** Each page is listed in all languages. */
const pagesPerFile = Math.floor(limits.sitemapAddresses / languages.length);

const allPages = (entries: readonly SitemapEntry[]): SitemapEntry[] => [
  ...publicPages.map((path) => ({ path })),
  ...entries,
];

/** Of a rehearsal nothing is to be found. */
export const emptySitemap = `${declaration}\n<urlset xmlns="${namespace}"></urlset>\n`;

/** The pages of the site for search engines: the fixed ones, then `entries`; where they are too many for a file, an index of files. */
export function sitemap(origin: string, entries: readonly SitemapEntry[]): string {
  const count = Math.ceil(allPages(entries).length / pagesPerFile);
  if (count === 1) return sitemapFile(origin, entries, 1)!;
  const files = Array.from(
    { length: Math.min(count, limits.sitemapFiles) },
    (_, index) => `  <sitemap><loc>${escapeMarkup(origin + paths.sitemapFile(String(index + 1)))}</loc></sitemap>\n`,
  );
  return `${declaration}\n<sitemapindex xmlns="${namespace}">\n${files.join('')}</sitemapindex>\n`;
}

/** A file of the index, from 1 on; undefined where there is none. */
export function sitemapFile(origin: string, entries: readonly SitemapEntry[], file: number): string | undefined {
  if (!Number.isInteger(file) || file < 1 || file > limits.sitemapFiles) return undefined;
  const pages = allPages(entries).slice((file - 1) * pagesPerFile, file * pagesPerFile);
  if (pages.length === 0) return undefined;
  const urls = pages.flatMap(({ path, updatedAt }) => {
    const changed = updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : '';
    const address = (language: Language) => escapeMarkup(origin + pathIn(language, path));
    const twins = [...languages.map((each) => [languageNames[each].tag, each] as const), ['x-default', 'en'] as const]
      .map(([tag, each]) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${address(each)}"/>`)
      .join('');
    return languages.map((each) => `  <url><loc>${address(each)}</loc>${changed}${twins}</url>\n`);
  });
  return `${declaration}\n<urlset xmlns="${namespace}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('')}</urlset>\n`;
}

export function robots(origin: string): string {
  const rules = languages
    .flatMap((language) => privatePaths.map((path) => `Disallow: ${pathIn(language, path)}\n`))
    .join('');
  return `User-agent: *\n${rules}\nSitemap: ${origin}/sitemap.xml\n`;
}
