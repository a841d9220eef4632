import Button from '@mui/material/Button';
import { useState } from 'react';
import { secondFactorState } from '#shared/contracts/auth.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import styles from './SecondFactor.module.css';
import { TurnOffDialog } from './TurnOffDialog.tsx';
import { TurnOnDialog } from './TurnOnDialog.tsx';

/** Few codes left: time to make new ones. */
const fewCodes = 3;

/** Whether a code from a phone is asked for at the login, and the way to turn that on and off. */
export function SecondFactor() {
  const state = useLoad(secondFactorState, {});
  const [dialog, setDialog] = useState<'on' | 'off'>();
  const close = () => {
    setDialog(undefined);
    state.reload();
  };
  return (
    <section className={styles.box} aria-labelledby="second-factor">
      <h2 id="second-factor" className={styles.title}>
        Second factor
      </h2>
      <p className={styles.text}>
        With a second factor, a login needs a code from an authenticator app on your phone as well as the password. A
        stolen password alone then opens nothing.
      </p>
      <Loaded of={state}>
        {({ enabled, recoveryCodesLeft }) => (
          <div className={styles.state}>
            <StatusDot tone={enabled ? 'good' : 'neutral'}>{enabled ? 'On' : 'Off'}</StatusDot>
            {enabled && (
              <span className={styles.left}>
                {recoveryCodesLeft === 1 ? '1 recovery code' : `${recoveryCodesLeft} recovery codes`} left
                {recoveryCodesLeft <= fewCodes && '; turn it off and on again for new ones'}
              </span>
            )}
            <Button variant="outlined" onClick={() => setDialog(enabled ? 'off' : 'on')}>
              {enabled ? 'Turn off' : 'Turn on'}
            </Button>
          </div>
        )}
      </Loaded>
      {dialog === 'on' && <TurnOnDialog onClose={close} />}
      {dialog === 'off' && <TurnOffDialog onClose={close} />}
    </section>
  );
}
