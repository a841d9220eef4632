import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';

export interface FieldProps<Values extends FieldValues> {
  control: Control<Values, unknown, Values>;
  name: Path<Values>;
  label: string;
  /** Marks the label; the rule itself stands in the schema. */
  required?: boolean;
  disabled?: boolean;
  /** Stands under the field while there is no error. */
  hint?: string;
}

interface TextProps<Values extends FieldValues> extends FieldProps<Values> {
  type?: 'text' | 'email' | 'tel' | 'url' | 'number';
  autoComplete?: string;
  inputMode?: 'text' | 'numeric' | 'tel' | 'email' | 'url';
  maxLength?: number;
  placeholder?: string;
  /** Rows of a text of several lines. */
  rows?: number;
  /** What typing lets through, such as `keepLetters`. */
  keep?: (text: string) => string;
  /** Called after the value has changed. */
  onEdited?: (value: string) => void;
  slotProps?: TextFieldProps['slotProps'];
}

/** A text field of a form: label, input and error tied together. */
export function Field<Values extends FieldValues>(props: TextProps<Values>) {
  const { control, name, label, required, disabled, hint, rows, keep, onEdited } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <TextField
      name={name}
      label={label}
      // The browser's own bubble would come before our message.
      slotProps={{
        ...props.slotProps,
        htmlInput: {
          inputMode: props.inputMode,
          maxLength: props.maxLength,
          'aria-required': required || undefined,
          ...(props.slotProps?.htmlInput as object | undefined),
        },
        inputLabel: { required },
      }}
      type={props.type ?? 'text'}
      autoComplete={props.autoComplete ?? 'off'}
      placeholder={props.placeholder}
      disabled={disabled}
      multiline={rows !== undefined}
      rows={rows}
      inputRef={field.ref}
      value={field.value ?? ''}
      onBlur={field.onBlur}
      onChange={(event) => {
        const value = keep ? keep(event.target.value) : event.target.value;
        field.onChange(value);
        onEdited?.(value);
      }}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? hint}
    />
  );
}
