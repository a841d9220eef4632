import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type FieldValues, useController } from 'react-hook-form';
import { messages } from '#shared/messages.ts';
import type { FieldProps } from './Field.tsx';

export type Option = string | { value: string; label: string };

interface SelectProps<Values extends FieldValues> extends FieldProps<Values> {
  options: readonly Option[];
  /** The text of the empty choice, which stands first. */
  placeholder?: string;
  /** What the menu says when there is nothing to choose. */
  emptyText?: string;
  /** Something is chosen always: there is no empty choice. */
  chosenOnly?: boolean;
  onEdited?: (value: string) => void;
}

/** One of a few fixed options. For long lists, which people search by typing, see ComboField. */
export function SelectField<Values extends FieldValues>(props: SelectProps<Values>) {
  const { control, name, label, required, disabled, hint, placeholder = 'Select', onEdited } = props;
  const { field, fieldState } = useController({ control, name });
  const options = props.options.map((option) =>
    typeof option === 'string' ? { value: option, label: option } : option,
  );
  return (
    <TextField
      select
      name={name}
      label={label}
      disabled={disabled}
      inputRef={field.ref}
      value={field.value ?? ''}
      onBlur={field.onBlur}
      onChange={(event) => {
        field.onChange(event.target.value);
        onEdited?.(event.target.value);
      }}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? hint}
      slotProps={{
        inputLabel: { required },
        select: { displayEmpty: true, SelectDisplayProps: { 'aria-required': required || undefined } as object },
      }}
    >
      {!props.chosenOnly && (
        <MenuItem value="">{options.length > 0 ? placeholder : (props.emptyText ?? messages.empty.dropdown)}</MenuItem>
      )}
      {options.map(({ value, label: text }) => (
        <MenuItem key={value} value={value}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  );
}
