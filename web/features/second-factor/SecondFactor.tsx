import { Suspense, useEffect, useState } from 'react';
import { disableSecondFactor, secondFactorState } from '#shared/contracts/second-factor.ts';
import { lazyPart } from '#web/lib/browser/lazyPart.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { whenIdle } from '#web/lib/browser/when-idle.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';

// Few people open these forms, so they load when the page is idle.
const TurnOnDialog = lazyPart(() => import('./TurnOnDialog.tsx'), 'TurnOnDialog');
const NewCodesDialog = lazyPart(() => import('./NewCodesDialog.tsx'), 'NewCodesDialog');
const PasswordAndCodeDialog = lazyPart(() => import('./PasswordAndCodeDialog.tsx'), 'PasswordAndCodeDialog');

/** From this number of codes down, new ones are suggested. */
const fewCodes = 3;

interface Props {
  /** The CSS classes of the section and its heading. */
  className?: string | undefined;
  heading?: string | undefined;
}

/** Shows whether the login asks for a code from a phone, and turns that on and off. */
export function SecondFactor({ className = 'max-w-640 mt-5 pt-4 border-t', heading = 'text-22 mb-1' }: Props) {
  const state = useLoad(secondFactorState, {});
  const [dialog, setDialog] = useState<'on' | 'codes' | 'off'>();
  useEffect(
    () =>
      whenIdle(() =>
        Promise.all([TurnOnDialog, NewCodesDialog, PasswordAndCodeDialog].map((each) => each.fetchAhead())),
      ),
    [],
  );
  const close = () => {
    setDialog(undefined);
    state.reload();
  };
  return (
    <section className={className} aria-labelledby="second-factor">
      <h2 id="second-factor" className={heading}>
        {t('Second factor')}
      </h2>
      <p className="text-muted measure">
        <T>
          With a second factor, a login needs a code from an authenticator app on your phone as well as the password. A
          stolen password alone then opens nothing.
        </T>
      </p>
      <Loaded of={state}>
        {({ enabled, recoveryCodesLeft, required, passkeys }) => (
          <div className="flex flex-wrap items-center gap-1-2">
            <StatusDot tone={enabled ? 'good' : 'neutral'}>{enabled ? t('On') : t('Off')}</StatusDot>
            {enabled ? (
              <>
                <span className="text-muted">
                  {t('{codes, plural, one {# recovery code} other {# recovery codes}} left', {
                    codes: recoveryCodesLeft,
                  })}
                  {recoveryCodesLeft <= fewCodes && t('; please make new ones')}
                </span>
                <Button look="outlined" onClick={() => setDialog('codes')}>
                  {t('New recovery codes')}
                </Button>
                {required && passkeys === 0 ? (
                  <span className="text-muted">{t('The association requires it of every administrator.')}</span>
                ) : (
                  <Button look="outlined" onClick={() => setDialog('off')}>
                    {t('Turn off')}
                  </Button>
                )}
              </>
            ) : (
              <Button look="outlined" onClick={() => setDialog('on')}>
                {t('Turn on')}
              </Button>
            )}
            {required && passkeys > 0 && <span className="text-muted">{t('Your passkey counts as one.')}</span>}
          </div>
        )}
      </Loaded>
      <Suspense>
        {dialog === 'on' && <TurnOnDialog onClose={close} />}
        {dialog === 'codes' && <NewCodesDialog onClose={close} />}
        {dialog === 'off' && (
          <PasswordAndCodeDialog
            title={t('Turn the second factor off?')}
            text={t('After that, the password alone is enough to log in, and the recovery codes no longer work.')}
            submitLabel={t('Turn off')}
            danger
            send={async (proof) => {
              toast.success((await api(disableSecondFactor, { body: proof })).message);
              close();
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </section>
  );
}
