import { useId } from 'react';

interface RadioGroupProps<T extends string> {
  label: string;
  /** Hides the label except from screen readers. */
  hideLabel?: boolean;
  options: readonly { value: T; label: string }[];
  value: T | '';
  onChange: (value: T) => void;
}

/** One of a few choices that are all in sight. */
export function RadioGroup<T extends string>(props: RadioGroupProps<T>) {
  const { label, hideLabel, options, value, onChange } = props;
  const name = useId();
  return (
    <fieldset>
      <legend className={hideLabel ? 'sr-only' : 'label'}>{label}</legend>
      {options.map((option) => (
        <div key={option.value}>
          <label className="inline-flex items-center min-h-touch py-1">
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
            {option.label}
          </label>
        </div>
      ))}
    </fieldset>
  );
}
