import type { Core } from '#server/core.ts';
import { findCategory } from '#server/features/library/categories.queries.ts';
import { insertDocument } from '#server/features/library/documents.queries.ts';
import { notify } from '#server/platform/database/client.ts';
import { sampleDocuments } from '../sample/documents.ts';
import { setDocument } from '../sample/set-document.ts';
import { asUpload } from './uploads.ts';

const by = 'office@example.org';

/** Adds the sample documents; the server reads their texts. */
export async function seedLibrary(core: Core, today: Date): Promise<void> {
  const { database, files } = core;
  for (const document of sampleDocuments(today)) {
    const { title, summary, number, category, daysAgo, language, access, states } = document;
    const bytes = setDocument(document);
    const name = `${title.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()}.pdf`;
    const date = new Date(today.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10);
    await asUpload(name, bytes, async (upload) => {
      const file = await files.store(upload, 'file');
      await database.transaction(async (tx) => {
        await files.attach(tx, file);
        const categoryId = (await findCategory(tx, category)) ?? null;
        const values = {
          title,
          summary,
          number,
          categoryId,
          date,
          language,
          access,
          states,
          draft: categoryId === null,
        };
        await insertDocument(
          tx,
          { ...values, by, createdAt: new Date(`${date}T06:00:00Z`) },
          { file: file.key, name, bytes: file.bytes, by },
        );
      });
    });
  }
  await notify(database, 'library');
}
