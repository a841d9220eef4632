import { inArray, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Readable } from '#server/database/client.ts';
import { conferences, news, resourceLinks } from '#server/database/tables/content.ts';

export type TitledKind = 'news' | 'conference' | 'link';

/** Which of these titles exist in the content, and of which kind. */
export async function findTitles(db: Readable, titles: string[]): Promise<{ kind: TitledKind; title: string }[]> {
  const kind = (name: TitledKind) => sql<TitledKind>`${name}::text`.as('kind');
  return unionAll(
    db
      .select({ kind: kind('news'), title: news.title })
      .from(news)
      .where(inArray(news.title, titles)),
    db
      .select({ kind: kind('conference'), title: conferences.title })
      .from(conferences)
      .where(inArray(conferences.title, titles)),
    db
      .select({ kind: kind('link'), title: resourceLinks.link })
      .from(resourceLinks)
      .where(inArray(resourceLinks.link, titles)),
  );
}
