import { type ComponentProps, useId, useLayoutEffect, useRef, useState } from 'react';
import { formatNumber } from '#shared/money.ts';
import { t } from '#web/lib/languages/text.ts';
import { described, FieldFrame } from './FieldFrame.tsx';
import styles from './TextField.module.css';
import type { CommonProps } from './TextField.tsx';

/** Says under a text area how far its text goes beyond `max` characters, so that nothing that was pasted is cut without a word. */
export function overLength(text: string, max: number | undefined): string | undefined {
  if (max === undefined) return undefined;
  const over = text.length - max;
  return over > 0
    ? t('{over, plural, one {# character} other {# characters}} too long', { over: formatNumber(over) })
    : '';
}

type TextAreaProps = CommonProps & Omit<ComponentProps<'textarea'>, keyof CommonProps | 'id' | 'ref'>;

/** A `TextField` of several rows, which takes more than `maxLength` characters and says by how much its text is too long. */
export function TextArea({ label, hideLabel, error, hint, maxLength, onInput, ...rest }: TextAreaProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  // Hydration resets a text area to its initial text, so what was typed before is restored.
  const [typed] = useState(() =>
    typeof document === 'undefined' ? undefined : (document.getElementById(id) as HTMLTextAreaElement | null)?.value,
  );
  const [note, setNote] = useState(() => overLength(String(rest.value ?? rest.defaultValue ?? ''), maxLength));
  useLayoutEffect(() => {
    if (!area.current || typed === undefined) return;
    if (area.current.value === area.current.defaultValue) area.current.value = typed;
    setNote(overLength(typed, maxLength));
  }, [typed, maxLength]);
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
