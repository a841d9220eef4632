import { type PointerEvent, type ReactNode, useMemo, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { getSession } from '#shared/contracts/sessions.ts';
import { paths } from '#shared/paths.ts';
import { type Powers, powerNeededText } from '#shared/powers.ts';
import { ConfirmationHost } from '#web/features/administrators/ConfirmationHost.tsx';
import { SearchDialog } from '#web/features/search/SearchDialog.tsx';
import { openSearch } from '#web/features/search/search-state.ts';
import { fetchAhead } from '#web/lib/browser/lazyPart.ts';
import { isFormOnTop, type Shortcut, useShortcuts } from '#web/lib/browser/shortcuts.ts';
import { keepAddress } from '#web/lib/browser/useQueryState.ts';
import { fetchPage } from '#web/lib/calls/fetch-page.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { useOnEachPage } from '#web/lib/calls/waiting.ts';
import { OfficeContext, useOffice } from '#web/lib/login/office.ts';
import { useSession } from '#web/lib/login/session.ts';
import { Drawer } from '#web/ui/dialogs/Drawer.tsx';
import { KeyHint } from '#web/ui/dialogs/KeyHint.tsx';
import { ShortcutHelp, ShortcutHelpButton, showShortcuts } from '#web/ui/dialogs/ShortcutHelp.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { MenuIcon, SearchIcon } from '#web/ui/page/icons.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import styles from './AdminLayout.module.css';
import { AdminNotices } from './AdminNotices.tsx';
import { officePageAt } from './navigation.ts';
import { Sidebar } from './Sidebar.tsx';

/** Opens the search across the office; only an icon on a phone. */
function SearchButton() {
  return (
    <Button look="text" aria-label="Search everything" aria-keyshortcuts="/" onClick={openSearch}>
      <SearchIcon />
      <span className="hidden-below-sm">Search</span>
      <KeyHint keys="/" />
    </Button>
  );
}

/** The administrator's powers, loaded again on every page, as others may change them meanwhile. */
function useOwnPowers(): Powers | null {
  const session = useSession();
  const { data, reload } = useLoad(getSession, session ? {} : null);
  useOnEachPage(reload);
  const [powers, states] = [data?.powers?.join(), data?.states?.join()];
  // The same object while nothing has changed, so that the page does not render again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: compared as text
  return useMemo(() => (data?.powers ? { powers: data.powers, states: data.states ?? [] } : null), [powers, states]);
}

/** Replaces a page that the administrator may not use: says which power it needs, and who can grant it. */
function PowerGate({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { known, may } = useOffice();
  const page = officePageAt(pathname);
  if (!known || !page || may(page.power, page)) return children;
  return (
    <>
      <PageHeader title="This page is not open to you" />
      <p>{powerNeededText(page.power, page.scope === 'allIndia')}</p>
    </>
  );
}

const keys: readonly Shortcut[] = [
  {
    keys: '/',
    label: 'Search everything',
    run: () => {
      if (!isFormOnTop()) openSearch();
    },
  },
  // Wrapped in a function, as in the build its module may be evaluated after this one.
  { keys: '?', label: 'Show the keys', run: () => showShortcuts() },
];

/** The back office's frame: navigation at the side, on narrow screens in a drawer. */
export function Component() {
  const [open, setOpen] = useState(false);
  const location = useLocation();
  const { pathname } = location;
  useShortcuts('Everywhere', keys, 'everywhere');
  // The sidebar's links lead back to this address.
  keepAddress(location, ['review', 'open']);
  const [shownFor, setShownFor] = useState(pathname);
  // The page has changed, by a link in the drawer or by 'back'.
  if (shownFor !== pathname) {
    setShownFor(pathname);
    setOpen(false);
  }

  const office = useOwnPowers();
  // Prefetches the page whose link is pointed at.
  const fetchPointedAt = ({ target }: PointerEvent) => {
    const link = (target as Element).closest('a');
    if (link?.origin === window.location.origin) void fetchAhead(() => fetchPage(link.pathname));
  };

  /** A page may say where its work begins. */
  const skipToTarget = (event: React.MouseEvent) => {
    const target = document.querySelector<HTMLElement>('[data-skip-target]');
    if (!target) return;
    event.preventDefault();
    target.focus();
  };

  return (
    <OfficeContext value={office}>
      <div className={`${styles.page} grid bg-surface`} onPointerOver={fetchPointedAt}>
        {/* biome-ignore lint/a11y/useValidAnchor: it leads to the content, on some pages to a part of it */}
        <a className="skip" href="#content" onClick={skipToTarget}>
          Skip to content
        </a>
        <aside className={`dark no-print hidden-below-md ${styles.side}`}>
          <Sidebar />
        </aside>
        {open && (
          <Drawer label="Menu" onClose={() => setOpen(false)}>
            <Sidebar />
          </Drawer>
        )}
        <div className="flex flex-col min-w-0">
          <header className={`flex items-center gap-2 no-print ${styles.top} bg-surface border-b`}>
            <span className={`hidden-from-md ${styles.menuButton}`}>
              <Button
                look="icon"
                className="text-navy"
                aria-label="Menu"
                aria-expanded={open}
                onClick={() => setOpen(true)}
              >
                <MenuIcon />
              </Button>
            </span>
            <span className="ml-auto">
              <SearchButton />
            </span>
            <Link className="text-14 min-h-touch inline-flex items-center" to={paths.home}>
              View the website
            </Link>
            <ShortcutHelpButton />
            <AccountMenu />
          </header>
          <AdminNotices />
          <main id="content" tabIndex={-1} className={`w-full grow ${styles.content}`}>
            <PowerGate>
              <Outlet />
            </PowerGate>
          </main>
        </div>
      </div>
      <ConfirmationHost />
      <SearchDialog />
      <ShortcutHelp />
    </OfficeContext>
  );
}
