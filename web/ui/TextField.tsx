import { type ComponentProps, useId, useLayoutEffect, useRef, useState } from 'react';
import { described, FieldFrame, overLength } from './FieldFrame.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import styles from './TextField.module.css';

interface CommonProps {
  label: string;
  /** Hides the label except from screen readers. */
  hideLabel?: boolean;
  error?: string | undefined;
  hint?: string | undefined;
}

type TextFieldProps = CommonProps & Omit<ComponentProps<'input'>, keyof CommonProps | 'id'>;

/** A text field without a form library: label, input and error tied together. In a form of `usePlainForm` it is uncontrolled. */
export function TextField({ label, hideLabel, error, hint, type, ...rest }: TextFieldProps) {
  const id = useId();
  const input = { ...rest, ...described(id, error, hint) };
  return (
    <FieldFrame id={id} label={label} hideLabel={hideLabel} error={error} hint={hint}>
      {type === 'password' ? (
        <PasswordInput {...input} shows="Show typed characters" />
      ) : (
        <input {...input} type={type} className={`field ${styles.input}`} />
      )}
    </FieldFrame>
  );
}

type TextAreaProps = CommonProps & Omit<ComponentProps<'textarea'>, keyof CommonProps | 'id' | 'ref'>;

/** The same for a text area, which takes more than `maxLength` characters and says by how much its text is too long. */
export function TextArea({ label, hideLabel, error, hint, maxLength, onInput, ...rest }: TextAreaProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  // Hydration resets a text area to its initial text, so what was typed before is restored.
  const [typed] = useState(() =>
    typeof document === 'undefined' ? undefined : (document.getElementById(id) as HTMLTextAreaElement | null)?.value,
  );
  const [note, setNote] = useState(() => overLength(String(rest.value ?? rest.defaultValue ?? ''), maxLength));
  useLayoutEffect(() => {
    if (area.current && typed !== undefined && area.current.value === area.current.defaultValue) {
      area.current.value = typed;
    }
  }, [typed]);
  return (
    <FieldFrame id={id} label={label} hideLabel={hideLabel} error={error} hint={hint} note={note}>
      <textarea
        {...rest}
        onInput={(event) => {
          setNote(overLength(event.currentTarget.value, maxLength));
          onInput?.(event);
        }}
        {...described(id, error, hint)}
        ref={area}
        className={`field ${styles.input} ${rest.rows === undefined ? '' : styles.rows}`}
      />
    </FieldFrame>
  );
}
