import { type ComponentProps, useId } from 'react';
import { described, FieldFrame } from './FieldFrame.tsx';
import styles from './TextField.module.css';

interface NativeSelectProps extends Omit<ComponentProps<'select'>, 'id' | 'value'> {
  label: string;
  name: string;
  error?: string;
  options: readonly { value: string; label: string }[];
}

/** A native select on a public page. */
export function NativeSelect({ label, error, options, ...rest }: NativeSelectProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} hint={undefined}>
      <select {...rest} {...described(id, error, undefined)} className={`field ${styles.input}`}>
        <option value="">Select</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
