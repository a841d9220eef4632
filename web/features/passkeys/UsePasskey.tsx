import { confirmSession } from '#shared/contracts/auth.ts';
import { messages } from '#shared/messages.ts';
import { api } from '#web/lib/api.ts';
import { canUsePasskeys } from '#web/lib/passkeys.ts';
import { showFailure } from '#web/lib/show-failure.ts';
import { useSingleRun } from '#web/lib/useSingleRun.ts';
import { Button } from '#web/ui/Button.tsx';

interface Props {
  onUsed: () => void;
  /** Logs out. */
  onLeave: () => Promise<void>;
}

/** For an administrator who has logged in by the password and must show the second factor, which is a passkey. */
export function UsePasskey({ onUsed, onLeave }: Props) {
  const { busy, run } = useSingleRun();
  const use = () =>
    run(async () => {
      try {
        const { proveByPasskey } = await import('#web/features/auth/passkey-ceremonies.ts');
        const proof = await proveByPasskey();
        if (!proof) return;
        await api(confirmSession, { body: proof });
        onUsed();
      } catch (error) {
        showFailure(error);
      }
    });
  return (
    <>
      <p>{messages.secondFactor.passkey}</p>
      {!canUsePasskeys() && (
        <p>This browser cannot use passkeys. Please log in on a device that can, or ask another administrator.</p>
      )}
      <div className="wraps gap-2 above-3">
        {canUsePasskeys() && (
          <Button disabled={busy} onClick={() => void use()}>
            Use the passkey
          </Button>
        )}
        <Button look="outlined" onClick={() => void onLeave()}>
          Log out
        </Button>
      </div>
    </>
  );
}
