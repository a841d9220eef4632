import axe from 'axe-core';
import type { ReactNode } from 'react';
import { createMemoryRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react/pure';
import type { Powers } from '#shared/powers.ts';
import { LoginHost } from '#web/features/auth/LoginHost.tsx';
import { fallbackAssociation } from '#web/lib/association.ts';
import { OfficeContext } from '#web/lib/office.ts';
import { beginSession } from '#web/lib/session.ts';
import { LibraryProviders } from '#web/ui/LibraryProviders.tsx';
import { ToastHost } from '#web/ui/ToastHost.tsx';

interface Around {
  /** Address of the page. */
  at?: string;
  /** Who is logged in. */
  as?: 'member' | 'admin';
  /** What the administrator may: everything unless told. */
  office?: Powers;
}

/** Renders a component as a page has it: between the router, the theme, the notices and the login dialog. */
export async function show(
  component: ReactNode,
  { at = '/', as, office = { powers: ['full'], states: [] } }: Around = {},
) {
  if (as) beginSession(`${as}_${'0'.repeat(32)}`, false);
  const router = createMemoryRouter(
    [
      {
        id: 'root',
        element: (
          <LibraryProviders>
            <main>
              <OfficeContext value={as === 'admin' ? office : null}>
                <Outlet />
              </OfficeContext>
            </main>
            <LoginHost fetchAhead={async () => {}} />
            <ToastHost />
          </LibraryProviders>
        ),
        children: [
          { path: new URL(at, location.origin).pathname, element: component },
          { path: '*', element: null },
        ],
      },
    ],
    { initialEntries: [at], hydrationData: { loaderData: { root: { association: fallbackAssociation } } } },
  );
  const { unmount } = await render(<RouterProvider router={router} />);
  return {
    path: () => `${router.state.location.pathname}${router.state.location.search}`,
    /** Before another is shown in the same test. */
    end: unmount,
  };
}

/** Not below a list that hangs over it: axe knows the list's entries, but not the list, and takes what is left between them for small. */
function isOpen({ element }: axe.NodeResult): boolean {
  if (!element || !document.querySelector(':popover-open')) return true;
  const { left, top, width, height } = element.getBoundingClientRect();
  return !document.elementFromPoint(left + width / 2, top + height / 2)?.closest(':popover-open');
}

/** Axe finds nothing, and nothing is wider than the window, at a phone's width and at a desk's; what opens at one only, at that. */
export async function expectSound(widths: readonly number[] = [1280, 360]) {
  for (const width of widths) {
    await page.viewport(width, 900);
    // What hangs below a field is put in its place again, a frame after the window has changed.
    for (let frames = 0; frames < 3; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    const { violations } = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      resultTypes: ['violations'],
      // Style sheets fetched once more serve no rule among these.
      preload: false,
      elementRef: true,
    });
    const found = violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.filter(isOpen).map(({ html }) => html),
    }));
    expect(found.filter(({ where }) => where.length > 0)).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  }
  if (widths.length > 1) await page.viewport(1280, 900);
}
