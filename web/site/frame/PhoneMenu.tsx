import { type ReactNode, useRef, useState } from 'react';
import { holdFocus } from '#web/lib/browser/layers.ts';
import { useBackCloses } from '#web/lib/browser/open-dialogs.ts';
import { t } from '#web/lib/languages/text.ts';
import { Account } from './Account.tsx';
import { LanguageLink, NavigationLinks } from './NavigationLinks.tsx';
import styles from './PhoneMenu.module.css';

/** The class of its links. */
export const menuLink = styles.link ?? '';

const id = 'phone-menu';

/**
 * On narrow screens: a button that opens the links as a sheet over the whole height. As a popover it opens, and closes by
 * Escape or a press outside, before any script runs.
 */
export function PhoneMenu({ path, address, children }: { path: string; address: string; children: ReactNode }) {
  const sheet = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => sheet.current?.hidePopover?.();
  useBackCloses(open, close);
  return (
    <>
      <button
        type="button"
        className="touch-square bare border rounded text-navy flex-none hidden-from-md"
        popoverTarget={id}
        aria-label={t('Menu')}
      >
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path d="M1 5.5h22M1 12h22M1 18.5h22" stroke="currentColor" strokeWidth="2" />
        </svg>
      </button>
      <nav
        ref={sheet}
        id={id}
        popover="auto"
        className={`dialog ${styles.sheet}`}
        aria-label={t('Menu')}
        onToggle={({ newState, currentTarget }) => {
          setOpen(newState === 'open');
          if (newState === 'open') holdFocus(currentTarget);
        }}
      >
        <button
          type="button"
          className={`touch-square bare border rounded text-navy ${styles.close}`}
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label={t('Close the menu')}
        >
          <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
            <path d="m5 5 14 14M19 5 5 19" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
          </svg>
        </button>
        <ul className="m-0">
          <NavigationLinks path={path} className={styles.link} onFollow={close} />
          <li>
            <LanguageLink address={address} className={styles.link} />
          </li>
        </ul>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: listens to its links */}
        <div className={`hidden-from-sm ${styles.account}`} onClick={close}>
          <Account path={path}>{children}</Account>
        </div>
      </nav>
    </>
  );
}
