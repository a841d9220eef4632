import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, expectAccessible, show } from '#web/testing/show.tsx';
import { Header } from './Header.tsx';

test('on a phone the menu holds the focus, and closes by a link, by a press outside and by Escape, which give it back', async () => {
  await page.viewport(360, 740);
  const { path } = await show(
    <>
      <Header path="/" profile={null} profileLinks={null} />
      <a href="/behind">Behind</a>
    </>,
  );
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect.element(menu).not.toBeInTheDocument();
  await button('Menu').click();
  await expect.poll(() => menu.getByRole('link').elements()).toHaveLength(12);
  await expectAccessible([360]);
  await expect.element(button('Close the menu')).toHaveFocus();
  for (let press = 0; press < 20; press += 1) {
    await userEvent.tab();
    expect(document.activeElement === document.body || menu.element().contains(document.activeElement)).toBe(true);
  }
  await userEvent.tab({ shift: true });
  await userEvent.keyboard('{Escape}');
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(button('Menu')).toHaveFocus();
  await button('Menu').click();
  await userEvent.click(document.body, { position: { x: 10, y: 400 }, force: true });
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(button('Menu')).toHaveFocus();
  await expect.element(page.getByRole('link', { name: 'Behind' })).toBeInTheDocument();
  expect(path()).toBe('/');
  await button('Menu').click();
  await menu.getByRole('link', { name: 'Gallery' }).click();
  await expect.poll(path).toBe('/Gallery');
});
