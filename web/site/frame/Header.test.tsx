import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, expectAccessible, show } from '#web/testing/show.tsx';
import { Header } from './Header.tsx';

test('on a phone the menu closes by a link, by a press outside and by Escape, which gives the focus back', async () => {
  await page.viewport(360, 740);
  const { path } = await show(<Header path="/" profile={null} profileLinks={null} />);
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect.element(menu).not.toBeInTheDocument();
  await button('Menu').click();
  await expect.poll(() => menu.getByRole('link').elements()).toHaveLength(12);
  await expectAccessible([360]);
  await userEvent.keyboard('{Escape}');
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(button('Menu')).toHaveFocus();
  await button('Menu').click();
  await userEvent.click(document.body, { position: { x: 10, y: 400 }, force: true });
  await expect.element(menu).not.toBeInTheDocument();
  expect(path()).toBe('/');
  await button('Menu').click();
  await menu.getByRole('link', { name: 'Gallery' }).click();
  await expect.poll(path).toBe('/Gallery');
});
