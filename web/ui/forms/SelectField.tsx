import { messages } from '#shared/messages.ts';
import { useField } from '#web/lib/forms/useField.ts';
import { t } from '#web/lib/languages/text.ts';
import type { FieldProps } from './Field.tsx';
import { entriesOf, type Option, Select } from './Select.tsx';

interface SelectFieldProps<Values extends object> extends FieldProps<Values> {
  options: readonly Option[];
  /** The text of the empty choice, which is the first. */
  placeholder?: string;
  /** The menu's text when there is nothing to choose. */
  emptyText?: string;
  /** There is no empty choice. */
  chosenOnly?: boolean;
  onEdited?: (value: string) => void;
}

/** One of a few fixed options in a form. For long lists, which people search by typing, see ComboField. */
export function SelectField<Values extends object>(props: SelectFieldProps<Values>) {
  const { control, name, label, required, disabled, hint, placeholder = t('Select'), onEdited } = props;
  const field = useField(control, name);
  const entries = entriesOf(props.options);
  const empty = {
    value: '',
    label: t(entries.length > 0 ? placeholder : (props.emptyText ?? messages.empty.dropdown)),
  };
  return (
    <Select
      label={label}
      name={name}
      value={(field.value as string | undefined) ?? ''}
      entries={props.chosenOnly ? entries : [empty, ...entries]}
      onChange={(value) => {
        field.onChange(value);
        onEdited?.(value);
      }}
      required={required}
      disabled={disabled}
      hint={hint}
      error={field.error}
      inputRef={field.ref}
      onBlur={field.onBlur}
    />
  );
}
