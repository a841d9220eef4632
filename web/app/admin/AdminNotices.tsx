import { useLocation } from 'react-router';
import { mailState } from '#shared/contracts/mail-log.ts';
import { paths } from '#shared/paths.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { useSession } from '#web/lib/login/session.ts';
import { Link } from '#web/ui/page/Link.tsx';

/** Warnings for every administrator on every page: mails are not being sent, or the password is temporary. */
export function AdminNotices() {
  const session = useSession();
  const { pathname } = useLocation();
  const mails = useLoad(mailState, session ? {} : null).data;
  const onPasswordPage = pathname.toLowerCase() === paths.admin.changePassword.toLowerCase();
  return (
    <section aria-label="Notices">
      {mails && !mails.sending && (
        <p className="notice text-14 m-0 break-anywhere no-print">
          <strong>Mails are NOT being sent.</strong> No mail server is configured. Each mail is written as a file into
          the folder <code>{mails.outbox}</code> of the data folder on the server.
        </p>
      )}
      {mails?.sending && mails.failed !== undefined && mails.failed > 0 && (
        <p className="notice text-14 m-0 break-anywhere no-print">
          <strong>{mails.failed === 1 ? 'One mail' : `${mails.failed} mails`} could not be sent.</strong>{' '}
          <Link to={`${paths.admin.log}?kind=mail`}>See the log</Link>
        </p>
      )}
      {session?.mustChangePassword && !onPasswordPage && (
        <p className="notice text-14 m-0 break-anywhere no-print">
          You are using a temporary password. <Link to={paths.admin.changePassword}>Choose your own password</Link>
        </p>
      )}
    </section>
  );
}
