import { useState } from 'react';
import { confirmEmail } from '#shared/contracts/members.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/api.ts';
import { endSession } from '#web/lib/session.ts';
import { useSingleRun } from '#web/lib/useSingleRun.ts';
import { Link } from '#web/ui/Link.tsx';

/** Confirms only on a press, because mail scanners open links. */
export function ConfirmEmail({ link }: { link: string }) {
  const { busy, run } = useSingleRun();
  const [done, setDone] = useState('');
  const [failed, setFailed] = useState<AppError>();
  const confirm = () =>
    run(async () => {
      try {
        setDone((await api(confirmEmail, {}, { link })).message);
        // The server has ended all sessions.
        endSession();
      } catch (error) {
        setFailed(error instanceof AppError ? error : new AppError('INTERNAL', messages.general.failed));
      }
    });
  if (done) {
    return (
      <div className="card pad-3 stack starts tight">
        <p role="status">{done}</p>
        <Link className="button" to={paths.login}>
          Login
        </Link>
      </div>
    );
  }
  const isDead = failed !== undefined && !failed.isFault && failed.code !== 'TOO_MANY';
  return (
    <div className="card pad-3 stack starts tight">
      {failed ? (
        <p role="alert">{failed.message}</p>
      ) : (
        <p>
          With this press the address at which you have received our e-mail becomes yours here: mails go to it, and you
          log in with it. You are logged out on all devices.
        </p>
      )}
      {isDead ? (
        <Link className="button-quiet" to={paths.profile}>
          My Profile
        </Link>
      ) : (
        <button type="button" className="button" disabled={busy} onClick={() => void confirm()}>
          {busy ? 'Confirming…' : 'Confirm this e-mail address'}
        </button>
      )}
    </div>
  );
}
