import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { paths } from '#shared/paths.ts';
import { goTo } from '#web/lib/browser/arrival.ts';
import { t } from '#web/lib/languages/text.ts';
import { useSession } from '#web/lib/login/session.ts';
import { useDismiss } from '#web/ui/dialogs/useDismiss.ts';
import { Link } from '#web/ui/page/Link.tsx';

/** Replaces Register and Login for logged-in people. */
export function ProfileMenu() {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  useDismiss(menu, open, close);
  return (
    <div ref={menu} className="relative">
      <button
        type="button"
        className="button-quiet"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <svg viewBox="0 0 24 24" width="22" height="22" fill="none" aria-hidden="true">
          <circle cx="12" cy="8.5" r="4" stroke="currentColor" strokeWidth="1.8" />
          <path
            d="M4.5 20.5c.8-4 3.7-6 7.5-6s6.7 2 7.5 6"
            stroke="currentColor"
            strokeWidth="1.8"
            strokeLinecap="round"
          />
        </svg>
        {t('Profile')}
      </button>
      <ul id={id} className="menu card shadow" hidden={!open}>
        <ProfileLinks onFollow={close} />
      </ul>
    </div>
  );
}

interface LinksProps {
  className?: string | undefined;
  onFollow?: (() => void) | undefined;
}

/** The entries as a list that stands open, in the phone's menu. */
export function ProfileList({ className }: { className: string }) {
  return (
    <ul className="border-t m-0">
      <ProfileLinks className={className} />
    </ul>
  );
}

/** The list's entries: the person's own pages and the logout. */
function ProfileLinks({ className, onFollow }: LinksProps) {
  const session = useSession();

  const leave = () => {
    onFollow?.();
    // The home page logs out: a protected page would ask for a login again, and one with unsaved changes may ask before.
    goTo(paths.logout);
  };
  const exit = useRef<HTMLLIElement>(null);
  const [unread, setUnread] = useState(0);
  const [openVotes, setOpenVotes] = useState(0);
  const isMember = session?.role === 'member';
  useEffect(() => {
    if (!isMember || !exit.current) return;
    // Loaded when the list is opened, in the header or the menu; the menu works without it.
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      import('#web/features/letters/own/unread.ts')
        .then(({ countUnread }) => countUnread())
        .then(setUnread)
        .catch(() => {});
      import('#web/features/votes/waiting.ts')
        .then(({ countOpenVotes }) => countOpenVotes())
        .then(setOpenVotes)
        .catch(() => {});
    });
    observer.observe(exit.current);
    return () => observer.disconnect();
  }, [isMember]);
  const links =
    session?.role === 'admin'
      ? [{ to: paths.admin.overview, label: t('Administration') }]
      : [
          { to: paths.memberHome, label: t('My Home') },
          { to: paths.profile, label: t('My Profile') },
          { to: paths.membershipStatus, label: t('My Membership') },
          { to: paths.circulars, label: unread > 0 ? t(`Circulars (${unread} new)`) : t('Circulars') },
          { to: paths.library, label: t('Library') },
          { to: paths.votes, label: openVotes > 0 ? t(`Votes (${openVotes} open)`) : t('Votes') },
          { to: paths.myConferences, label: t('My Conferences') },
          { to: paths.changePassword, label: t('Change Password') },
        ];

  return (
    <>
      {links.map(({ to, label }) => (
        <li key={to}>
          <Link to={to} className={className} onClick={onFollow}>
            {label}
          </Link>
        </li>
      ))}
      <li ref={exit}>
        <button type="button" className={className} onClick={leave}>
          {t('Logout')}
        </button>
      </li>
    </>
  );
}
