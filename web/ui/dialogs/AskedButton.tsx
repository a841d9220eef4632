import { type ComponentProps, type ReactNode, useState } from 'react';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface Props extends Pick<ComponentProps<typeof Button>, 'look' | 'small' | 'danger' | 'aria-label'> {
  label: string;
  /** The question. */
  title: string;
  /** The button that answers it; absent: `label`. */
  confirmLabel?: string;
  /** Its answer, or why it failed, is shown. */
  act: () => Promise<{ message: string }>;
  /** Called with whether it succeeded. */
  onEnd?: (succeeded: boolean) => void;
  /** What will happen. */
  children: ReactNode;
}

/** A button for a call that is confirmed first. */
export function AskedButton(props: Props) {
  const { label, title, confirmLabel = label, danger, act, onEnd, children, look = 'outlined', ...button } = props;
  const [asking, setAsking] = useState(false);
  const { attempt } = useAttempt();
  return (
    <>
      <Button {...button} look={look} danger={danger} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        title={title}
        confirmLabel={confirmLabel}
        danger={danger}
        onConfirm={async () => {
          const succeeded = await attempt(act);
          onEnd?.(succeeded);
        }}
        onClose={() => setAsking(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
