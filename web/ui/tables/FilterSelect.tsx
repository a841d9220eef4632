import { messages } from '#shared/messages.ts';
import { t } from '#web/lib/languages/text.ts';
import { entriesOf, type Option, Select } from '#web/ui/forms/Select.tsx';

interface FilterSelectProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** undefined: still loading. */
  options: readonly Option[] | undefined;
  /** The first entry, which does not filter. */
  allText?: string;
}

/** A filter with a few choices. A value that is not among them (from a shared address) is kept and shown. */
export function FilterSelect(props: FilterSelectProps) {
  const { label, value, onChange, options, allText = t('All') } = props;
  const entries = entriesOf(options ?? []);
  const list =
    value === '' || entries.some((option) => option.value === value) ? entries : [{ value, label: value }, ...entries];
  const nothing = {
    value: '-',
    label: t(options === undefined ? 'Loading…' : messages.empty.dropdown),
    disabled: true,
  };
  return (
    <Select
      label={label}
      value={value}
      onChange={onChange}
      entries={[{ value: '', label: t(allText) }, ...(list.length > 0 ? list : [nothing])]}
    />
  );
}
