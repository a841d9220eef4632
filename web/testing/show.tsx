import axe from 'axe-core';
import type { ReactNode } from 'react';
import { createMemoryRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react/pure';
import type { Powers } from '#shared/powers.ts';
import { LoginHost } from '#web/app/LoginHost.tsx';
import { RoutedLink } from '#web/app/Root.tsx';
import { setGo } from '#web/lib/browser/arrival.ts';
import { OfficeContext } from '#web/lib/login/office.ts';
import { beginSession } from '#web/lib/login/session.ts';
import { ToastHost } from '#web/ui/dialogs/ToastHost.tsx';
import { LinkContext } from '#web/ui/page/Link.tsx';

interface Around {
  /** The page's address. */
  at?: string;
  /** The same with its parameters, such as `/admin/Person/:id`. */
  path?: string;
  /** The role that is logged in. */
  as?: 'member' | 'admin';
  /** The administrator's powers; all by default. */
  office?: Powers;
}

/** Renders a component as on a page: with the router, the notices and the login dialog. */
export async function show(
  component: ReactNode,
  {
    at = '/',
    path = new URL(at, location.origin).pathname,
    as,
    office = { powers: ['full'], states: [] },
  }: Around = {},
) {
  if (as) beginSession(`${as}_${'0'.repeat(32)}`, false);
  const router = createMemoryRouter(
    [
      {
        id: 'root',
        element: (
          <LinkContext value={RoutedLink}>
            <main>
              <OfficeContext value={as === 'admin' ? office : null}>
                <Outlet />
              </OfficeContext>
            </main>
            <LoginHost />
            <ToastHost />
          </LinkContext>
        ),
        children: [
          { id: 'page', path, element: component },
          { path: '*', element: null },
        ],
      },
    ],
    { initialEntries: [at] },
  );
  setGo((address, { replace = false } = {}) => void router.navigate(address, { replace }));
  const { unmount } = await render(<RouterProvider router={router} />);
  return {
    path: () => `${router.state.location.pathname}${router.state.location.search}`,
    back: () => router.navigate(-1),
    /** Unmounts it, before another `show` in the same test. */
    end: unmount,
  };
}

/** Ignores elements under an open list: axe counts only the list's entries as obscuring, and reports the gaps as too small. */
function isOpen({ element }: axe.NodeResult): boolean {
  if (!element || !document.querySelector(':popover-open')) return true;
  const { left, top, width, height } = element.getBoundingClientRect();
  return !document.elementFromPoint(left + width / 2, top + height / 2)?.closest(':popover-open');
}

/**
 * Expects that at a phone's width every link and button is at least 44 by 44 px, as the design asks. Exceptions: links within
 * a sentence, and parts of a field, whose frame is the target.
 */
export async function expectTouchSized() {
  await page.viewport(360, 900);
  for (let frames = 0; frames < 3; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  const isInSentence = (element: Element) =>
    element.matches('a, .link-button') &&
    [...(element.parentElement?.childNodes ?? [])].some(
      (node) => node.nodeType === Node.TEXT_NODE && /\w/.test(node.textContent ?? ''),
    );
  const small = [...document.querySelectorAll<HTMLElement>('main :is(a, button), dialog :is(a, button)')]
    .filter((element) => element.checkVisibility() && !element.closest('.field, .sr-only') && !isInSentence(element))
    .map((element) => ({ name: element.ariaLabel ?? element.innerText, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width < 43.9 || box.height < 43.9)
    .map(({ name, box }) => `${name}: ${Math.round(box.width)} by ${Math.round(box.height)}`);
  await page.viewport(1280, 900);
  expect(small).toEqual([]);
}

/** Expects no findings of axe and no horizontal overflow, at a phone's and a desktop's width or at the given widths. */
export async function expectAccessible(widths: readonly number[] = [1280, 360]) {
  for (const width of widths) {
    await page.viewport(width, 900);
    // Open lists are positioned again a frame after a resize.
    for (let frames = 0; frames < 3; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    const { violations } = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      resultTypes: ['violations'],
      // No rule used here needs axe to load the style sheets.
      preload: false,
      elementRef: true,
    });
    const problems = violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.filter(isOpen).map(({ html }) => html),
    }));
    expect(problems.filter(({ where }) => where.length > 0)).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  }
  if (widths.length > 1) await page.viewport(1280, 900);
}

/** A button by its whole name. */
export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Chooses an entry of a dropdown with the pointer. */
export async function choose(label: string, option: string) {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
