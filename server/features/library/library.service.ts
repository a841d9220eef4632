import { type Core, serviceOf } from '#server/core.ts';
import type { DocumentCategory, DocumentState, LibraryDocument } from '#shared/contracts/library.ts';
import { notFound } from '#shared/errors.ts';
import { type Pagination, paginationOf } from '#shared/fields.ts';
import * as documents from './documents.queries.ts';
import { called, fileAddresses, openDocument } from './open-document.ts';
import { present } from './presentation.ts';
import type { LibraryReader } from './readers.queries.ts';
import * as search from './search.queries.ts';
import { askedFor, asksForNothing } from './words.ts';

export interface ListWish {
  search: string;
  category: string;
  year: string;
  language: string;
  starred: boolean;
  state: DocumentState | 'draft' | '';
  order: search.Order | '';
  page: number;
}

/** The library as its readers use it. */
export function createLibraryService(core: Core) {
  const { database } = core;
  const { reader: db } = database;
  const addresses = serviceOf(core, fileAddresses);

  return {
    /** One page of what a reader may read. */
    async list(
      wish: ListWish,
      reader: LibraryReader,
    ): Promise<{
      data: LibraryDocument[];
      categories: DocumentCategory[];
      pagination: Pagination;
      partial?: true;
    }> {
      const query = wish.search === '' ? null : await search.withForms(db, askedFor(wish.search));
      if (query && asksForNothing(query)) {
        const none = { asked: null, filters: { ...wish, category: '' }, order: 'newest', page: 1 } as const;
        const { categories } = await database.snapshot((tx) => search.find(tx, reader, none));
        return {
          data: [],
          categories: categories.map((each) => ({ ...each, count: 0 })),
          pagination: paginationOf(wish.page, 0),
        };
      }
      const order = wish.order === '' ? (query ? 'best' : 'newest') : wish.order;
      const request = { asked: query, filters: wish, order, page: wish.page };
      const result = await database.snapshot((tx) => search.find(tx, reader, request));
      const [rows, hits] = await Promise.all([
        search.findShown(db, reader, result.ids),
        search.findHits(db, reader, result.ids, query ?? askedFor('')),
      ]);
      const data = result.ids.flatMap((id) => {
        const row = rows.find(({ document }) => document.id === id);
        return row
          ? [
              present(
                row,
                reader,
                hits.find(({ documentId }) => documentId === id),
                query,
              ),
            ]
          : [];
      });
      return {
        data,
        categories: result.categories,
        pagination: paginationOf(wish.page, result.total),
        ...(result.isPartial ? { partial: true } : {}),
      };
    },

    /** @throws NOT_FOUND */
    open: (id: string, reader: LibraryReader, text: string) => openDocument(core, db, id, reader, text),

    /** @throws NOT_FOUND */
    async star(id: string, memberId: string, starred: boolean): Promise<void> {
      await database.transaction(async (tx) => {
        if (!(await documents.saveStar(tx, memberId, id, starred))) throw notFound(called);
      });
    },

    /**
     * The file behind an address; null alike for a forged, expired and ended one, and for what this visitor may not read.
     */
    async fileAt(id: string, key: string) {
      const address = addresses.parse(id, key);
      if (!address) return null;
      const row =
        address.kind === 'lasting'
          ? await documents.findReadableFile(database, { kind: 'visitor' }, id, address.opening)
          : await documents.findFile(database, id, address.versionId, address.opening);
      return row ? { ...row, isLasting: address.kind === 'lasting' } : null;
    },
  };
}
