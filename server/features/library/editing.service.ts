import type { Core } from '#server/core.ts';
import { recordContentChange } from '#server/parts/content/public-content.ts';
import { notify } from '#server/platform/database/client.ts';
import { lockUntilCommit } from '#server/platform/database/locks.ts';
import { assertVersion } from '#server/platform/database/versions.ts';
import type { UploadedFile } from '#server/platform/http/multipart.ts';
import type { StoredFile } from '#server/platform/storage/files.ts';
import { isPdf, storePdf, withUploadedFiles } from '#server/platform/storage/uploads.ts';
import { clock } from '#shared/clock.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { type DocumentChange, isNarrower, noValues, titleOfName, valuesOf } from './document-fields.ts';
import type { DocumentValues } from './documents.queries.ts';
import * as documents from './documents.queries.ts';
import { called, openDocument } from './open-document.ts';
import { findShown } from './search.queries.ts';

const texts = messages.library;

/** Documents as the office adds, changes and deletes them. */
export function createEditingService(core: Core) {
  const { database, files } = core;

  const keep = (upload: UploadedFile) => storePdf(files, upload, limits.documentBytes, texts.file);

  /** Refuses wrong fields together with a wrong file, before a large one is stored for nothing. @throws VALIDATION */
  async function check(
    change: DocumentChange,
    before: DocumentValues,
    upload: UploadedFile | undefined,
  ): Promise<void> {
    try {
      await database.transaction((tx) => valuesOf(tx, change, before));
    } catch (error) {
      const isWrongToo = upload !== undefined && !(await isPdf(upload, limits.documentBytes));
      if (!isWrongToo || !(error instanceof AppError) || error.code !== 'VALIDATION') throw error;
      throw new AppError('VALIDATION', error.message, { fields: { ...error.fields, file: texts.file } });
    }
  }

  /** The office's view after a change, from the database that has it. */
  const afterChange = (id: string) => openDocument(core, database, id, { kind: 'content' });

  return {
    /** @throws VALIDATION, UNSUPPORTED_FILE */
    async create(change: DocumentChange, upload: UploadedFile | undefined, by: string) {
      if (!upload) {
        // With the other fields that are missing.
        const missing = await check(change, noValues, undefined).then(
          () => ({}),
          (error: unknown) => {
            if (error instanceof AppError && error.code === 'VALIDATION') return error.fields ?? {};
            throw error;
          },
        );
        throw new AppError('VALIDATION', texts.file, { fields: { ...missing, file: texts.file } });
      }
      await check(change, noValues, upload);
      const file = await keep(upload);
      const title = change.title || (change.draft ? titleOfName(file.name) : '');
      const id = await withUploadedFiles(core, [file], () =>
        database.transaction(async (tx) => {
          await lockUntilCommit(tx, 'libraryCategories');
          const values = await valuesOf(tx, { ...change, title }, noValues);
          await files.attach(tx, file);
          const inserted = await documents.insertDocument(tx, { ...values, by }, versionOf(file, by));
          await recordContentChange(
            tx,
            'library',
            by,
            values.draft ? 'Document drafted' : 'Document added',
            values.title,
          );
          await notify(tx, 'library');
          return inserted;
        }),
      );
      return afterChange(id);
    },

    /** @throws NOT_FOUND, RECORD_CHANGED, VALIDATION, UNSUPPORTED_FILE */
    async update(id: string, change: DocumentChange, upload: UploadedFile | undefined, version: number, by: string) {
      const [current] = await findShown(database, { kind: 'content' }, [id]);
      await check(change, assertVersion(current?.document, called, version), upload);
      const file = upload && (await keep(upload));
      await withUploadedFiles(core, file ? [file] : [], () =>
        database.transaction(async (tx) => {
          if (change.category !== undefined) await lockUntilCommit(tx, 'libraryCategories');
          const row = assertVersion(await documents.lockDocument(tx, id), called, version);
          const values = await valuesOf(tx, change, row);
          if (file) await files.attach(tx, file);
          await documents.saveDocument(tx, row, values, {
            file: file && versionOf(file, by),
            ends: file !== undefined || isNarrower(row, values),
            publishedAt: row.draft && !values.draft ? clock.now() : undefined,
          });
          const action =
            row.draft && !values.draft ? 'Document published' : file ? 'New version of a document' : 'Document changed';
          await recordContentChange(tx, 'library', by, action, values.title);
          if (file) await notify(tx, 'library');
        }),
      );
      return afterChange(id);
    },

    /** @throws NOT_FOUND, RECORD_CHANGED */
    async remove(id: string, version: number | undefined, by: string): Promise<void> {
      await database.transaction(async (tx) => {
        const row = assertVersion(await documents.lockDocument(tx, id), called, version);
        const keys = await documents.deleteDocument(tx, id);
        await files.release(tx, ...keys);
        await recordContentChange(tx, 'library', by, 'Document deleted', row.title);
      });
    },
  };
}

const versionOf = ({ key, name, bytes }: StoredFile, by: string): documents.VersionValues => ({
  file: key,
  name: name || 'document.pdf',
  bytes,
  by,
});
