import { type PointerEvent, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { paths } from '#shared/paths.ts';
import { ConfirmationHost } from '#web/features/administrators/ConfirmationHost.tsx';
import { SearchButton } from '#web/features/search/SearchButton.tsx';
import { SearchDialog } from '#web/features/search/SearchDialog.tsx';
import { openSearch } from '#web/features/search/search-state.ts';
import { fetchPage } from '#web/lib/fetch-page.ts';
import { keepAddress } from '#web/lib/kept-address.ts';
import { OfficeContext } from '#web/lib/office.ts';
import { isFormOnTop, type Shortcut, useShortcuts } from '#web/lib/shortcuts.ts';
import { fetchAhead } from '#web/lib/when-idle.ts';
import { Button } from '#web/ui/Button.tsx';
import { Drawer } from '#web/ui/Drawer.tsx';
import { MenuIcon } from '#web/ui/icons.tsx';
import { Link } from '#web/ui/Link.tsx';
import { ShortcutHelp, ShortcutHelpButton, showShortcuts } from '#web/ui/ShortcutHelp.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import styles from './AdminLayout.module.css';
import { AdminNotices } from './AdminNotices.tsx';
import { PowerGate } from './PowerGate.tsx';
import { Sidebar } from './Sidebar.tsx';
import { useOwnPowers } from './useOwnPowers.ts';

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
      <div className={`${styles.page} grid surface`} onPointerOver={fetchPointedAt}>
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
        <div className="column shrinks">
          <header className={`bar gap-2 no-print ${styles.top} surface line-below`}>
            <span className={`hidden-from-md ${styles.menuButton}`}>
              <Button look="icon" className="navy" aria-label="Menu" aria-expanded={open} onClick={() => setOpen(true)}>
                <MenuIcon />
              </Button>
            </span>
            <span className="at-end">
              <SearchButton />
            </span>
            <Link className="small touch inline" to={paths.home}>
              View the website
            </Link>
            <ShortcutHelpButton />
            <AccountMenu />
          </header>
          <AdminNotices />
          <main id="content" tabIndex={-1} className={`wide grows ${styles.content}`}>
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
