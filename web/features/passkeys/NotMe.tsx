import { useState } from 'react';
import { notMe } from '#shared/contracts/passkeys.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/api.ts';
import { endSession } from '#web/lib/session.ts';
import { useSingleRun } from '#web/lib/useSingleRun.ts';
import { Link } from '#web/ui/Link.tsx';

const next = {
  code: 'A code to set a new password is on its way to you by e-mail: choose ‘Forgot password’ at the login and enter it.',
  office:
    'No code was sent, because the e-mail of your account was changed meanwhile or the account is closed. Please call the office.',
  invitation:
    'To come back in you need a new invitation from another administrator, or from who runs the site. The other administrators have been told.',
} as const;

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** Does nothing before a press, because mail scanners open links. */
export function NotMe({ link }: { link: string }) {
  const { busy, run } = useSingleRun();
  const [done, setDone] = useState<EndpointResponse<typeof notMe>>();
  const [failed, setFailed] = useState<AppError>();
  const secure = () =>
    run(async () => {
      try {
        setDone(await api(notMe, {}, { link }));
        endSession();
      } catch (error) {
        setFailed(error instanceof AppError ? error : new AppError('INTERNAL', messages.general.failed));
      }
    });
  if (done) {
    return (
      <div className="card pad-3 stack starts tight" role="status">
        <p>
          <strong>Your account is secured.</strong> {counted(done.sessionsEnded, 'login was', 'logins were')} ended, and{' '}
          {counted(done.passkeysRemoved, 'passkey was', 'passkeys were')} removed. The password no longer works.
        </p>
        <p>{next[done.next]}</p>
        {done.next === 'code' && (
          <Link className="button" to={paths.login}>
            Login
          </Link>
        )}
      </div>
    );
  }
  const isDead = failed !== undefined && !failed.isFault && failed.code !== 'TOO_MANY';
  return (
    <div className="card pad-3 stack starts tight">
      {failed ? (
        <p role="alert">{failed.message}</p>
      ) : (
        <>
          <p>
            If somebody else has logged in to your account or added a passkey, press here. All devices are then logged
            out, passkeys added since are removed, and the password no longer works.
          </p>
          <p>
            Members get a code by e-mail to set a new password. Administrators come back in only by a new invitation
            from another administrator, or from who runs the site.
          </p>
        </>
      )}
      {!isDead && (
        <button type="button" className="button" disabled={busy} onClick={() => void secure()}>
          {busy ? 'Securing…' : 'This was not me'}
        </button>
      )}
    </div>
  );
}
