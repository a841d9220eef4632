import { Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { getSession } from '#shared/contracts/auth.ts';
import { paths } from '#shared/paths.ts';
import { logOut } from '#web/features/auth/logout.ts';
import { findUnsent, type Unsent } from '#web/features/participations/door/unsent.ts';
import { withKeptFilters } from '#web/lib/kept-address.ts';
import { lazyPart } from '#web/lib/lazyPart.ts';
import { useOffice } from '#web/lib/office.ts';
import { useSession } from '#web/lib/session.ts';
import { useAssociation } from '#web/lib/useAssociation.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { useWaiting } from '#web/lib/waiting.ts';
import { LogoutIcon } from '#web/ui/icons.tsx';
import { Link } from '#web/ui/Link.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import { Avatar } from './Avatar.tsx';
import { type AdminLink, isBelow, logoutTarget, officeLinks, siteLinks } from './navigation.tsx';
import styles from './Sidebar.module.css';
import { WaitingCount } from './WaitingCount.tsx';

const UnsentQuestion = lazyPart(() => import('./UnsentQuestion.tsx'), 'UnsentQuestion');

export function Sidebar() {
  const { shortName } = useAssociation();
  const { may } = useOffice();
  const waiting = useWaiting();
  const isShown = ({ power, unbound }: AdminLink) => may(power, unbound);
  return (
    <div className={`column ${styles.sidebar}`}>
      <Link to={paths.admin.overview} className={`bar text-18 strong serif ${styles.brand}`}>
        <Logo size={40} />
        <span>{shortName}</span>
      </Link>
      <nav aria-label="Administration" className={`grows ${styles.navigation}`}>
        <LinkList links={siteLinks.filter(isShown)} waiting={waiting} />
        {officeLinks.some(isShown) && <h2 className={styles.heading}>Office</h2>}
        <LinkList links={officeLinks.filter(isShown)} waiting={waiting} />
      </nav>
      <Profile />
    </div>
  );
}

function LinkList({ links, waiting }: { links: readonly AdminLink[]; waiting: ReturnType<typeof useWaiting> }) {
  const { pathname } = useLocation();
  const here = pathname.toLowerCase().replace(/\/$/, '');
  // The area's own address shows the overview too.
  const current = here === paths.admin.root ? paths.admin.overview.toLowerCase() : here;
  return (
    <ul className="flush">
      {links.map((link) => {
        const { to, label, Icon } = link;
        return (
          <li key={to}>
            <Link
              to={to.toLowerCase() === current ? to : withKeptFilters(to)}
              className={`bar wide touch bare ${styles.link}`}
              aria-current={to.toLowerCase() === current ? 'page' : isBelow(link, current) ? 'true' : undefined}
            >
              <Icon fontSize="small" />
              {label}
              <WaitingCount to={to} waiting={waiting} />
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
  const navigate = useNavigate();
  const me = useLoad(getSession, session ? {} : null).data;
  const { states } = useOffice();

  const [unsent, setUnsent] = useState<Unsent | null>(null);
  const leave = async () => {
    // Synchronously, as a page still on the screen would ask to be returned to after the next login.
    await navigate(logoutTarget, { flushSync: true });
    await logOut();
  };
  const askToLeave = async () => {
    const found = await findUnsent();
    if (found) setUnsent(found);
    else await leave();
  };

  return (
    <div className={styles.profile}>
      <Link to={paths.admin.changePassword} className={`bar ${styles.me}`}>
        <Avatar />
        <span className={`breaks shrinks column ${styles.meText}`}>
          <span className={`strong ${styles.meTitle}`}>Profile</span>
          {officeEmail && <span className="small">{officeEmail}</span>}
          {me && <span className={styles.who}>Logged in: {me.email}</span>}
          {states.length > 0 && <span className={styles.who}>{states.join(', ')}</span>}
        </span>
      </Link>
      <button type="button" className={`bar wide touch bare ${styles.logout}`} onClick={() => void askToLeave()}>
        <LogoutIcon fontSize="small" />
        Logout
      </button>
      {unsent && (
        <Suspense>
          <UnsentQuestion unsent={unsent} onLeave={leave} onClose={() => setUnsent(null)} />
        </Suspense>
      )}
    </div>
  );
}
