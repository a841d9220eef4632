import type { ReactNode } from 'react';
import { t } from '#web/lib/languages/text.ts';
import styles from './TextField.module.css';

/** The attributes that tie an input to the text under it. */
export function described(id: string, error: string | undefined, hint: string | undefined) {
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error || hint ? `${id}-text` : undefined,
  };
}

interface LabelProps {
  id: string;
  label: string;
  /** Of a label that somebody wrote in another language. */
  labelLang?: string | undefined;
  /** Marked with a star, which screen readers skip: they use `aria-required`. */
  required?: boolean | undefined;
  /** Hides the label except from screen readers. */
  hideLabel?: boolean | undefined;
  /** The control is an editor, which a label cannot be for: it names the label itself. */
  editor?: true;
}

function FieldLabel({ id, label, labelLang, required, hideLabel, editor }: LabelProps) {
  const Label = editor ? 'div' : 'label';
  return (
    <Label
      {...(!editor && { htmlFor: id })}
      id={`${id}-label`}
      lang={labelLang}
      className={hideLabel ? 'sr-only' : 'label'}
    >
      {t(label)}
      {required && (
        <span aria-hidden="true" className="text-bad">
          {' '}
          *
        </span>
      )}
    </Label>
  );
}

interface FrameProps extends LabelProps {
  error: string | undefined;
  hint: string | undefined;
  /** Also shown, and read out, while somebody types; '' while there is none. */
  note?: string | undefined;
  children: ReactNode;
}

/** A field of a form: its label, its control, and the message and hint below it. `id` is the control's. */
export function FieldFrame({ error, hint, note, children, ...label }: FrameProps) {
  const { id } = label;
  return (
    <div className="min-w-0">
      <FieldLabel {...label} />
      {children}
      {note !== undefined && (
        <p className={`text-14 m-0 ${styles.note} text-warn break-anywhere`} role="status">
          {t(note)}
        </p>
      )}
      <FieldMessage id={id} error={error} hint={hint} />
    </div>
  );
}

export function FieldMessage({ id, error, hint }: Pick<FrameProps, 'id' | 'error' | 'hint'>) {
  if (!error && !hint) return null;
  return (
    <div id={`${id}-text`} className="text-14">
      {error && <p className="text-bad m-0 mt-4px">{t(error)}</p>}
      {hint && <p className="text-muted m-0 mt-4px">{t(hint)}</p>}
    </div>
  );
}
