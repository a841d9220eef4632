import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type LibraryDocument, listDocuments, starDocument } from '#shared/contracts/library.ts';
import { answer } from '#web/testing/server.ts';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { Component as LibraryPage } from './LibraryPage.tsx';

const document: LibraryDocument = {
  id: '4f9b0c0e-7d53-4a6b-9a55-000000000001',
  title: 'State of Kerala v. Raman',
  summary: 'Provocation.',
  number: '2023 SCC OnLine Ker 1',
  category: 'Judgments',
  hi: { category: 'निर्णय' },
  date: '2023-03-04',
  language: 'English',
  access: 'members',
  pages: 12,
  size: 120_000,
  state: 'searchable',
  reason: '',
  draft: false,
  starred: false,
  hit: null,
  version: 1,
  createdAt: '2026-03-05T06:30:00.000Z',
};

test('what is new comes first; a search marks the words at their page; a star keeps a document', async () => {
  const calls = answer(listDocuments, ({ query }) => ({
    success: true as const,
    data: [
      query.search
        ? {
            ...document,
            hit: {
              page: 7,
              excerpt: [
                { text: 'a ', mark: false },
                { text: 'sudden', mark: true },
              ],
            },
          }
        : document,
    ],
    categories: [
      { name: 'Judgments', count: 1, hi: { name: 'निर्णय' }, older: [] },
      { name: 'Forms', count: 0, hi: {}, older: [] },
    ],
    pagination: { currentPage: 1, totalPages: 1, totalCount: 1, pageSize: 10 },
  }));
  const { path } = await show(<LibraryPage />, { at: '/Library', as: 'member' });
  await expect.element(page.getByRole('heading', { name: 'New in the library' })).toBeVisible();
  await expectAccessible();
  expect(calls[0]!.query).toMatchObject({ order: 'added' });
  await userEvent.fill(page.getByLabelText('Search the library'), 'sudden');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('sudden', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Page 7:')).toBeVisible();
  expect(path()).toBe('/Library?search=sudden');
  await expect
    .element(page.getByRole('link', { name: document.title }))
    .toHaveAttribute('href', `/Library/${document.id}?search=sudden`);
  const stars = answer(starDocument, { success: true, message: 'It is among your documents.' });
  const star = page.getByRole('button', { name: `Keep “${document.title}” among my documents` });
  await star.click();
  await expect.element(star).toHaveAttribute('aria-pressed', 'true');
  expect(stars[0]!.body).toEqual({ starred: true });
  await page.getByRole('button', { name: /^Judgments/ }).click();
  expect(path()).toContain('category=Judgments');
});
