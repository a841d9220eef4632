import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listNews, type NewsItem, toggleNews, updateNews } from '#shared/contracts/news.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { chooseFile, pictureFile } from '#web/testing/pictures.ts';
import { answer } from '#web/testing/server.ts';
import { button, expectAccessible, show } from '#web/testing/show.tsx';
import { Component as NewsAdmin } from './NewsAdmin.tsx';

const item = (number: number, values: Partial<NewsItem> = {}): NewsItem => ({
  id: `4f9b0c0e-7d53-4a6b-9a55-${String(number).padStart(12, '0')}`,
  title: `Notice ${String(number).padStart(2, '0')}`,
  location: 'Pune',
  description: 'First line.',
  pictureAddress: '/media/a.webp',
  picture: null,
  active: true,
  createdAt: '2026-01-05T06:30:00.000Z',
  updatedAt: '2026-01-05T06:30:00.000Z',
  version: 1,
  ...values,
});

const dialog = page.getByRole('dialog');
const field = (label: string) => dialog.getByLabelText(new RegExp(`^${label}`));
const notice = (text: string) => page.getByRole('alert').filter({ hasText: text });

async function open(news: NewsItem[], at = '/admin/News') {
  answer(listNews, { success: true, news });
  return show(<NewsAdmin />, { at, as: 'admin' });
}

describe('the list', () => {
  test('says that it is empty, and can be loaded again after a failure', async () => {
    answer(listNews, 'lost');
    await show(<NewsAdmin />, { at: '/admin/News', as: 'admin' });
    await expect.element(button('Try again')).toBeVisible();
    // Such a failure is only logged.
    await expect.element(page.getByText(/could not be reached/)).not.toBeInTheDocument();
    await expectAccessible();
    answer(listNews, { success: true, news: [] });
    await button('Try again').click();
    await expect.element(page.getByText(messages.empty.table)).toBeVisible();
  });

  test('keeps search, page and order in the address', async () => {
    const all = Array.from({ length: 23 }, (_, index) => item(22 - index));
    const { path } = await open(all);
    await expect.element(page.getByText('1–10 of 23')).toBeVisible();
    await page.getByRole('button', { name: /^Title/ }).click();
    await button('Go to next page').click();
    await expect.poll(path).toBe('/admin/News?sort=title&page=2');
    await expect.element(page.getByText('11–20 of 23')).toBeVisible();
    await expect.element(page.getByRole('row').nth(1).getByText('Notice 10')).toBeVisible();
    await expect.element(page.getByRole('columnheader', { name: /^Title/ })).toHaveAttribute('aria-sort', 'ascending');
    // By keyboard to its end: the pressed button is then disabled, so the one beside it gets the focus.
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('21–23 of 23')).toBeVisible();
    await expect.element(button('Go to previous page')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('11–20 of 23')).toBeVisible();
    // Another search starts on the first page.
    await page.getByLabelText('Search news').fill('notice 19');
    await expect.element(page.getByText('1–1 of 1')).toBeVisible();
    await expect.poll(path).toMatch(/q=notice/);
    expect(path()).not.toContain('page=');
    await page.getByLabelText('Search news').fill('nothing of the kind');
    await expect.element(page.getByText(messages.empty.table)).toBeVisible();
    await button('Clear the search').click();
    await expect.element(page.getByText('1–10 of 23')).toBeVisible();
  });

  test('shows the list that its address describes', async () => {
    const all = Array.from({ length: 23 }, (_, index) => item(22 - index));
    await open(all, '/admin/News?sort=title&page=2');
    await expect.element(page.getByText('11–20 of 23')).toBeVisible();
    await expect.element(page.getByRole('row').nth(1).getByText('Notice 10')).toBeVisible();
  });
});

describe('a news item', () => {
  test('shows a message at each empty field', async () => {
    await open([]);
    await button('Add News').click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    for (const text of Object.values(messages.news)) await expect.element(dialog.getByText(text)).toBeVisible();
    await expectAccessible();
    await field('News Title').fill('Training');
    await expect.element(dialog.getByText(messages.news.title)).not.toBeInTheDocument();
  });

  test('that cannot be hidden shows the specified message', async () => {
    await open([item(1)]);
    const hide = async () => {
      await button('Deactivate “Notice 01”').click();
      await dialog.getByRole('button', { name: 'Deactivate' }).click();
      await expect.element(dialog).not.toBeInTheDocument();
    };
    answer(toggleNews, new AppError('RECORD_CHANGED', 'No'));
    await hide();
    await expect.element(notice(messages.status.failed)).toBeVisible();
    answer(toggleNews, 'lost');
    await hide();
    await expect.element(notice(messages.status.exception)).toBeVisible();
  });

  test('that cannot be saved shows why, keeps its input, and asks before it is closed', async () => {
    await open([item(1)]);
    await button('Edit “Notice 01”').click();
    const text = field('Description');
    const save = dialog.getByRole('button', { name: 'Save' });
    chooseFile(field('News Picture'), await pictureFile('a.jpg'));
    await text.fill('Typed with care.');
    answer(updateNews, new AppError('INTERNAL', 'Something broke.'));
    await save.click();
    await expect.element(notice(messages.general.failed)).toBeVisible();
    await expect.element(text).toHaveValue('Typed with care.');
    const isOnLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    answer(updateNews, 'lost');
    await save.click();
    await expect.element(notice('You seem to be offline.')).toBeVisible();
    isOnLine.mockRestore();
    // A reason given by the server is shown as it is.
    answer(updateNews, new AppError('NOT_FOUND', 'It is gone.'));
    await save.click();
    await expect.element(notice('It is gone.')).toBeVisible();
    await expect.element(save).toBeEnabled();
    await text.click();
    await userEvent.keyboard('{Escape}');
    const question = dialog.filter({ hasText: 'It has not been saved.' }).last();
    await question.getByRole('button', { name: 'Cancel' }).click();
    const sent = answer(updateNews, { success: true, message: 'News updated successfully' });
    await save.click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(sent.map(({ body }) => body.description)).toEqual(['Typed with care.']);
  });

  test('can be managed with the keyboard alone', async () => {
    await open([item(1)]);
    answer(toggleNews, () => {
      answer(listNews, { success: true, news: [item(1, { active: false, version: 2 })] });
      return { success: true as const, message: 'News is now InActive' };
    });
    const edit = button('Edit “Notice 01”');
    await expect.element(edit).toBeVisible();
    (edit.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(edit).toHaveFocus();
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(notice('News is now InActive')).toBeVisible();
    await expect.element(button('Activate “Notice 01”')).toHaveFocus();
  });
});
