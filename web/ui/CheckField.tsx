import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { type FieldValues, useController } from 'react-hook-form';
import type { FieldProps } from './Field.tsx';

/** Yes or no. */
export function CheckField<Values extends FieldValues>(props: Omit<FieldProps<Values>, 'required'>) {
  const { control, name, label, disabled, hint } = props;
  const { field, fieldState } = useController({ control, name });
  const text = fieldState.error?.message ?? hint;
  return (
    <FormControl error={fieldState.invalid}>
      <FormControlLabel
        label={label}
        disabled={disabled}
        control={
          <Checkbox
            name={name}
            slotProps={{ input: { ref: field.ref } }}
            checked={Boolean(field.value)}
            onBlur={field.onBlur}
            onChange={(event) => field.onChange(event.target.checked)}
          />
        }
      />
      {text && <FormHelperText>{text}</FormHelperText>}
    </FormControl>
  );
}
