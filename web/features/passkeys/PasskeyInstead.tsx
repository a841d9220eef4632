import { secondFactorState } from '#shared/contracts/second-factor.ts';
import { showFailure } from '#web/lib/calls/failures.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { useSingleRun } from '#web/lib/calls/useSingleRun.ts';
import { t } from '#web/lib/languages/text.ts';
import { canUsePasskeys } from '#web/lib/login/passkeys.ts';
import { Button } from '#web/ui/page/Button.tsx';

/** Asks the browser for a passkey of the account. @returns what a call takes in place of the password; undefined when it was given up */
export async function askForPasskey() {
  const { proveByPasskey } = await import('#web/features/auth/passkey-ceremonies.ts');
  return proveByPasskey();
}

export type PasskeyProof = NonNullable<Awaited<ReturnType<typeof askForPasskey>>>;

/** Whether this browser can use a passkey of the account. @param hint whether the account has one; else the server is asked */
export function useHasPasskey(hint?: boolean): boolean {
  const canUse = canUsePasskeys();
  const { data } = useLoad(secondFactorState, canUse && hint === undefined ? {} : null);
  return canUse && (hint ?? (data?.passkeys ?? 0) > 0);
}

interface Props {
  label?: string;
  /** Whether the account has one, where that is known already. */
  has?: boolean | undefined;
  look?: 'filled' | 'outlined';
  disabled?: boolean;
  autoFocus?: boolean;
  /** Asked first: whether the rest of the form can be sent. */
  isReady?: () => boolean | Promise<boolean>;
  send: (proof: PasskeyProof) => Promise<void>;
  /** Shows why it failed; else a notice does. */
  onFailure?: (error: unknown) => void;
}

/** A button for those who would use a passkey in place of the password. Others do not see it. */
export function PasskeyInstead({
  label = t('Use a passkey instead'),
  has,
  isReady,
  send,
  onFailure,
  ...button
}: Props) {
  const hasPasskey = useHasPasskey(has);
  const { busy, run } = useSingleRun();
  if (!hasPasskey) return null;
  const press = () =>
    run(async () => {
      try {
        if (isReady && !(await isReady())) return;
        const proof = await askForPasskey();
        if (proof) await send(proof);
      } catch (error) {
        (onFailure ?? showFailure)(error);
      }
    });
  const { look = 'outlined', disabled = false, autoFocus } = button;
  return (
    <Button look={look} autoFocus={autoFocus} disabled={disabled || busy} onClick={() => void press()}>
      {label}
    </Button>
  );
}
