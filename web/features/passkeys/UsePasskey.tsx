import { confirmSession } from '#shared/contracts/sessions.ts';
import { messages } from '#shared/messages.ts';
import { api } from '#web/lib/calls/api.ts';
import { canUsePasskeys } from '#web/lib/login/passkeys.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { PasskeyInstead } from './PasskeyInstead.tsx';

interface Props {
  onUsed: () => void;
  /** Logs out. */
  onLeave: () => Promise<void>;
}

/** For an administrator who has logged in by the password and must show the second factor, which is a passkey. */
export function UsePasskey({ onUsed, onLeave }: Props) {
  return (
    <>
      <p>{messages.secondFactor.passkey}</p>
      {!canUsePasskeys() && (
        <p>This browser cannot use passkeys. Please log in on a device that can, or ask another administrator.</p>
      )}
      <div className="flex flex-wrap gap-2 mt-3">
        <PasskeyInstead
          has
          label="Use the passkey"
          look="filled"
          send={async (proof) => {
            await api(confirmSession, { body: proof });
            onUsed();
          }}
        />
        <Button look="outlined" onClick={() => void onLeave()}>
          Log out
        </Button>
      </div>
    </>
  );
}
