import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#shared/paths.ts';
import { Link } from '#web/ui/Link.tsx';
import styles from './MemberLinks.module.css';

const links = [
  { to: paths.profile, label: 'Profile' },
  { to: paths.membershipStatus, label: 'Membership' },
  { to: paths.memberCard, label: 'Card' },
  { to: paths.circulars, label: 'Circulars' },
  { to: paths.myConferences, label: 'Conferences' },
];

/** Leads from each of the member's own pages to the others. */
export function MemberLinks() {
  const here = useLocation().pathname.toLowerCase();
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current link
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (current && list.current) list.current.scrollLeft = current.offsetLeft - list.current.offsetLeft - 40;
  }, [here]);
  if (!links.some(({ to }) => to.toLowerCase() === here)) return null;
  return (
    <nav className="wrap no-print" aria-label="My pages">
      <ul ref={list} className={`${styles.links} flex gap-3 above-1 line-below`}>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              className={`inline touch tab ${styles.link}`}
              aria-current={to.toLowerCase() === here ? 'page' : undefined}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
