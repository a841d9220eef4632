import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { files } from '#server/platform/storage/tables.ts';
import * as contract from '#shared/contracts/library.ts';
import { startTestApp } from '#tests/app.ts';
import { legalTexts, questions } from '#tests/factories/legal-texts.ts';
import { insertDocument, saveReading } from './documents.queries.ts';
import { libraryDocuments } from './tables.ts';
import { vectorOf, wordsOf } from './words.ts';

const site = await startTestApp();

test('thirty-five questions of lawyers over two hundred texts: the first document is right in thirty-four', async () => {
  const key = 'questions';
  const row: typeof files.$inferInsert = {
    key,
    writer: 0,
    type: 'application/pdf',
    bytes: 1,
    hash: key,
    state: 'attached',
  };
  await site.database.insert(files).values(row);
  for (const { title, number, paragraphs } of legalTexts()) {
    await site.database.transaction(async (tx) => {
      const values = {
        title,
        number,
        summary: '',
        categoryId: null,
        date: '2026-01-01',
        language: 'English',
        states: [],
      };
      const file = { file: key, name: 'a.pdf', bytes: 1, by: 'office@example.org' };
      const id = await insertDocument(tx, { ...values, access: 'everybody', draft: false, by: file.by }, file);
      const [document] = await tx.select().from(libraryDocuments).where(eq(libraryDocuments.id, id));
      const text = paragraphs.join('\n');
      const unread = { ...document!, ...file, tries: 0 };
      await saveReading(tx, unread, {
        ...{ state: 'searchable', reason: '', pages: 1, title: null, date: null },
        texts: [{ page: 1, text, vector: vectorOf(wordsOf(text)) }],
      });
    });
  }
  const wrong: string[] = [];
  for (const { question, title } of questions) {
    const { data } = await site.ok(contract.listDocuments, { query: { search: question } });
    if (data[0]?.title !== title) wrong.push(`${question}: ${data[0]?.title ?? 'nothing'}`);
  }
  expect(questions).toHaveLength(35);
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(1);
});
