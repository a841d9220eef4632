import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type ImportRecord, mapImport } from '#shared/contracts/imports.ts';
import { answer } from '#web/testing/server.ts';
import { button, choose, expectAccessible, show } from '#web/testing/show.tsx';
import { ImportColumns } from './ImportColumns.tsx';

const column = (index: number, title: string, sample: string) => ({ index, title, field: '', sample });
const record: ImportRecord = {
  id: '4f9b0c0e-7d53-4a6b-9a55-0d3c0c9d8e11',
  file: 'contacts.csv',
  state: 'needsMapping',
  sheet: 'contacts',
  sheets: ['contacts'],
  headerRow: 1,
  columns: [column(0, 'Vorname', 'Asha'), column(1, 'Nachname', 'Verma'), column(2, 'Handy', '98450 12345')],
  constants: {},
  needsMapping: true,
  missing: ['name'],
  questions: [],
  summary: { create: 0, complete: 0, skip: 0, care: 0 },
  rows: 2,
  progress: { done: 0, total: 0 },
  result: { created: 0, completed: 0, skipped: 0, left: 0 },
  credentials: null,
  perDay: null,
  credentialsGiven: 0,
  credentialsOpen: 0,
  by: 'office@example.org',
  createdAt: '2026-11-01T10:00:00.000Z',
};

test('two columns may give the name together, and any other field comes from one', async () => {
  await show(<ImportColumns record={record} onMapped={() => {}} />, { as: 'admin' });
  await choose('Vorname gives', 'Full Name');
  await choose('Nachname gives', 'Full Name');
  await choose('Nachname gives', 'Mobile Number');
  await choose('Handy gives', 'Mobile Number');
  await expect.element(page.getByRole('combobox', { name: 'Nachname gives' })).toHaveTextContent('Not read');
  await choose('Nachname gives', 'Full Name');
  await expectAccessible();
  const sent = answer(mapImport, { success: true, message: 'Read.', import: record });
  await button('Read with these columns').click();
  await expect.poll(() => sent[0]).toMatchObject({ body: { mapping: { 0: 'name', 1: 'name', 2: 'mobile' } } });
});
