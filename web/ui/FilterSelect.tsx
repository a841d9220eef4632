import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useId } from 'react';
import { messages } from '#shared/messages.ts';
import type { Option } from './SelectField.tsx';

interface FilterSelectProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** undefined: still loading. */
  options: readonly Option[] | undefined;
  /** The first entry, which filters nothing. */
  allText?: string;
  emptyText?: string;
  disabled?: boolean;
}

/** A filter with a few choices. A value that is not among them (from a shared address) is kept and shown. */
export function FilterSelect(props: FilterSelectProps) {
  const { label, value, onChange, options, allText = 'All', emptyText = messages.empty.dropdown, disabled } = props;
  const id = useId();
  const known = (options ?? []).map((option) =>
    typeof option === 'string' ? { value: option, label: option } : option,
  );
  const list =
    value === '' || known.some((option) => option.value === value) ? known : [{ value, label: value }, ...known];
  return (
    <TextField
      id={id}
      select
      label={label}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ select: { displayEmpty: true } }}
    >
      <MenuItem value="">{allText}</MenuItem>
      {list.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
      {list.length === 0 && (
        <MenuItem value="-" disabled>
          {options === undefined ? 'Loading…' : emptyText}
        </MenuItem>
      )}
    </TextField>
  );
}
