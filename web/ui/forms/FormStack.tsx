import type { ReactNode } from 'react';
import { t } from '#web/lib/languages/text.ts';
import { Button } from '#web/ui/page/Button.tsx';

interface Props {
  busy: boolean;
  /** Something is still missing; it can be cancelled all the same. */
  disabled?: boolean | undefined;
  submitLabel: string;
  /** For an action that cannot be undone. */
  danger?: boolean | undefined;
  onCancel: () => void;
}

/** The two buttons of a dialog with a form. */
export function FormActions({ busy, disabled, submitLabel, danger = false, onCancel }: Props) {
  return (
    <>
      <Button look="outlined" onClick={onCancel} disabled={busy}>
        {t('Cancel')}
      </Button>
      <Button type="submit" danger={danger} busy={busy} disabled={disabled}>
        {submitLabel}
      </Button>
    </>
  );
}

/** The fields of a form below each other; all are disabled while a call is in progress. */
export function FormStack({ disabled, children }: { disabled?: boolean; children: ReactNode }) {
  return (
    // `inert` as well as `disabled`, which leaves links usable.
    <fieldset className="grid gap-3" disabled={disabled} inert={disabled}>
      {children}
    </fieldset>
  );
}
