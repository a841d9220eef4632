import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#shared/paths.ts';
import { msg, t } from '#web/lib/languages/text.ts';
import { Link } from '#web/ui/page/Link.tsx';
import styles from './MemberLinks.module.css';

const ofBar = 'hidden-below-md';
const links: { to: string; label: string; className?: string }[] = [
  { to: paths.memberHome, label: msg('Home'), className: ofBar },
  { to: paths.directory, label: msg('Directory'), className: ofBar },
  { to: paths.library, label: msg('Library'), className: ofBar },
  { to: paths.votes, label: msg('Votes'), className: ofBar },
  { to: paths.circulars, label: msg('Circulars') },
  { to: paths.myConferences, label: msg('Conferences') },
  { to: paths.membershipStatus, label: msg('Membership') },
  { to: paths.memberCard, label: msg('Card') },
  { to: paths.profile, label: msg('Profile') },
];

/** Leads from each of the members' pages to the others; on phones, where a bar at the foot has the main ones, to the rest. */
export function MemberLinks() {
  const here = useLocation().pathname.toLowerCase();
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current link
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (current && list.current) list.current.scrollLeft = current.offsetLeft - list.current.offsetLeft - 40;
  }, [here]);
  const isAt = (to: string) => here === to.toLowerCase() || here.startsWith(`${to.toLowerCase()}/`);
  const isInBar = links.some(({ to, className }) => className === ofBar && to !== paths.memberHome && isAt(to));
  return (
    <nav className={`container no-print ${isInBar ? ofBar : ''}`} aria-label={t('My pages')}>
      <ul ref={list} className={`${styles.links} flex gap-3 mt-1 border-b`}>
        {links.map(({ to, label, className }) => (
          <li key={to} className={className}>
            <Link
              to={to}
              className={`inline-flex items-center justify-center min-h-touch tab ${styles.link}`}
              aria-current={isAt(to) ? 'page' : undefined}
            >
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
