import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  createDocument,
  getDocument,
  type LibraryDocument,
  listCategories,
  listDocuments,
  type OpenedDocument,
  saveCategories,
  updateDocument,
} from '#shared/contracts/library.ts';
import { listStates } from '#shared/contracts/locations.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { answer } from '#web/testing/server.ts';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { Component as LibraryAdmin } from './LibraryAdmin.tsx';

const document = (values: Partial<LibraryDocument> = {}): LibraryDocument => ({
  id: '4f9b0c0e-7d53-4a6b-9a55-000000000001',
  title: 'Circular on sanction',
  summary: '',
  number: 'DoP/12',
  category: 'Circulars',
  hi: { category: 'परिपत्र' },
  date: '2026-03-04',
  language: 'English',
  access: 'members',
  states: [],
  pages: 2,
  size: 12_000,
  state: 'searchable',
  reason: '',
  draft: false,
  hit: null,
  version: 3,
  createdAt: '2026-03-05T06:30:00.000Z',
  ...values,
});
const openedOf = (row: LibraryDocument): OpenedDocument => ({
  ...row,
  file: { address: '/documents/x/1.pdf', name: 'sanction.pdf', size: row.size },
  firstLines: '',
  versions: [
    {
      id: '4f9b0c0e-7d53-4a6b-9a55-00000000000a',
      name: 'earlier.pdf',
      size: 9_000,
      by: 'office@example.org',
      createdAt: '2026-03-01T06:30:00.000Z',
      address: '/documents/x/2.pdf',
    },
  ],
});
const dialog = page.getByRole('dialog');

async function open(rows: LibraryDocument[] = [document()]) {
  const pagination = { currentPage: 1, totalPages: 1, totalCount: rows.length, pageSize: 10 };
  const categories = [
    { name: 'Circulars', count: 1, hi: { name: 'परिपत्र' }, older: [] },
    { name: 'Forms', count: 0, hi: {}, older: [] },
  ];
  answer(listDocuments, { success: true, data: rows, categories, pagination });
  answer(listCategories, { success: true, categories, version: 4 });
  answer(listStates, { success: true, data: [{ name: 'Goa' }, { name: 'Kerala' }] });
  if (rows[0]) answer(getDocument, { success: true, document: openedOf(rows[0]) });
  await show(<LibraryAdmin />, { at: '/admin/Library', as: 'admin' });
}

test('a document is changed in its dialog, which shows earlier files and asks for States', async () => {
  await open();
  await page.getByRole('button', { name: /^Edit/ }).click();
  await expect.element(dialog.getByRole('link', { name: 'earlier.pdf' })).toBeVisible();
  const address = location.origin + paths.libraryDocument(document().id);
  await expect.element(dialog.getByText(address)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Copy Link' })).toBeVisible();
  await expectAccessible();
  const calls = answer(updateDocument, {
    success: true,
    message: 'The document was changed.',
    document: openedOf(document()),
  });
  await userEvent.fill(dialog.getByRole('textbox', { name: /^Title/ }), 'Circular on sanctions');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(calls[0]!.body).toMatchObject({ title: 'Circular on sanctions', version: 3 });
  expect(calls[0]!.body).not.toHaveProperty('draft');
});

test('a draft is published, and told what it lacks', async () => {
  await open([document({ draft: true, date: '', title: 'scan 1' })]);
  await expect.element(page.getByText('Draft', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: /^Edit/ }).click();
  const message = 'Please enter the day as YYYY-MM-DD';
  const calls = answer(updateDocument, new AppError('VALIDATION', message, { fields: { date: message } }));
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect.element(dialog.getByText(message)).toBeVisible();
  expect(calls[0]!.body).toMatchObject({ draft: false });
});

test('dropped files become drafts, each on its own', async () => {
  await open([]);
  let sent = 0;
  answer(createDocument, () => {
    sent += 1;
    if (sent === 1) return 'lost' as const;
    return { success: true as const, message: 'The draft was added.', document: openedOf(document({ draft: true })) };
  });
  const transfer = new DataTransfer();
  for (const name of ['one.pdf', 'two.pdf', 'picture.jpg']) transfer.items.add(new File(['%PDF-1.4 x'], name));
  const input = page.getByLabelText('Files').element() as HTMLInputElement;
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(page.getByText('This is no PDF.')).toBeVisible();
  await expect.element(page.getByText('1 draft of 3 added')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Try the failed ones again' }).click();
  await expect.element(page.getByText('2 drafts of 3 added')).toBeVisible();
});

test('drafts are filled in like a sheet, the complete ones published, and a refused one keeps what was typed', async () => {
  const draft = (id: number, title: string, values: Partial<LibraryDocument> = {}) =>
    document({
      id: `4f9b0c0e-7d53-4a6b-9a55-00000000000${id}`,
      ...{ draft: true, title, category: '', date: '', language: '', access: '', ...values },
    });
  await open([
    draft(1, 'First', { category: 'Circulars', date: '2026-01-02', language: 'English', access: 'members' }),
    draft(2, 'Second'),
    draft(3, 'Third', { access: 'States', states: ['Goa'] }),
  ]);
  await page.getByRole('button', { name: 'Fill in drafts' }).click();
  const sheet = page.getByRole('region', { name: 'Fill in the drafts' });
  await expectAccessible();
  await userEvent.fill(sheet.getByLabelText('Title').nth(1), 'Second circular');
  for (const column of ['Category', 'Date', 'Language'])
    await sheet.getByRole('button', { name: `Fill down ${column}` }).click();
  await sheet
    .getByRole('group', { name: 'Second circular' })
    .getByRole('combobox', { name: 'Who may read it' })
    .click();
  await page.getByRole('option', { name: 'Everybody' }).click();
  const refused = 'Please keep to 300 characters';
  const calls = answer(updateDocument, ({ params }) =>
    params.id.endsWith('2')
      ? new AppError('VALIDATION', refused, { fields: { title: refused } })
      : { success: true as const, message: '', document: openedOf(document()) },
  );
  const filled = { category: 'Circulars', date: '2026-01-02', language: 'English', version: 3 };
  const second = { ...filled, title: 'Second circular', access: 'everybody' };
  // Saving publishes nothing, though two are complete by now.
  await expect.element(sheet.getByRole('button', { name: 'Publish the 2 that are complete' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Save the drafts' }).click();
  await expect.element(sheet.getByText(refused)).toBeVisible();
  expect(calls.splice(0).map(({ body }) => body)).toEqual([second, filled]);
  await sheet.getByRole('button', { name: 'Publish the 2 that are complete' }).click();
  await expect.element(sheet.getByText(refused)).toBeVisible();
  await expect.element(sheet.getByLabelText('Title').nth(1)).toHaveValue('Second circular');
  await expect.element(sheet.getByLabelText('Title').nth(1)).toHaveFocus();
  expect(calls.map(({ body }) => body)).toEqual([
    { version: 3, draft: false },
    { ...second, draft: false },
  ]);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog.getByText('What you have filled in is not saved yet.')).toBeVisible();
});

test('categories are renamed, reordered and added with the keyboard; one in use stays', async () => {
  await open();
  await page.getByRole('button', { name: 'Categories' }).click();
  await expectAccessible();
  await expect.element(dialog.getByRole('button', { name: 'Remove Circulars' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Move Forms up' }).click();
  await dialog.getByRole('button', { name: 'Add a category' }).click();
  await userEvent.fill(dialog.getByLabelText('Category 3'), 'Minutes');
  const calls = answer(saveCategories, {
    success: true,
    message: 'The categories were saved.',
    categories: [],
    version: 5,
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(calls[0]!.body).toEqual({
    version: 4,
    categories: [{ name: 'Forms', was: 'Forms' }, { name: 'Circulars', was: 'Circulars' }, { name: 'Minutes' }],
  });
});

test('a category without a name, or the same twice, is refused in the dialog; what was typed stays', async () => {
  await open();
  await page.getByRole('button', { name: 'Categories' }).click();
  await dialog.getByRole('button', { name: 'Add a category' }).click();
  const save = dialog.getByRole('button', { name: 'Save' });
  await save.click();
  const third = dialog.getByLabelText('Category 3');
  await expect.element(third).toHaveFocus();
  await expect.element(dialog.getByText(messages.library.categoryName)).toBeVisible();
  await third.fill('forms');
  const twice = messages.library.categoryTwice;
  const calls = answer(saveCategories, new AppError('VALIDATION', twice, { fields: { 'categories.2.name': twice } }));
  await save.click();
  await expect.element(dialog.getByText(twice)).toBeVisible();
  await expect.element(third).toHaveFocus();
  await expectAccessible();
  answer(saveCategories, new AppError('RECORD_CHANGED', 'Somebody has changed the list.'));
  await third.fill('Minutes');
  await expect.element(dialog.getByText(twice)).not.toBeInTheDocument();
  await save.click();
  await expect.element(dialog.getByRole('button', { name: 'Show theirs' })).toBeVisible();
  await expect.element(third).toHaveValue('Minutes');
  expect(calls).toHaveLength(1);
});
