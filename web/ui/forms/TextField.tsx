import { type ComponentProps, useId, useState } from 'react';
import { t } from '#web/lib/languages/text.ts';
import { described, FieldFrame } from './FieldFrame.tsx';
import styles from './TextField.module.css';

export interface CommonProps {
  label: string;
  labelLang?: string | undefined;
  /** Hides the label except from screen readers. */
  hideLabel?: boolean;
  error?: string | undefined;
  hint?: string | undefined;
}

interface TextFieldProps extends CommonProps, Omit<ComponentProps<'input'>, keyof CommonProps | 'id'> {
  /** Marks the label of a required field, as in the office's forms. */
  star?: boolean;
}

/** A text field that holds its value, or is given it: label, input and error tied together. */
export function TextField({ label, labelLang, hideLabel, error, hint, type, star, ...rest }: TextFieldProps) {
  const id = useId();
  const input = { ...rest, ...described(id, error, hint) };
  return (
    <FieldFrame
      id={id}
      label={label}
      labelLang={labelLang}
      required={star}
      hideLabel={hideLabel}
      error={error}
      hint={hint}
    >
      {type === 'password' ? (
        <PasswordInput {...input} shows={t('Show typed characters')} />
      ) : (
        <input {...input} type={type} className={`field ${styles.input}`} />
      )}
    </FieldFrame>
  );
}

/** The input of a password, with a button that shows and hides what is typed; `shows` is the button's name. */
export function PasswordInput({ shows, ...rest }: ComponentProps<'input'> & { shows: string }) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <input {...rest} type={shown ? 'text' : 'password'} className={`field ${styles.input} ${styles.password}`} />
      <button
        type="button"
        className={`text-14 font-semibold bare rounded text-navy ${styles.eye}`}
        aria-label={shows}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? t('Hide') : t('Show')}
      </button>
    </div>
  );
}
