import type { Readable } from '#server/platform/database/client.ts';
import { type LibraryReader, visitor } from './readers.queries.ts';
import { find, findPublicAddresses, findShown, withForms } from './search.queries.ts';
import { askedFor, asksForNothing } from './words.ts';

/** All documents and drafts: for administrators with the power `content` alone. */
const contentOffice: LibraryReader = { kind: 'content' };

/** A few documents for the office's search of everything; the caller has the power `content`. */
export async function findDocuments(db: Readable, text: string, most: number) {
  const asked = await withForms(db, askedFor(text));
  if (asksForNothing(asked)) return [];
  const filters = { category: '', year: '', language: '', starred: false, state: '' } as const;
  const { ids } = await find(db, contentOffice, { asked, filters, order: 'best', page: 1 });
  const rows = await findShown(db, contentOffice, ids.slice(0, most));
  return ids.flatMap((id) => {
    const row = rows.find(({ document }) => document.id === id);
    if (!row) return [];
    const { title, number, draft } = row.document;
    return [{ id, title, number, draft, category: row.category }];
  });
}

/** The documents of the sitemap: those that everybody may read. */
export const publicDocuments = (db: Readable, most: number) => findPublicAddresses(db, visitor, most);
