import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { messages } from '#shared/messages.ts';

interface FilterComboProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** undefined: still loading. */
  options: readonly string[] | undefined;
  /** What an empty field says. */
  allText?: string;
  emptyText?: string;
}

/** A filter with many choices, searched by typing. A value that is not among them (from a shared address) is kept and shown. */
export function FilterCombo(props: FilterComboProps) {
  const { label, value, onChange, options, allText = 'All', emptyText = messages.empty.dropdown } = props;
  const nothing = options === undefined ? 'Loading…' : emptyText;
  const [open, setOpen] = useState(false);
  const known = value === '' || options?.includes(value) ? (options ?? []) : [value, ...(options ?? [])];
  return (
    <Autocomplete
      // What says that there is nothing is an entry too: only entries are read out.
      options={known.length > 0 ? known : [nothing]}
      getOptionDisabled={() => known.length === 0}
      value={value || null}
      noOptionsText={emptyText}
      autoHighlight
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      // As other dropdowns do.
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || open) return;
        event.preventDefault();
        setOpen(true);
      }}
      onChange={(_, next) => onChange(next ?? '')}
      renderInput={(params) => <TextField {...params} label={label} placeholder={allText} />}
    />
  );
}
