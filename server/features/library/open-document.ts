import { type Core, serviceOf } from '#server/core.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { downloadName } from '#server/platform/storage/file-names.ts';
import type { OpenedDocument } from '#shared/contracts/library.ts';
import { notFound } from '#shared/errors.ts';
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

/** A few documents for the office's search of everything; the caller has the power `content`. */
export async function findDocuments(db: Readable, text: string, max: number) {
  const query = await withForms(db, askedFor(text));
  if (asksForNothing(query)) return [];
  const filters = { category: '', year: '', language: '', starred: false, state: '' } as const;
  const { ids } = await find(db, contentOffice, { asked: query, filters, order: 'best', page: 1 });
  const rows = await findShown(db, contentOffice, ids.slice(0, max));
  return ids.flatMap((id) => {
    const row = rows.find(({ document }) => document.id === id);
    if (!row) return [];
    const { title, number, draft } = row.document;
    return [{ id, title, number, draft, category: row.category }];
  });
}

/** The documents of the sitemap: those that everybody may read. */
export const publicDocuments = (db: Readable, max: number) => findPublicAddresses(db, visitor, max);

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
            _id: versionId,
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
