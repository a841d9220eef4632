import { type Core, serviceOf } from '#server/core.ts';
import { notify, type Transaction } from '#server/database/client.ts';
import { lockUntilCommit } from '#server/database/locks.ts';
import { recordContentChange } from '#server/features/content/content-change.ts';
import { asKnown } from '#server/features/content/known-version.ts';
import { bundledStates } from '#server/features/locations/bundle.ts';
import { withStored } from '#server/features/members/stored-files.ts';
import type { UploadedFile } from '#server/http/multipart.ts';
import { downloadName } from '#server/storage/file-names.ts';
import type { StoredFile } from '#server/storage/files.ts';
import { headOf, mediaTypeOf } from '#server/storage/media-type.ts';
import { clock } from '#shared/clock.ts';
import type {
  DocumentAccess,
  DocumentCategory,
  DocumentState,
  LibraryDocument,
  OpenedDocument,
} from '#shared/contracts/library.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { type Pagination, paginationOf } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { officeMessages } from '#shared/office-messages.ts';
import { createFileAddresses } from './addresses.ts';
import * as documents from './documents.queries.ts';
import { excerptOf } from './excerpt.ts';
import type { LibraryReader } from './readers.queries.ts';
import * as search from './search.queries.ts';
import { type Asked, askedFor, asksForNothing } from './words.ts';

const texts = officeMessages.library;
const called = 'This document';

/** The fields of the office's form; absent: unchanged. '' is none. */
export interface DocumentChange {
  title?: string | undefined;
  summary?: string | undefined;
  number?: string | undefined;
  category?: string | undefined;
  date?: string | undefined;
  language?: string | undefined;
  access?: DocumentAccess | '' | undefined;
  states?: string[] | undefined;
  draft?: boolean | undefined;
}

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

const fileAddresses = ({ pictureSecret }: Pick<Core, 'pictureSecret'>) => createFileAddresses(pictureSecret);

/** The library: documents, who may read them, and where their files are. */
export function createLibraryService(core: Core) {
  const { database, files } = core;
  const { reader: db } = database;
  const addresses = serviceOf(core, fileAddresses);

  /** @throws VALIDATION for what is no PDF */
  async function keep(upload: UploadedFile | undefined): Promise<StoredFile | undefined> {
    if (!upload) return undefined;
    if (upload.bytes > limits.documentBytes || mediaTypeOf(await headOf(upload.path)) !== 'application/pdf')
      throw new AppError('UNSUPPORTED_FILE', texts.file, { fields: { file: texts.file } });
    return files.store(upload, 'file');
  }

  /** The caller holds the lock of categories. @throws VALIDATION for an unknown category or State, and for what a published document lacks */
  async function valuesOf(
    tx: Transaction,
    change: DocumentChange,
    before: documents.DocumentValues,
  ): Promise<documents.DocumentValues> {
    const fields: Record<string, string> = {};
    const given = Object.entries({
      title: change.title,
      summary: change.summary,
      number: change.number,
      draft: change.draft,
    }).filter(([, value]) => value !== undefined);
    const values: documents.DocumentValues = { ...before, ...Object.fromEntries(given) };
    if (change.date !== undefined) values.date = change.date || null;
    if (change.language !== undefined) values.language = change.language || null;
    if (change.access !== undefined) values.access = change.access || null;
    if (change.category !== undefined) {
      const found = change.category === '' ? undefined : await documents.findCategory(tx, change.category);
      if (change.category !== '' && !found) fields.category = texts.category;
      values.categoryId = found ?? null;
    }
    if (change.states !== undefined) {
      values.states = [...new Set(change.states)].sort();
      if (values.states.some((state) => !bundledStates.includes(state))) fields.states = texts.unknownState;
    }
    if (values.access !== 'States') values.states = [];
    if (!values.draft) {
      if (values.title === '') fields.title = texts.title;
      if (values.categoryId === null) fields.category = texts.category;
      if (values.date === null) fields.date = texts.date;
      if (values.language === null) fields.language = texts.language;
      if (values.access === null) fields.access = texts.access;
      if (values.access === 'States' && values.states.length === 0) fields.states ??= texts.states;
    }
    const [first] = Object.values(fields);
    if (first !== undefined) throw new AppError('VALIDATION', first, { fields });
    return values;
  }

  const check = (change: DocumentChange, before: documents.DocumentValues) =>
    database.transaction((tx) => valuesOf(tx, change, before));

  function present(
    row: search.ShownRow,
    reader: LibraryReader,
    hit?: search.HitPage,
    asked?: Asked | null,
  ): LibraryDocument {
    const { document } = row;
    return {
      _id: document.id,
      title: document.title,
      summary: document.summary,
      number: document.number,
      category: row.category ?? '',
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
      hit: hit ? { page: hit.page, excerpt: excerptOf(hit.text, asked?.wanted ?? []) } : null,
      version: document.version,
      createdAt: document.createdAt.toISOString(),
    };
  }

  const askedIn = (text: string): Asked | null => (text === '' ? null : askedFor(text));

  async function open(id: string, reader: LibraryReader, text = '', from = db): Promise<OpenedDocument> {
    const asked = askedIn(text);
    const [row] = await search.findShown(from, reader, [id]);
    if (!row) throw notFound(called);
    const { document } = row;
    const isContent = reader.kind === 'content';
    const [hits, firstText, earlier] = await Promise.all([
      search.findHits(from, reader, [id], asked?.wanted ?? []),
      search.findFirstText(from, reader, id),
      isContent ? documents.findEarlier(from, id, document.versionId) : [],
    ]);
    const signed = (versionId: string) => addresses.signed(id, versionId, document.opening);
    const isLasting = document.access === 'everybody' && !document.draft;
    return {
      ...present(row, reader, hits[0], asked),
      file: {
        address: isLasting ? addresses.lasting(id, document.opening) : signed(document.versionId),
        name: downloadName(row.name, 'application/pdf'),
        size: row.bytes,
      },
      firstLines: excerptOf(firstText, [], 600)
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

  /** The office's view after a change, from the database that has it. */
  const afterChange = (id: string, reader: LibraryReader) => open(id, reader, '', database);

  return {
    /** One page of what a reader may read. */
    async list(
      wish: ListWish,
      reader: LibraryReader,
    ): Promise<{ data: LibraryDocument[]; categories: DocumentCategory[]; pagination: Pagination }> {
      const asked = askedIn(wish.search);
      if (asked && asksForNothing(asked)) {
        const none = { asked: null, filters: { ...wish, category: '' }, order: 'newest', page: 1 } as const;
        const { categories } = await database.snapshot((tx) => search.find(tx, reader, none));
        return {
          data: [],
          categories: categories.map(({ name }) => ({ name, count: 0 })),
          pagination: paginationOf(wish.page, 0),
        };
      }
      const order = wish.order === '' ? (asked ? 'best' : 'newest') : wish.order;
      const wanted = { asked, filters: wish, order, page: wish.page };
      const found = await database.snapshot((tx) => search.find(tx, reader, wanted));
      const [rows, hits] = await Promise.all([
        search.findShown(db, reader, found.ids),
        search.findHits(db, reader, found.ids, asked?.wanted ?? []),
      ]);
      const data = found.ids.flatMap((id) => {
        const row = rows.find(({ document }) => document.id === id);
        return row
          ? [
              present(
                row,
                reader,
                hits.find(({ documentId }) => documentId === id),
                asked,
              ),
            ]
          : [];
      });
      return { data, categories: found.categories, pagination: paginationOf(wish.page, found.total) };
    },

    open,

    /** @throws VALIDATION, UNSUPPORTED_FILE */
    async create(change: DocumentChange, upload: UploadedFile | undefined, reader: LibraryReader, by: string) {
      const none: documents.DocumentValues = {
        ...{ title: '', summary: '', number: '', categoryId: null, date: null, language: null, access: null },
        states: [],
        draft: false,
      };
      if (!upload) {
        // With the other fields that are missing.
        const missing = await check(change, none).then(
          () => ({}),
          (error: unknown) => {
            if (error instanceof AppError && error.code === 'VALIDATION') return error.fields ?? {};
            throw error;
          },
        );
        throw new AppError('VALIDATION', texts.file, { fields: { ...missing, file: texts.file } });
      }
      // Before a large file is stored for nothing.
      await check(change, none);
      const file = (await keep(upload))!;
      const title = change.title || (change.draft ? titleOfName(file.name) : '');
      const id = await withStored(core, [file], () =>
        database.transaction(async (tx) => {
          await lockUntilCommit(tx, 'libraryCategories');
          const values = await valuesOf(tx, { ...change, title }, none);
          await files.attach(tx, file);
          const inserted = await documents.insertDocument(tx, { ...values, by }, versionOf(file, by));
          await recordContentChange(tx, by, values.draft ? 'Document drafted' : 'Document added', values.title);
          await notify(tx, 'library');
          return inserted;
        }),
      );
      return afterChange(id, reader);
    },

    /** @throws NOT_FOUND, RECORD_CHANGED, VALIDATION, UNSUPPORTED_FILE */
    async update(
      id: string,
      change: DocumentChange,
      upload: UploadedFile | undefined,
      version: number,
      reader: LibraryReader,
      by: string,
    ) {
      // Before a large file is stored for nothing.
      const [current] = await search.findShown(database, reader, [id]);
      asKnown(current?.document, called, version);
      const file = await keep(upload);
      await withStored(core, file ? [file] : [], () =>
        database.transaction(async (tx) => {
          if (change.category !== undefined) await lockUntilCommit(tx, 'libraryCategories');
          const row = asKnown(await documents.lockDocument(tx, id), called, version);
          const values = await valuesOf(tx, change, row);
          if (file) await files.attach(tx, file);
          await documents.saveDocument(tx, row, values, {
            file: file && versionOf(file, by),
            ends: file !== undefined || isNarrower(row, values),
            publishedAt: row.draft && !values.draft ? clock.now() : undefined,
          });
          const action =
            row.draft && !values.draft ? 'Document published' : file ? 'New version of a document' : 'Document changed';
          await recordContentChange(tx, by, action, values.title);
          if (file) await notify(tx, 'library');
        }),
      );
      return afterChange(id, reader);
    },

    /** @throws NOT_FOUND, RECORD_CHANGED */
    async remove(id: string, version: number | undefined, by: string): Promise<void> {
      await database.transaction(async (tx) => {
        const row = asKnown(await documents.lockDocument(tx, id), called, version);
        const keys = await documents.deleteDocument(tx, id);
        await files.release(tx, ...keys);
        await recordContentChange(tx, by, 'Document deleted', row.title);
      });
    },

    async categories(from = db): Promise<{ categories: DocumentCategory[]; version: number }> {
      const found = await documents.findCategories(from);
      return {
        categories: found.map(({ name, count }) => ({ name, count })),
        version: Math.max(0, ...found.map(({ version }) => version)),
      };
    },

    /** @throws RECORD_CHANGED, VALIDATION, WRONG_STATE */
    async saveCategories(list: { name: string; was?: string | undefined }[], version: number, by: string) {
      await database.transaction(async (tx) => {
        await lockUntilCommit(tx, 'libraryCategories');
        const before = await documents.findCategories(tx);
        const current = Math.max(0, ...before.map((each) => each.version));
        asKnown({ version: current }, 'The list', version);
        const plain = list.map(({ name }) => name.toLowerCase());
        if (new Set(plain).size < plain.length)
          throw new AppError('VALIDATION', texts.categoryTwice, { fields: { categories: texts.categoryTwice } });
        const used = new Set<string>();
        const wanted = list.map(({ name, was = name }) => {
          const known = before.find((each) => each.name === was && !used.has(each.id));
          if (known) used.add(known.id);
          return { id: known?.id ?? null, name };
        });
        const removed = before.filter(({ id }) => !used.has(id));
        const inUse = removed.find(({ count }) => count > 0);
        if (inUse) throw new AppError('WRONG_STATE', texts.categoryInUse(inUse.name));
        await documents.saveCategoryList(
          tx,
          wanted,
          removed.map(({ id }) => id),
          current + 1,
        );
        await recordContentChange(tx, by, 'Categories of the library changed', list.map(({ name }) => name).join(', '));
      });
      return this.categories(database);
    },

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
export type LibraryService = ReturnType<typeof createLibraryService>;

const versionOf = ({ key, name, bytes }: StoredFile, by: string): documents.VersionValues => ({
  file: key,
  name: name || 'document.pdf',
  bytes,
  by,
});

/** A title from a file's name. */
export function titleOfName(name: string): string {
  const plain = name
    .replace(/\.pdf$/i, '')
    .replace(/[_\s]+/g, ' ')
    .trim();
  return plain.slice(0, limits.lineLength) || 'Document';
}

/** Whether somebody who could read the document no longer can. */
function isNarrower(before: documents.DocumentValues, after: documents.DocumentValues): boolean {
  if (after.draft && !before.draft) return true;
  if (before.draft) return false;
  const width = { everybody: 2, members: 1, States: 0 };
  const [from, to] = [before.access ?? 'everybody', after.access ?? 'States'];
  if (width[to] !== width[from]) return width[to] < width[from];
  return to === 'States' && before.states.some((state) => !after.states.includes(state));
}
