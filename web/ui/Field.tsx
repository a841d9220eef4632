import { type ChangeEvent, useId } from 'react';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { described, FieldFrame } from './FieldFrame.tsx';
import styles from './PlainField.module.css';

export interface FieldProps<Values extends FieldValues> {
  control: Control<Values, unknown, Values>;
  name: Path<Values>;
  label: string;
  /** Only marks the label; the rule is in the schema. */
  required?: boolean;
  disabled?: boolean;
  /** Shown under the field while there is no error. */
  hint?: string;
}

interface TextProps<Values extends FieldValues> extends FieldProps<Values> {
  type?: 'text' | 'email' | 'tel' | 'url' | 'number';
  autoComplete?: string;
  autoFocus?: boolean;
  inputMode?: 'text' | 'numeric' | 'tel' | 'email' | 'url';
  maxLength?: number;
  placeholder?: string;
  /** The number of rows of a text area. */
  rows?: number;
  /** Shown before the typed text, such as +91. */
  prefix?: string;
  /** Filters the typed text, such as `keepLetters`. */
  keep?: (text: string) => string;
  /** Called after the value has changed. */
  onEdited?: (value: string) => void;
}

/** A text field of a form: label, input and error tied together. */
export function Field<Values extends FieldValues>(props: TextProps<Values>) {
  const { control, name, label, required, disabled, hint, rows, prefix, keep, onEdited } = props;
  const { field, fieldState } = useController({ control, name });
  const id = useId();
  const error = fieldState.error?.message;
  const shared = {
    ...described(id, error, hint),
    // An error may have no message, as for a whole group.
    'aria-invalid': fieldState.invalid || undefined,
    'aria-required': required || undefined,
    name,
    disabled,
    ref: field.ref,
    value: (field.value as string | undefined) ?? '',
    maxLength: props.maxLength,
    placeholder: props.placeholder,
    autoComplete: props.autoComplete ?? 'off',
    autoFocus: props.autoFocus,
    inputMode: props.inputMode,
    className: styles.input,
    onBlur: field.onBlur,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const value = keep ? keep(event.target.value) : event.target.value;
      field.onChange(value);
      onEdited?.(value);
    },
  };
  return (
    <FieldFrame id={id} label={label} required={required} error={error} hint={hint}>
      {rows === undefined ? (
        <div className={styles.control}>
          {prefix && <span className={`muted ${styles.prefix}`}>{prefix}</span>}
          <input {...shared} type={props.type ?? 'text'} />
        </div>
      ) : (
        <textarea {...shared} rows={rows} className={`${styles.input} ${styles.rows}`} />
      )}
    </FieldFrame>
  );
}
