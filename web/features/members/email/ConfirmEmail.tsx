import { confirmEmail } from '#shared/contracts/members.ts';
import { paths } from '#shared/paths.ts';
import { LinkPress } from '#web/features/auth/LinkPress.tsx';
import { api } from '#web/lib/calls/api.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { Link } from '#web/ui/page/Link.tsx';

/** Makes the mailbox in which the link was received the member's. */
export function ConfirmEmail({ link }: { link: string }) {
  return (
    <LinkPress
      text={
        <p>
          <T>
            With this press the address at which you have received our e-mail becomes yours here: mails go to it, and
            you log in with it. You are logged out on all devices.
          </T>
        </p>
      }
      label={t('Confirm this e-mail address')}
      busyLabel={t('Confirming…')}
      press={() => api(confirmEmail, {}, { link })}
      done={({ message }) => (
        <>
          <p role="status">{message}</p>
          <Link className="button" to={paths.login}>
            {t('Login')}
          </Link>
        </>
      )}
      otherwise={
        <Link className="button-quiet" to={paths.profile}>
          {t('My Profile')}
        </Link>
      }
    />
  );
}
