import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { type FieldValues, useController } from 'react-hook-form';
import { messages } from '#shared/messages.ts';
import type { FieldProps } from './Field.tsx';

interface ComboProps<Values extends FieldValues> extends FieldProps<Values> {
  options: readonly string[];
  /** Several choices; the value is a list then. */
  multiple?: boolean;
  /** Text that is not among the options is taken too. */
  free?: boolean;
  loading?: boolean;
  /** What the menu says when nothing fits. */
  emptyText?: string;
  placeholder?: string;
  onEdited?: (value: string | string[]) => void;
}

/** A choice out of a long list that people search by typing. */
export function ComboField<Values extends FieldValues>(props: ComboProps<Values>) {
  const { control, name, label, required, disabled, hint, multiple = false, free = false, onEdited } = props;
  const { field, fieldState } = useController({ control, name });
  const change = (value: string | string[] | null) => {
    const next = value ?? '';
    field.onChange(next);
    onEdited?.(next);
  };
  const value = multiple ? ((field.value as string[] | undefined) ?? []) : (field.value as string | undefined) || null;
  return (
    <Autocomplete<string, boolean, false, boolean>
      options={props.options}
      value={value}
      multiple={multiple}
      freeSolo={free}
      // A text typed by hand is the value as it stands, not only once the field is left.
      onInputChange={(_, text, reason) => {
        if (free && !multiple && reason === 'input') change(text);
      }}
      disableCloseOnSelect={multiple}
      disabled={disabled}
      loading={props.loading}
      loadingText="Loading…"
      noOptionsText={props.emptyText ?? messages.empty.dropdown}
      onChange={(_, next) => change(next)}
      onBlur={field.onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          name={name}
          label={label}
          // Beside what is chosen there is no room for it.
          placeholder={Array.isArray(value) && value.length > 0 ? undefined : props.placeholder}
          inputRef={field.ref}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? hint}
          slotProps={{
            ...params.slotProps,
            inputLabel: { ...params.slotProps.inputLabel, required },
            htmlInput: { ...params.slotProps.htmlInput, 'aria-required': required || undefined },
          }}
        />
      )}
    />
  );
}
