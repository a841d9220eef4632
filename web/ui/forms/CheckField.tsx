import { useId } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { t } from '#web/lib/text.ts';
import type { FieldProps } from './Field.tsx';
import { described, FieldMessage } from './FieldFrame.tsx';

/** A check box of a form. */
export function CheckField<Values extends FieldValues>(props: Omit<FieldProps<Values>, 'required'>) {
  const { control, name, label, disabled, hint } = props;
  const { field, fieldState } = useController({ control, name });
  const id = useId();
  const error = fieldState.error?.message;
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
