import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#shared/paths.ts';
import { msg, t } from '#web/lib/languages/text.ts';
import { HomeIcon, LibraryIcon, PeopleIcon, PersonIcon, VotesIcon } from '#web/ui/page/icons.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import styles from './PhoneBar.module.css';

const entries = [
  { to: paths.memberHome, label: msg('Home'), Icon: HomeIcon },
  { to: paths.directory, label: msg('Directory'), Icon: PeopleIcon },
  { to: paths.library, label: msg('Library'), Icon: LibraryIcon },
  { to: paths.votes, label: msg('Votes'), Icon: VotesIcon },
  { to: paths.profile, label: msg('Profile'), Icon: PersonIcon },
];

/** On phones: the main pages of members, at the foot of the screen. */
export function PhoneBar() {
  const here = useLocation().pathname.toLowerCase();
  const [openVotes, setOpenVotes] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on another page the member may have voted meanwhile
  useEffect(() => {
    import('#web/features/votes/waiting.ts')
      .then(({ countOpenVotes }) => countOpenVotes())
      .then(setOpenVotes)
      .catch(() => {});
  }, [here]);
  return (
    <nav className={`${styles.bar} bg-surface no-print hidden-from-md`} aria-label={t('Members')}>
      <ul className={styles.list}>
        {entries.map(({ to, label, Icon }) => {
          const isOpen = to === paths.votes && openVotes > 0;
          return (
            <li key={to}>
              <Link
                to={to}
                className={styles.link}
                aria-current={here === to.toLowerCase() || here.startsWith(`${to.toLowerCase()}/`) ? 'page' : undefined}
              >
                <span className="relative" data-open={isOpen || undefined}>
                  <Icon />
                </span>
                {t(label)}
                {isOpen && <span className="sr-only">{t(', one is open')}</span>}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
