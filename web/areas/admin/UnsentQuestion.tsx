import { paths } from '#shared/paths.ts';
import { counted } from '#web/lib/counted.ts';
import type { Unsent } from '#web/lib/device-data.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

interface UnsentQuestionProps {
  unsent: Unsent;
  onLeave: () => Promise<void>;
  onClose: () => void;
}

/** Before a logout that would delete what was done at a door. */
export function UnsentQuestion({ unsent: { count, conference }, onLeave, onClose }: UnsentQuestionProps) {
  return (
    <ConfirmDialog
      open
      title={`${counted(count, 'check-in')} not sent yet`}
      confirmLabel="Log out"
      danger
      onConfirm={onLeave}
      onClose={onClose}
    >
      <p>
        {count === 1 ? 'It is' : 'They are'} kept on this device alone, and logging out deletes{' '}
        {count === 1 ? 'it' : 'them'}. With a network,{' '}
        <a href={paths.admin.checkIn(conference)}>the page of the door</a> sends {count === 1 ? 'it' : 'them'} by
        itself.
      </p>
    </ConfirmDialog>
  );
}
