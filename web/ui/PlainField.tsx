import { type ComponentProps, useId, useLayoutEffect, useRef, useState } from 'react';
import { described, FieldFrame } from './FieldFrame.tsx';
import styles from './PlainField.module.css';

/** The field is uncontrolled: see `usePlainForm`. */
interface CommonProps {
  label: string;
  name: string;
  defaultValue?: string;
  error?: string;
  hint?: string;
}

type PlainFieldProps = CommonProps & Omit<ComponentProps<'input'>, keyof CommonProps | 'id' | 'value'>;

/** A field of a public page in plain HTML: label, input and error tied together. */
export function PlainField({ label, error, hint, type, ...rest }: PlainFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const isPassword = type === 'password';
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <div className={styles.control}>
        <input
          {...rest}
          {...described(id, error, hint)}
          type={isPassword && shown ? 'text' : type}
          className={styles.input}
        />
        {isPassword && (
          <button
            type="button"
            className={`small strong bare ${styles.eye}`}
            aria-label="Show typed characters"
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        )}
      </div>
    </FieldFrame>
  );
}

type PlainTextAreaProps = CommonProps & Omit<ComponentProps<'textarea'>, keyof CommonProps | 'id' | 'value' | 'ref'>;

/** The same for a text area. */
export function PlainTextArea({ label, error, hint, ...rest }: PlainTextAreaProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  // Hydration resets a text area to its initial text, so what was typed before is restored.
  const [typed] = useState(() =>
    typeof document === 'undefined' ? undefined : (document.getElementById(id) as HTMLTextAreaElement | null)?.value,
  );
  useLayoutEffect(() => {
    if (area.current && typed !== undefined && area.current.value === area.current.defaultValue) {
      area.current.value = typed;
    }
  }, [typed]);
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <textarea {...rest} {...described(id, error, hint)} ref={area} className={styles.input} />
    </FieldFrame>
  );
}
