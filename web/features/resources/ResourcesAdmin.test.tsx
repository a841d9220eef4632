import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createResource, deleteResource, listResources, updateResource } from '#shared/contracts/resources.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { answer } from '#web/testing/server.ts';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { Component as ResourcesAdmin } from './ResourcesAdmin.tsx';

const dialog = page.getByRole('dialog');
const link = dialog.getByLabelText(/^Resource Link/);

function answerList(...links: [address: string, version: number][]) {
  const resources = links.map(([address, version], index) => ({
    id: `4f9b0c0e-7d53-4a6b-9a55-00000000000${index}`,
    link: address,
    name: '',
    createdAt: '2026-01-05T06:30:00.000Z',
    version,
  }));
  answer(listResources, { success: true, resources });
}

test('a link is required, and must be valid', async () => {
  answerList();
  const sent = answer(createResource, { success: true, message: 'Link added successfully' });
  await show(<ResourcesAdmin />, { at: '/admin/Resources', as: 'admin' });
  await page.getByRole('button', { name: 'Add Resource' }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(dialog.getByText(messages.resource.link)).toBeVisible();
  await link.fill('javascript:alert(1)');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText(messages.resource.format)).toBeVisible();
  await expectAccessible();
  expect(sent).toEqual([]);
  await link.fill('https://www.example.org/acts');
  await dialog.getByLabelText('Name').fill('Acts of Parliament');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([{ link: 'https://www.example.org/acts', name: 'Acts of Parliament' }]);
});

test('two administrators never overwrite each other unseen', async () => {
  answerList(['https://www.example.org/old', 1]);
  await show(<ResourcesAdmin />, { at: '/admin/Resources', as: 'admin' });
  await page.getByRole('button', { name: /^Edit/ }).click();
  await link.fill('https://www.example.org/mine');
  answerList(['https://www.example.org/theirs', 2]);
  const sent = answer(updateResource, ({ body }) =>
    body.version === 2
      ? { success: true as const, message: 'Link updated successfully' }
      : new AppError('RECORD_CHANGED', 'Someone else has changed this record in the meantime.'),
  );
  const save = dialog.getByRole('button', { name: 'Save' });
  await save.click();
  const notice = dialog.getByText(/^Someone else has changed this record in the meantime/);
  await expect.element(notice).toBeVisible();
  // A notice of the page would say the same again.
  await expect.element(page.getByText(/^Someone else has changed this record/)).toHaveLength(1);
  await expect.element(link).toHaveValue('https://www.example.org/mine');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Show theirs' }).click();
  await expect.element(link).toHaveValue('https://www.example.org/theirs');
  await link.fill('https://www.example.org/both');
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent.map(({ body }) => [body.link, body.version])).toEqual([
    ['https://www.example.org/mine', 1],
    ['https://www.example.org/both', 2],
  ]);
});

test('a link is deleted with the keyboard alone, and the list keeps the focus', async () => {
  answerList(['https://www.example.org/kept', 1], ['https://www.example.org/old', 1]);
  await show(<ResourcesAdmin />, { at: '/admin/Resources', as: 'admin' });
  const remove = page.getByRole('button', { name: 'Delete “https://www.example.org/old”' });
  await expect.element(remove).toBeVisible();
  (remove.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  answer(deleteResource, () => {
    answerList(['https://www.example.org/kept', 1]);
    return { success: true as const, message: 'Link deleted successfully' };
  });
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(page.getByText('Link deleted successfully')).toBeVisible();
  // Tab continues inside the list instead of starting again at the top of the page.
  await expect
    .poll(() => document.activeElement !== document.body && document.activeElement?.querySelector('table') !== null)
    .toBe(true);
  await expect.element(page.getByText('1–1 of 1')).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('table').getByRole('button', { name: 'Link', exact: true })).toHaveFocus();
});
