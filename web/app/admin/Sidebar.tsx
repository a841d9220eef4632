import { useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router';
import { getSession } from '#shared/contracts/sessions.ts';
import { formatNumber } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { withKeptFilters } from '#web/lib/browser/useQueryState.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { useWaiting } from '#web/lib/calls/waiting.ts';
import { useOffice } from '#web/lib/login/office.ts';
import { useSession } from '#web/lib/login/session.ts';
import { useAssociation } from '#web/lib/meta/association.ts';
import { LogoutIcon } from '#web/ui/page/icons.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { Logo } from '#web/ui/page/Logo.tsx';
import { Avatar } from './AccountMenu.tsx';
import { entryIcons } from './entry-icons.ts';
import { isBelow, officePageAt } from './navigation.ts';
import { type MenuPage, menu } from './pages.ts';
import styles from './Sidebar.module.css';
import { useLeave } from './useLeave.tsx';

export function Sidebar() {
  const id = useId();
  const { shortName } = useAssociation();
  const { may } = useOffice();
  const waiting = useWaiting();
  const navigation = useRef<HTMLElement>(null);
  const groups = menu
    .map(({ name, pages }) => ({ name, pages: pages.filter((page) => may(page.power, page)) }))
    .filter(({ pages }) => pages.length > 0);
  const isLoaded = groups.length > 0;
  // Below the fold of a low window the current entry would not be seen.
  useEffect(() => {
    const list = navigation.current;
    const entry = isLoaded && list?.querySelector<HTMLElement>('[aria-current]');
    if (!list || !entry) return;
    // Also when the account below it has arrived, which takes room from the list.
    const sized = new ResizeObserver(() => {
      const end = entry.offsetTop + entry.offsetHeight - list.clientHeight;
      if (end > list.scrollTop) list.scrollTop = end;
    });
    sized.observe(list);
    return () => sized.disconnect();
  }, [isLoaded]);
  return (
    <div className={`dark flex flex-col ${styles.sidebar}`}>
      <Link
        to={paths.admin.overview}
        className={`flex items-center text-18 font-semibold font-serif leading-tight ${styles.brand} flex-none text-white no-underline`}
      >
        <Logo size={40} />
        <span>{shortName}</span>
      </Link>
      <nav ref={navigation} aria-label="Administration" className={`${styles.navigation} relative`}>
        {groups.map(({ name, pages }) => (
          <div key={name}>
            <h2 id={`${id}${name}`} className={styles.heading}>
              {name}
            </h2>
            <LinkList title={`${id}${name}`} pages={pages} waiting={waiting} />
          </div>
        ))}
      </nav>
      <Profile />
    </div>
  );
}

interface ListProps {
  /** The id of its heading. */
  title: string;
  pages: readonly MenuPage[];
  waiting: ReturnType<typeof useWaiting>;
}

function LinkList({ title, pages, waiting }: ListProps) {
  const here = officePageAt(useLocation().pathname);
  return (
    <ul className="m-0" aria-labelledby={title}>
      {pages.map((page) => {
        const Icon = entryIcons[page.icon];
        const isHere = page.path === here?.path;
        return (
          <li key={page.path}>
            <Link
              to={isHere ? page.path : withKeptFilters(page.path)}
              className={`flex items-center w-full min-h-touch bare rounded-4px no-underline ${styles.link}`}
              aria-current={isHere ? 'page' : isBelow(page, here) ? 'true' : undefined}
            >
              <Icon fontSize="small" />
              {page.title}
              <WaitingCount of={page.waits} waiting={waiting} />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** The office's e-mail address and, smaller, the logged-in administrator. */
function Profile() {
  const { officeEmail } = useAssociation();
  const session = useSession();
  const me = useLoad(getSession, session ? {} : null).data;
  const { states } = useOffice();

  const { leave, question } = useLeave();

  return (
    <div className={`${styles.profile} flex-none`}>
      <Link to={paths.admin.changePassword} className={`flex items-center ${styles.link} rounded-4px no-underline`}>
        <Avatar />
        <span className="break-anywhere min-w-0 flex flex-col leading-tight">
          <span className="font-semibold text-white">Profile</span>
          {officeEmail && <span className="text-14">{officeEmail}</span>}
          {me && <span className={styles.who}>Logged in: {me.email}</span>}
          {states.length > 0 && <span className={styles.who}>{states.join(', ')}</span>}
        </span>
      </Link>
      <button
        type="button"
        className={`flex items-center w-full min-h-touch bare rounded-4px ${styles.link}`}
        onClick={() => void leave()}
      >
        <LogoutIcon fontSize="small" />
        Logout
      </button>
      {question}
    </div>
  );
}

interface CountProps {
  of: MenuPage['waits'];
  waiting: ReturnType<typeof useWaiting>;
}

/** The number of waiting items, beside the link to their page. */
function WaitingCount({ of, waiting }: CountProps) {
  const count = of?.kinds.reduce((sum, kind) => sum + (waiting.get(kind) ?? 0), 0) ?? 0;
  if (!of || count === 0) return null;
  return (
    <span
      className={`text-14 font-semibold tabular-nums text-center whitespace-nowrap ${styles.count} ml-auto flex-none`}
    >
      {formatNumber(count)}
      <span className="sr-only"> {of.word}</span>
    </span>
  );
}
