import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { changeMemberPassword } from '#shared/contracts/auth.ts';
import { getSession } from '#shared/contracts/sessions.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { passwordStrength, type Strength } from '#web/features/auth/password-strength.ts';
import { Sessions } from '#web/features/auth/Sessions.tsx';
import styles from '#web/features/auth/StrengthHint.module.css';
import { PasskeyInstead, type PasskeyProof } from '#web/features/passkeys/PasskeyInstead.tsx';
import { toast } from '#web/lib/browser/toast.ts';
import { whenIdle } from '#web/lib/browser/when-idle.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { checkFields, resetForm, setValue, useWatch } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { t } from '#web/lib/languages/text.ts';
import { passwordChanged, useSession } from '#web/lib/login/session.ts';
import { PasswordField } from '#web/ui/forms/PasswordField.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';

const colours = ['text-bad', 'text-bad', 'text-warn', 'text-good', 'text-good'];

interface Props {
  password: string;
  /** Whether this password was refused: its strength then says nothing else. */
  refused?: boolean;
}

/** Shows the strength of the typed password in words and as a bar. */
function StrengthHint({ password, refused = false }: Props) {
  const { score, hint }: Strength = refused
    ? { score: 1, hint: t('Not strong enough: see the message above.') }
    : passwordStrength(password);
  return (
    <div className={styles.hint}>
      <div className={`overflow-hidden rounded-4px ${styles.bar} ${colours[score]}`} aria-hidden="true">
        <span className="block h-full" style={{ width: `${score * 25}%` }} />
      </div>
      <p className="text-muted text-14 m-0 mt-4px" aria-live="polite">
        {hint}
      </p>
    </div>
  );
}

/** Fills the field of the current password while it is not asked for. */
const stillTemporary = 'temporary';
const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** The rules load while the form is filled in. */
const loadRules = () => import('#web/features/auth/password-rules.ts');
const rules = async () => (await loadRules()).rules;

export function Component() {
  const form = useForm(checkedBy(rules), empty);
  useEffect(() => whenIdle(loadRules), []);
  const temporary = useSession()?.mustChangePassword ?? false;
  const next = (useLocation().state as { next?: string } | null)?.next;
  const navigate = useNavigate();
  const email = useLoad(getSession, {}).data?.email;
  const { busy, control } = form;
  const newPassword = useWatch(control, 'newPassword');

  // The temporary password was given at the login, a moment ago.
  const [isAsking, setIsAsking] = useState(false);
  const isFirst = temporary && !isAsking;
  useEffect(() => {
    if (isFirst) setValue(control, 'currentPassword', stillTemporary);
    else if (control.values.currentPassword === stillTemporary) setValue(control, 'currentPassword', '');
  }, [isFirst, control]);

  type Proof = { currentPassword: string } | { first: true } | PasskeyProof;
  const change = async (body: Omit<typeof empty, 'currentPassword'> & Proof) => {
    const { message } = await api(changeMemberPassword, { body }).catch((error: unknown) => {
      // The login is too long ago.
      if (error instanceof AppError && error.fields?.currentPassword) setIsAsking(true);
      throw error;
    });
    toast.success(message);
    resetForm(control, empty);
    passwordChanged();
    // After the first login, continue to the page that the member requested.
    if (temporary) navigate(next ?? paths.memberHome);
  };
  const submit = form.send(({ currentPassword, ...chosen }) =>
    change(isFirst ? { ...chosen, first: true } : { ...chosen, currentPassword }),
  );

  return (
    <div className="container page">
      <PageHeader
        title={t('Change Password')}
        text={
          temporary
            ? t('Please choose a password of your own in place of the temporary one from our mail.')
            : t('Your other devices are logged out when you change it.')
        }
      />
      <form noValidate onSubmit={submit} className="max-w-480">
        <fieldset disabled={busy} className="grid gap-3">
          <legend className="sr-only">{t('Passwords')}</legend>
          {/* Tells a password manager the account. */}
          <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
          {!isFirst && (
            <PasswordField
              control={control}
              name="currentPassword"
              label={t('Current Password')}
              autoComplete="current-password"
              required
            />
          )}
          <PasswordField
            control={control}
            name="newPassword"
            label={t('New Password')}
            autoComplete="new-password"
            required
          />
          <StrengthHint password={newPassword} refused={newPassword !== '' && form.errors.newPassword !== undefined} />
          <PasswordField
            control={control}
            name="confirmPassword"
            label={t('Confirm Password')}
            autoComplete="new-password"
            required
          />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" disabled={busy}>
              {busy ? t('Updating…') : t('Update')}
            </Button>
            <PasskeyInstead
              label={t('Update with a passkey')}
              isReady={() => checkFields(control, 'newPassword', 'confirmPassword')}
              send={(proof) => {
                const { newPassword: chosen, confirmPassword } = control.values;
                return change({ newPassword: chosen, confirmPassword, ...proof });
              }}
              onFailure={form.showFailure}
            />
          </div>
        </fieldset>
      </form>
      {!temporary && <Sessions />}
    </div>
  );
}
