import { type ComponentProps, useId, useState } from 'react';
import styles from './PlainField.module.css';

interface CommonProps {
  label: string;
  name: string;
  error?: string;
  hint?: string;
  /** Marks the label; the rule itself stands elsewhere. */
  required?: boolean;
}

type PlainFieldProps = CommonProps & {
  value?: string;
  onValue?: (value: string) => void;
} & Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'required' | 'id' | 'name'>;

/** A field of a public page: label, input and error tied together, nothing but HTML. */
export function PlainField({ label, name, error, hint, required, value, onValue, type, ...rest }: PlainFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const isPassword = type === 'password';
  return (
    <div className={styles.field}>
      <Label id={id} label={label} required={required} />
      <div className={styles.control}>
        <input
          {...rest}
          id={id}
          name={name}
          type={isPassword && shown ? 'text' : type}
          className={styles.input}
          value={value}
          onChange={onValue && ((event) => onValue(event.target.value))}
          aria-required={required || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-text` : undefined}
        />
        {isPassword && (
          <button
            type="button"
            className={styles.eye}
            aria-label="Show typed characters"
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        )}
      </div>
      <Message id={id} error={error} hint={hint} />
    </div>
  );
}

type PlainTextAreaProps = CommonProps & {
  value?: string;
  onValue?: (value: string) => void;
} & Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'required' | 'id' | 'name'>;

/** The same for a text of several lines. */
export function PlainTextArea({ label, name, error, hint, required, value, onValue, ...rest }: PlainTextAreaProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <Label id={id} label={label} required={required} />
      <textarea
        {...rest}
        id={id}
        name={name}
        className={styles.input}
        value={value}
        onChange={onValue && ((event) => onValue(event.target.value))}
        aria-required={required || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-text` : undefined}
      />
      <Message id={id} error={error} hint={hint} />
    </div>
  );
}

function Label({ id, label, required }: { id: string; label: string; required?: boolean }) {
  return (
    <label htmlFor={id} className={styles.label}>
      {label}
      {required && (
        <span className={styles.star} aria-hidden="true">
          {' *'}
        </span>
      )}
    </label>
  );
}

function Message({ id, error, hint }: { id: string; error?: string; hint?: string }) {
  if (!error && !hint) return null;
  return (
    <p id={`${id}-text`} className={error ? styles.error : styles.hint}>
      {error ?? hint}
    </p>
  );
}
