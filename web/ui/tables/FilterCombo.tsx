import { messages } from '#shared/messages.ts';
import { t } from '#web/lib/languages/text.ts';
import { Combo } from '#web/ui/forms/Combo.tsx';

interface FilterComboProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** undefined: still loading. */
  options: readonly string[] | undefined;
  /** The text of an empty field. */
  allText?: string;
  emptyText?: string;
}

/** A filter with many choices, searched by typing. A value that is not among them (from a shared address) is kept and shown. */
export function FilterCombo(props: FilterComboProps) {
  const { label, value, onChange, options, allText = t('All'), emptyText = messages.empty.dropdown } = props;
  const nothing = t(options === undefined ? 'Loading…' : emptyText);
  const entries = value === '' || options?.includes(value) ? (options ?? []) : [value, ...(options ?? [])];
  return (
    <Combo
      label={label}
      // The message about an empty list is an entry too, as screen readers read out only entries.
      options={entries.length > 0 ? entries : [nothing]}
      noChoice={entries.length === 0}
      value={value}
      onChange={(next) => onChange(next as string)}
      emptyText={emptyText}
      loading={options === undefined}
      // Until another filter is set there is nothing to choose, as the empty field says.
      unmatchedText={options?.length === 0 ? props.allText : undefined}
      placeholder={allText}
    />
  );
}
