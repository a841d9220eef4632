import { type ChangeEvent, type CompositionEvent, type ReactNode, useId, useState } from 'react';
import { plainDigits } from '#shared/digits.ts';
import type { Sentence } from '#shared/sentence.ts';
import { keepDigits, leftOut } from '#shared/typing.ts';
import { useField } from '#web/lib/forms/useField.ts';
import type { FormControl, Path } from '#web/lib/forms/useForm.ts';
import { msg, t } from '#web/lib/languages/text.ts';
import { described, FieldFrame } from './FieldFrame.tsx';
import { overLength } from './TextArea.tsx';
import styles from './TextField.module.css';
import { isComposing, isOneKey } from './typed-text.ts';

export interface FieldProps<Values extends object> {
  control: FormControl<Values>;
  name: Path<Values>;
  label: string;
  /** Only marks the label; the rule is in the schema. */
  required?: boolean;
  disabled?: boolean;
  /** Shown under the field, and under its error. */
  hint?: string;
}

interface TextProps<Values extends object> extends FieldProps<Values> {
  type?: 'text' | 'email' | 'tel' | 'url' | 'number';
  autoComplete?: string;
  autoFocus?: boolean;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'url';
  /** In characters. A longer text does not fit in one row; a text area takes it and says by how much it is too long. */
  maxLength?: number;
  placeholder?: string;
  /** The number of rows of a text area. */
  rows?: number;
  /** Shown before the typed text, such as +91. */
  prefix?: string;
  /** Filters the text, `typed` by one key or pasted, such as `keepLetters`; the field then says what it has left out. */
  keep?: (text: string, typed: boolean) => string;
  /** Converts the typed text without a word, such as `plainMobile`. */
  convert?: (text: string) => string;
  /** What is kept, such as 'only digits': said with what was left out. */
  kept?: string | Sentence;
  /** Called after the value has changed. */
  onEdited?: (value: string) => void;
  /** Between the label and the field. */
  above?: ReactNode;
  /** Of the text, where it differs from the page's. */
  lang?: string | undefined;
}

/** For a field that takes only digits, at most `most` of them. */
export const digits = (max: number) =>
  ({ inputMode: 'numeric', keep: (text: string) => keepDigits(text, max) }) as const;

const onlyDigits = msg('this field takes only digits');

/** A text field of a form: label, input and error tied together. */
export function Field<Values extends object>(props: TextProps<Values>) {
  const { control, name, label, required, disabled, hint, rows, prefix, keep, onEdited } = props;
  const field = useField(control, name);
  const id = useId();
  const error = field.error;
  /** What was left out since the field was last entered. */
  const [omitted, setOmitted] = useState<readonly string[]>([]);
  const takesNumber = props.inputMode === 'numeric' || props.inputMode === 'decimal' || props.inputMode === 'tel';
  const value = (field.value as string | undefined) ?? '';
  const signs = omitted.join(' ');
  const rule = t(props.kept ?? onlyDigits);
  const leftOutNote = omitted.length > 0 ? t(`Left out: ${signs} – ${rule}.`) : '';
  const note = rows === undefined ? keep && leftOutNote : overLength(value, props.maxLength);
  const enter = (typed: string, byKey: boolean) => {
    const text = takesNumber ? plainDigits(typed) : typed;
    const entered = keep ? keep(text, byKey) : (props.convert?.(text) ?? text);
    if (entered === '' && text === '') setOmitted([]);
    else if (keep && entered !== text) setOmitted((before) => [...new Set([...before, ...leftOut(text, entered)])]);
    field.onChange(entered);
    onEdited?.(entered);
  };
  const shared = {
    ...described(id, error, hint),
    // An error may have no message, as for a whole group.
    'aria-invalid': field.error !== undefined || undefined,
    'aria-required': required || undefined,
    name,
    lang: props.lang,
    disabled,
    ref: field.ref,
    value,
    placeholder: props.placeholder && t(props.placeholder),
    autoComplete: props.autoComplete ?? 'off',
    autoFocus: props.autoFocus,
    inputMode: props.inputMode,
    className: `field ${styles.input}`,
    onBlur: field.onBlur,
    onFocus: () => setOmitted([]),
    onChange: ({ target, nativeEvent }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      if (isComposing(nativeEvent)) field.onChange(target.value);
      else enter(target.value, isOneKey(nativeEvent));
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      enter(currentTarget.value, true),
  };
  return (
    <FieldFrame id={id} label={label} required={required} error={error} hint={hint} note={note}>
      {props.above}
      {rows === undefined ? (
        <div className="relative">
          {prefix && <span className={`text-muted ${styles.prefix}`}>{prefix}</span>}
          <input {...shared} type={props.type ?? 'text'} maxLength={props.maxLength} />
        </div>
      ) : (
        <textarea {...shared} rows={rows} className={`field ${styles.input} ${styles.rows}`} />
      )}
    </FieldFrame>
  );
}
