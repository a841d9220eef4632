import { type Core, serviceOf } from '#server/core.ts';
import type { OfficeSearch, SitemapEntry } from '#server/feature.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { downloadName } from '#server/platform/storage/file-names.ts';
import type { OpenedDocument } from '#shared/contracts/library.ts';
import { notFound } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { createFileAddresses } from './addresses.ts';
import { findEarlier } from './documents.queries.ts';
import { excerptOf } from './excerpt.ts';
import { present } from './presentation.ts';
import { type LibraryReader, visitor } from './readers.queries.ts';
import * as search from './search.queries.ts';
import { find, findPublicAddresses, findShown, withForms } from './search.queries.ts';
import { askedFor, asksForNothing } from './words.ts';

/** All documents and drafts: for administrators with the power `content` alone. */
const contentOffice: LibraryReader = { kind: 'content' };

/** For the office's search: best first. */
export const searchDocuments: OfficeSearch['find'] = async (db, { typed }) => {
  const query = await withForms(db, askedFor(typed));
  if (asksForNothing(query)) return [];
  const filters = { category: '', year: '', language: '', starred: false, state: '' } as const;
  const { ids } = await find(db, contentOffice, { asked: query, filters, order: 'best', page: 1 });
  const rows = await findShown(db, contentOffice, ids.slice(0, limits.foundOfAKind));
  return ids.flatMap((id) => {
    const row = rows.find(({ document }) => document.id === id);
    if (!row) return [];
    const { title, number, draft } = row.document;
    const link = paths.admin.libraryDocument(id, title);
    return [{ id, title, details: [row.category, number, draft ? 'draft' : null], link }];
  });
};

/** The library's pages for search engines: those of documents that everybody may read. */
export async function publicPages({ database }: Pick<Core, 'database'>, max: number): Promise<SitemapEntry[]> {
  const rows = await findPublicAddresses(database.reader, visitor, max);
  return [{ path: paths.documents }, ...rows.map(({ id }) => ({ path: paths.document(id) }))];
}

/** What messages call a document. */
export const called = 'This document';

export const fileAddresses = ({ pictureSecret }: Pick<Core, 'pictureSecret'>) => createFileAddresses(pictureSecret);

/** One document, with the addresses of its files, and where the words of a search stand. @throws NOT_FOUND */
export async function openDocument(
  core: Core,
  from: Readable,
  id: string,
  reader: LibraryReader,
  text = '',
): Promise<OpenedDocument> {
  const addresses = serviceOf(core, fileAddresses);
  const query = await search.withForms(from, askedFor(text));
  const [row] = await search.findShown(from, reader, [id]);
  if (!row) throw notFound(called);
  const { document } = row;
  const isContent = reader.kind === 'content';
  const [hits, firstText, earlier] = await Promise.all([
    search.findHits(from, reader, [id], query),
    search.findFirstText(from, reader, id),
    isContent ? findEarlier(from, id, document.versionId) : [],
  ]);
  const signed = (versionId: string) => addresses.signed(id, versionId, document.opening);
  const isLasting = document.access === 'everybody' && !document.draft;
  return {
    ...present(row, reader, hits[0], query),
    file: {
      address: isLasting ? addresses.lasting(id, document.opening) : signed(document.versionId),
      name: downloadName(row.name, 'application/pdf'),
      size: row.bytes,
    },
    firstLines: excerptOf(firstText, askedFor(''), 600)
      .map((part) => part.text)
      .join(''),
    ...(isContent
      ? {
          versions: earlier.map(({ id: versionId, name, bytes, by, createdAt }) => ({
            id: versionId,
            name,
            size: bytes,
            by,
            createdAt: createdAt.toISOString(),
            address: signed(versionId),
          })),
        }
      : {}),
  };
}
