import { useId } from 'react';
import { useField } from '#web/lib/forms/useField.ts';
import { t } from '#web/lib/languages/text.ts';
import type { FieldProps } from './Field.tsx';
import { described, FieldMessage } from './FieldFrame.tsx';

/** A check box of a form. */
export function CheckField<Values extends object>(props: Omit<FieldProps<Values>, 'required'>) {
  const { control, name, label, disabled, hint } = props;
  const field = useField(control, name);
  const id = useId();
  const error = field.error;
  return (
    <div>
      <label className="inline-flex items-center min-h-touch" htmlFor={id}>
        <input
          {...described(id, error, hint)}
          ref={field.ref}
          type="checkbox"
          name={name}
          checked={Boolean(field.value)}
          disabled={disabled}
          onBlur={field.onBlur}
          onChange={(event) => field.onChange(event.target.checked)}
        />
        {t(label)}
      </label>
      <FieldMessage id={id} error={error} hint={hint} />
    </div>
  );
}
