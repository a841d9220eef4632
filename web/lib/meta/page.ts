import { t } from '#web/lib/languages/text.ts';
import type { AssociationInfo } from './association.ts';

/** A page's metadata for search engines, link previews and the window's title. */
export interface PageMeta {
  /** Without the association's name, which is appended; absent on the home page. */
  title?: string;
  description?: string | undefined;
  /** Address of a preview picture, from `/` on; absent: the site's own. */
  image?: string;
  /** Path and query of the one address this content should be known by; absent: the path. */
  canonical?: string;
  type?: 'website' | 'article';
  /** schema.org data about the page; addresses in it may begin with `/`. */
  jsonLd?: Record<string, unknown>;
  /** Not for search engines. */
  noIndex?: boolean;
}

/** The metadata of the error page that is shown when a page is missing or failed. */
export const failureMeta = (missing: boolean): PageMeta => ({
  title: t(missing ? 'Page not found' : 'Page not available'),
  noIndex: true,
});

/** The window's title, which begins in the page's language. */
export function fullTitle(meta: PageMeta, { name, nameLang, shortName }: AssociationInfo): string {
  const title = meta.title || (nameLang && t('Home'));
  return title ? `${title} · ${shortName}` : name;
}

/** For optional parts of a page: a failure is logged and answered with null, and the page shows a message in their place. */
export async function quietly<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    console.error(error);
    return null;
  }
}
