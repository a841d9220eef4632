import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deleteGalleryImage, type GalleryImage, listGallery } from '#shared/contracts/gallery.ts';
import { answer } from '#web/testing/server.ts';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { Component as GalleryAdmin } from './GalleryAdmin.tsx';

const dot = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/%3E';
const image = (number: number): GalleryImage => ({
  id: `4f9b0c0e-7d53-4a6b-9a55-${String(number).padStart(12, '0')}`,
  address: dot,
  picture: { src: dot, srcSet: '', avif: null, width: 400, height: 300 },
  createdAt: '2026-01-05T06:30:00.000Z',
});
const images = (count: number) => Array.from({ length: count }, (_, index) => image(index + 1));

const pictures = page.getByRole('button', { name: /^Delete picture/ });
const dialog = page.getByRole('dialog');
const listed = (data: GalleryImage[]) => answer(listGallery, { success: true, data });
const open = (at = '/admin/Gallery') => show(<GalleryAdmin />, { at, as: 'admin' });

test('shows ten per page, kept in the address; an empty last page leads to the one before', async () => {
  listed(images(11));
  const { path, end } = await open();
  await expect.element(page.getByText('1–10 of 11')).toBeVisible();
  await expect.poll(() => pictures.elements().length).toBe(10);
  await page.getByRole('button', { name: 'Go to next page' }).click();
  await expect.poll(path).toBe('/admin/Gallery?page=2');
  await end();
  await open('/admin/Gallery?page=2');
  await expect.element(page.getByAltText('Number 11 of 11')).toBeVisible();
  await expect.poll(() => pictures.elements().length).toBe(1);
  const calls = answer(deleteGalleryImage, () => {
    listed(images(10));
    return { success: true as const, message: 'Image deleted successfully' };
  });
  await page.getByRole('button', { name: 'Delete picture 11' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('1–10 of 10')).toBeVisible();
  expect(calls.map(({ query }) => query.id)).toEqual([image(11).id]);
});

test('a picture is deleted with the keyboard alone, after a question', async () => {
  listed(images(2));
  await open();
  const remove = page.getByRole('button', { name: 'Delete picture 2' });
  await expect.element(remove).toBeVisible();
  await expectAccessible();
  (remove.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(remove).toHaveFocus();
  answer(deleteGalleryImage, () => {
    listed(images(1));
    return { success: true as const, message: 'Image deleted successfully' };
  });
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(page.getByText('Image deleted successfully')).toBeVisible();
  await expect.poll(() => pictures.elements().length).toBe(1);
});

test('says that it is empty, and can be loaded again after a failure', async () => {
  answer(listGallery, 'lost');
  await open();
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  listed([]);
  await again.click();
  await expect.element(page.getByText('There are no pictures yet. Add the first ones.')).toBeVisible();
});
