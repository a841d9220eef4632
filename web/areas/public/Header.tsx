import { type MouseEvent, useId, useRef } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#shared/paths.ts';
import { preloadLogin } from '#web/features/auth/LoginHost.tsx';
import { openLogin } from '#web/features/auth/login-dialog-state.ts';
import { useSession } from '#web/lib/session.ts';
import { useAssociation } from '#web/lib/useAssociation.ts';
import { useInBrowser } from '#web/ui/BrowserOnly.tsx';
import { Link } from '#web/ui/Link.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import styles from './Header.module.css';
import { headerLinks } from './navigation.ts';
import { ProfileLinks, ProfileMenu } from './ProfileMenu.tsx';

export function Header() {
  const association = useAssociation();
  return (
    <header className={`${styles.header} no-print`}>
      <ContactStrip />
      <div className={`wrap ${styles.bar}`}>
        <Link to={paths.home} className={styles.brand}>
          <span className={styles.logo}>
            <Logo size={52} />
          </span>
          <span className={styles.name}>{association.name}</span>
          <span className={styles.shortName}>{association.shortName}</span>
          <span className="unseen">, home</span>
        </Link>
        <div className={styles.actions}>
          <Account />
        </div>
        <PhoneMenu />
      </div>
      <nav className={styles.navigation} aria-label="Main">
        <ul className={`wrap ${styles.links}`}>
          <NavigationLinks className={styles.link} />
        </ul>
      </nav>
    </header>
  );
}

function ContactStrip() {
  const { phone, officeEmail } = useAssociation();
  if (!phone && !officeEmail) return null;
  return (
    <div className={styles.strip}>
      <div className={`wrap ${styles.stripLine}`}>
        {phone && (
          <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
            <span className="unseen">Telephone </span>
            {phone}
          </a>
        )}
        {officeEmail && <a href={`mailto:${officeEmail}`}>{officeEmail}</a>}
      </div>
    </div>
  );
}

function NavigationLinks({ className, onFollow }: { className: string | undefined; onFollow?: () => void }) {
  const here = useLocation().pathname.toLowerCase();
  return headerLinks.map(({ to, label }) => {
    const path = to.toLowerCase();
    const isCurrent = here === path || (to !== paths.home && here.startsWith(`${path}/`));
    return (
      <li key={to}>
        <Link to={to} aria-current={isCurrent ? 'page' : undefined} className={className} onClick={onFollow}>
          {label}
        </Link>
      </li>
    );
  });
}

/**
 * Register and Login for visitors, the Profile menu for logged-in people. The server renders both, and the style sheet
 * shows the right one from the first paint on; after hydration only that one remains.
 */
function Account({ inSheet }: { inSheet?: boolean }) {
  const inBrowser = useInBrowser();
  const session = useSession();
  // The registration page has buttons of its own.
  const registering = useLocation().pathname.toLowerCase() === paths.membership;
  return (
    <>
      {(!inBrowser || !session) && (
        <div className={`visitors-only ${styles.account}`}>
          <Link to={paths.membership} className={registering ? 'button-quiet' : 'button-accent'}>
            Register
          </Link>
          <LoginLink className="button-quiet" />
        </div>
      )}
      {(!inBrowser || session) && (
        <div className={`logged-in-only ${styles.account}`}>
          {inSheet ? (
            <ul className="flush">
              <ProfileLinks className={styles.sheetLink} />
            </ul>
          ) : (
            <ProfileMenu />
          )}
        </div>
      )}
    </>
  );
}

/** A real link, which opens the dialog over the page once the page is hydrated. */
function LoginLink({ className }: { className: string | undefined }) {
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void openLogin();
  };
  return (
    <Link
      to={paths.login}
      className={className}
      aria-haspopup="dialog"
      onClick={open}
      onPointerEnter={preloadLogin}
      onFocus={preloadLogin}
    >
      Login
    </Link>
  );
}

/**
 * On narrow screens: a button that opens the links as a sheet over the whole height. As a popover it opens, and closes by
 * Escape or a press outside, before any script runs.
 */
function PhoneMenu() {
  const id = useId();
  const sheet = useRef<HTMLElement>(null);
  const close = () => sheet.current?.hidePopover?.();
  return (
    <>
      <button type="button" className={styles.menuButton} popoverTarget={id}>
        <span className={styles.menuIcon} aria-hidden="true" />
        <span className="unseen">Menu</span>
      </button>
      <nav ref={sheet} id={id} popover="auto" className={styles.sheet} aria-label="Menu">
        <button
          type="button"
          className={styles.sheetClose}
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label="Close the menu"
        >
          <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
            <path d="m5 5 14 14M19 5 5 19" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
          </svg>
        </button>
        <ul className="flush">
          <NavigationLinks className={styles.sheetLink} onFollow={close} />
        </ul>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: listens to its links */}
        <div className={styles.sheetAccount} onClick={close}>
          <Account inSheet />
        </div>
      </nav>
    </>
  );
}
