import { Suspense } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { paths } from '#shared/paths.ts';
import { useEmailQuestion } from '#web/lib/email-question.ts';
import { lazyPart } from '#web/lib/lazyPart.ts';
import { useSession } from '#web/lib/session.ts';
import { Link } from '#web/ui/Link.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import styles from './PublicLayout.module.css';

const EmailQuestion = lazyPart(() => import('#web/features/members/email/EmailQuestion.tsx'), 'EmailQuestion');

/** The frame of every page that visitors and members see. */
export function PublicLayout() {
  const asksForEmail = useEmailQuestion();
  const session = useSession();
  return (
    <div className={styles.page}>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <Progress />
      <Header />
      <TemporaryPasswordNotice />
      <main id="content" tabIndex={-1} className="grows">
        <Outlet />
      </main>
      <Footer />
      {asksForEmail && session?.role === 'member' && (
        <Suspense fallback={null}>
          <EmailQuestion />
        </Suspense>
      )}
    </div>
  );
}

/** A line at the top of the window while the next page takes a moment to load. */
function Progress() {
  const { state } = useNavigation();
  return <div className={styles.progress} data-active={state === 'loading' || undefined} aria-hidden="true" />;
}

function TemporaryPasswordNotice() {
  const session = useSession();
  const { pathname } = useLocation();
  if (session?.role !== 'member' || !session.mustChangePassword) return null;
  const here = pathname.toLowerCase() === paths.changePassword.toLowerCase();
  return (
    <p className="notice strong centred flush no-print">
      You are using a temporary password.{' '}
      {here ? 'Please choose your own below.' : <Link to={paths.changePassword}>Choose your own password</Link>}
    </p>
  );
}
