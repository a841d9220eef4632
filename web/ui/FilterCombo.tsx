import { messages } from '#shared/messages.ts';
import { Combo } from './Combo.tsx';

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
  const known = value === '' || options?.includes(value) ? (options ?? []) : [value, ...(options ?? [])];
  return (
    <Combo
      label={label}
      // What says that there is nothing is an entry too: only entries are read out.
      options={known.length > 0 ? known : [nothing]}
      noChoice={known.length === 0}
      value={value}
      onChange={(next) => onChange(next as string)}
      emptyText={emptyText}
      placeholder={allText}
      quick
    />
  );
}
