import { Button } from './Button.tsx';

interface Props {
  busy: boolean;
  submitLabel: string;
  /** For an action that cannot be undone. */
  danger?: boolean | undefined;
  onCancel: () => void;
}

/** The two buttons of a dialog with a form. */
export function FormActions({ busy, submitLabel, danger = false, onCancel }: Props) {
  return (
    <>
      <Button look="outlined" onClick={onCancel} disabled={busy}>
        Cancel
      </Button>
      <Button type="submit" danger={danger} busy={busy}>
        {submitLabel}
      </Button>
    </>
  );
}
