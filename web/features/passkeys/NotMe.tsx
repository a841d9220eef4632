import { notMe } from '#shared/contracts/passkeys.ts';
import { paths } from '#shared/paths.ts';
import { LinkPress } from '#web/features/auth/LinkPress.tsx';
import { api } from '#web/lib/calls/api.ts';
import { formatDay } from '#web/lib/languages/format.ts';
import { T } from '#web/lib/languages/T.ts';
import { msg, t } from '#web/lib/languages/text.ts';
import { Link } from '#web/ui/page/Link.tsx';

const next = {
  code: msg(
    'A code to set a new password is on its way to you by e-mail: choose ‘Forgot password’ at the login and enter it.',
  ),
  office: msg(
    'No code was sent, because the e-mail of your account was changed meanwhile or the account is closed. Please call the office.',
  ),
  invitation: msg(
    'To come back in you need a new invitation from another administrator, or from who runs the site. The other administrators have been told.',
  ),
} as const;

/** Secures an account that somebody else has used. */
export function NotMe({ link }: { link: string }) {
  return (
    <LinkPress
      text={
        <>
          <p>
            <T>
              If somebody else has used your account, press here. All devices are then logged out, what was begun in the
              account ends, passkeys that may not be yours are removed, and the password no longer works.
            </T>
          </p>
          <p>
            <T>
              Members get a code by e-mail to set a new password. Administrators come back in only by a new invitation
              from another administrator, or from who runs the site.
            </T>
          </p>
        </>
      }
      label={t('This was not me')}
      busyLabel={t('Securing…')}
      press={() => api(notMe, {}, { link })}
      done={(answer) => (
        <div role="status" className="grid gap-2 justify-items-start tight">
          <p>
            <strong>{t('Your account is secured.')}</strong>{' '}
            {t(
              '{sessions, plural, one {# login was} other {# logins were}} ended, and {passkeys, plural, one {# passkey was} other {# passkeys were}} removed. The password no longer works.',
              { sessions: answer.sessionsEnded, passkeys: answer.passkeysRemoved },
            )}
          </p>
          <p>{t(next[answer.next])}</p>
          {answer.secondFactorSince && (
            <p>
              {t(
                'On {day} a second factor was turned on. If that authenticator app is not yours, tick ‘Somebody else turned on the second factor’ where you enter the code.',
                { day: formatDay(answer.secondFactorSince) },
              )}
            </p>
          )}
          {answer.next === 'code' && (
            <Link className="button" to={paths.login}>
              {t('Login')}
            </Link>
          )}
        </div>
      )}
    />
  );
}
