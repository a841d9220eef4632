import type { LibraryDocument } from '#shared/contracts/library.ts';
import { excerptOf } from './excerpt.ts';
import type { LibraryReader } from './readers.queries.ts';
import type { HitPage, ShownRow } from './search.queries.ts';
import { askedFor, type LibraryQuery } from './words.ts';

/** A document as this reader sees it. */
export function present(
  row: ShownRow,
  reader: LibraryReader,
  hit?: HitPage,
  asked?: LibraryQuery | null,
): LibraryDocument {
  const { document } = row;
  return {
    id: document.id,
    title: document.title,
    summary: document.summary,
    number: document.number,
    category: row.category ?? '',
    hi: row.categoryInHindi ? { category: row.categoryInHindi } : {},
    date: document.date ?? '',
    language: (document.language ?? '') as LibraryDocument['language'] & string,
    access: document.access ?? '',
    ...(reader.kind === 'content' ? { states: document.states } : {}),
    pages: document.pages,
    size: row.bytes,
    state: document.state,
    reason: document.reason,
    draft: document.draft,
    ...(reader.kind === 'member' ? { starred: row.starred } : {}),
    hit: hit ? { page: hit.page, excerpt: excerptOf(hit.text, asked ?? askedFor('')) } : null,
    version: document.version,
    createdAt: document.createdAt.toISOString(),
  };
}
