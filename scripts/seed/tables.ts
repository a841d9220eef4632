import { sql } from 'drizzle-orm';
import { conferences } from '#server/features/conferences/tables.ts';
import { contactMessages } from '#server/features/contact/tables.ts';
import { galleryImages } from '#server/features/gallery/tables.ts';
import { libraryDocuments } from '#server/features/library/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { news } from '#server/features/news/tables.ts';
import { resourceLinks } from '#server/features/resources/tables.ts';
import type { Database } from '#server/platform/database/client.ts';
import type { Connections } from '#server/platform/database/embedded.ts';
import { withClient } from '#server/platform/database/with-client.ts';

const tables = {
  members,
  news,
  conferences,
  gallery: galleryImages,
  links: resourceLinks,
  messages: contactMessages,
  documents: libraryDocuments,
} as const;

export type ContentKind = Exclude<keyof typeof tables, 'members'>;
export const contentKinds: ContentKind[] = ['news', 'conferences', 'gallery', 'links', 'messages', 'documents'];

/** The kinds of content that exist. */
export async function filledTables(database: Database): Promise<string[]> {
  const filled: string[] = [];
  for (const [name, table] of Object.entries(tables)) {
    const rows = await database.select({ one: sql<number>`1` }).from(table).limit(1);
    if (rows.length > 0) filled.push(name);
  }
  return filled;
}

/** After a bulk load, updates the planner's statistics and the visibility map that index-only scans need. */
export async function tidyTables({ ownerConnection }: Pick<Connections, 'ownerConnection'>): Promise<void> {
  await withClient(ownerConnection, async (client) => {
    await client.query('vacuum analyze members');
    await client.query('analyze');
  });
}
