import { useState } from 'react';
import { liftSecondFactor } from '#shared/contracts/second-factor.ts';
import { api } from '#web/lib/calls/api.ts';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';

interface Props {
  memberId: string;
  name: string;
  on: boolean;
  onLifted: () => void;
}

/** Whether a member's login asks for a code; turned off here for a member who has lost phone and recovery codes. */
export function MemberSecondFactor({ memberId, name, on, onLifted }: Props) {
  const [asking, setAsking] = useState(false);
  const { attempt } = useAttempt();
  return (
    <section className="mt-4" aria-labelledby="member-second-factor">
      <h3 id="member-second-factor" className="text-16 m-0 mb-1">
        Second factor
      </h3>
      <div className="flex flex-wrap items-center gap-2">
        <StatusDot tone={on ? 'good' : 'neutral'}>{on ? 'On' : 'Off'}</StatusDot>
        {on && (
          <Button small look="outlined" onClick={() => setAsking(true)}>
            Lift second factor
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        danger
        title="Lift this member's second factor?"
        confirmLabel="Lift"
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          if (await attempt(() => api(liftSecondFactor, { params: { id: memberId } }))) onLifted();
        }}
      >
        For a member who has lost the phone and the recovery codes. Please make sure first that it is {name} who asks:
        call the number on the record. The password alone is then enough to log in. The member is logged out on all
        devices and told by e-mail.
      </ConfirmDialog>
    </section>
  );
}
