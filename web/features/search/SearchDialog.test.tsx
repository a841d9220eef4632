import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { searchAll } from '#shared/contracts/search.ts';
import { answer } from '#web/testing/server.ts';
import { button, expectAccessible, show } from '#web/testing/show.tsx';
import { SearchDialog } from './SearchDialog.tsx';
import { openSearch } from './search-state.ts';

test('says what it does, can be asked again after a failure, and leads to what it found', async () => {
  const { path } = await show(<SearchDialog />, { at: '/admin/Overview', as: 'admin' });
  openSearch();
  const search = page.getByRole('combobox', { name: 'Search everything' });
  await search.fill('n');
  await expect.element(page.getByText('Please type at least two letters or digits.')).toBeVisible();
  answer(searchAll, { success: true, data: [], more: null });
  await search.fill('nobody at all');
  await expect.element(page.getByText('Nothing found.')).toBeVisible();
  answer(searchAll, 'lost');
  await search.fill('xxxx');
  await expect.element(button('Try again')).toBeVisible();
  const link = '/admin/Contact?open=1';
  const result = {
    kind: 'message',
    heading: 'Messages',
    id: '1',
    title: 'x'.repeat(120),
    detail: 'y'.repeat(500),
    link,
  };
  answer(searchAll, { success: true, data: [result], more: null });
  await button('Try again').click();
  await expect.element(page.getByText('1 found')).toBeVisible();
  await expectAccessible();
  await page.getByRole('option').click();
  await expect.poll(path).toBe(link);
});
