import { useEffect, useId, useRef, useState } from 'react';
import { errorAt, useFormState } from '#web/lib/forms/useField.ts';
import type { FormControl, Path } from '#web/lib/forms/useForm.ts';
import { t } from '#web/lib/languages/text.ts';
import styles from './ErrorSummary.module.css';

interface Props<Values extends object> {
  control: FormControl<Values>;
  /** The names and labels of the fields, in the form's order. */
  fields: readonly { name: Path<Values>; label: string }[];
}

const lettersIn = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** A field's sentence, after its label where it does not name the field. */
function named(label: string, text: string): string {
  if (text === '' || label === '') return t(text || label);
  return lettersIn(t(text)).includes(lettersIn(t(label))) ? t(text) : `${t(label)}: ${t(text)}`;
}

/**
 * What a form that could not be sent still needs: each field's sentence as a link to it. It takes the focus, and keeps its height
 * while the fields are mended, so that nothing moves.
 */
export function ErrorSummary<Values extends object>({ control, fields }: Props<Values>) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { errors, attempts } = useFormState(control);
  const wrong = fields.flatMap(({ name, label }) => {
    const text = errorAt(errors, name);
    return text === undefined ? [] : [{ name, sentence: named(label, text) }];
  });
  /** Those of the last attempt. */
  const [list, setList] = useState<typeof wrong>([]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only an attempt to send changes the list
  useEffect(() => {
    if (attempts > 0) setList(wrong);
  }, [attempts]);
  useEffect(() => {
    if (list.length === 0) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, [list]);

  if (list.length === 0) return null;
  const isMended = (name: string) => errorAt(errors, name) === undefined;
  const left = list.filter(({ name }) => !isMended(name)).length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a part of the form
    <div ref={box} role="group" tabIndex={-1} aria-labelledby={id} className={`card ${styles.summary}`}>
      <h2 id={id} className="text-18">
        <span role="status">
          {left === 0
            ? t('All of these are mended.')
            : t('{left, plural, one {# field needs} other {# fields need}} your attention', { left })}
        </span>
      </h2>
      <ul className={styles.list}>
        {list.map(({ name, sentence }) => (
          <li key={name}>
            <a
              href={`#${name}`}
              onClick={(event) => {
                event.preventDefault();
                control.fieldOf(name)?.focus();
                document.activeElement?.scrollIntoView({ block: 'center' });
              }}
            >
              {sentence}
            </a>
            {isMended(name) && (
              <span className="text-good font-semibold">
                {' '}
                ✓<span className="sr-only"> {t('mended')}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
