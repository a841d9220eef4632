import { useEffect, useId, useRef, useState } from 'react';
import { t } from '#web/lib/text.ts';
import { errorAt, useFormState } from '#web/lib/useField.ts';
import type { FormControl, Path } from '#web/lib/useForm.ts';
import styles from './ErrorSummary.module.css';

interface Props<Values extends object> {
  control: FormControl<Values>;
  /** The names and labels of the fields, in the form's order. */
  fields: readonly { name: Path<Values>; label: string }[];
}

/** With more than `most` wrong fields only the first few are named. */
const shown = { most: 5, few: 3 };

/**
 * What a form that could not be sent still needs: each field's sentence as a link to it. It takes the focus, and keeps its height
 * while the fields are mended, so that nothing moves.
 */
export function ErrorSummary<Values extends object>({ control, fields }: Props<Values>) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { errors, attempts } = useFormState(control);
  const wrong = fields
    .map(({ name, label }) => ({ name, label, text: errorAt(errors, name) }))
    .filter(({ text }) => text !== undefined);
  /** Those of the last attempt. */
  const [named, setNamed] = useState<typeof wrong>([]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only an attempt to send changes the list
  useEffect(() => {
    if (attempts > 0) setNamed(wrong);
  }, [attempts]);
  useEffect(() => {
    if (named.length === 0) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, [named]);

  if (named.length === 0) return null;
  const listed = named.length > shown.most ? named.slice(0, shown.few) : named;
  const isMended = (name: string) => errorAt(errors, name) === undefined;
  const left = named.filter(({ name }) => !isMended(name)).length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a part of the form
    <div ref={box} role="group" tabIndex={-1} aria-labelledby={id} className={`card ${styles.summary}`}>
      <h2 id={id} className="text-18">
        <span role="status">
          {left === 0
            ? 'All of these are mended.'
            : t('{left, plural, one {# field needs} other {# fields need}} your attention', { left })}
        </span>
      </h2>
      <ul className={styles.list}>
        {listed.map(({ name, label, text }) => (
          <li key={name}>
            <a
              href={`#${name}`}
              onClick={(event) => {
                event.preventDefault();
                control.fieldOf(name)?.focus();
                document.activeElement?.scrollIntoView({ block: 'center' });
              }}
            >
              {t(text || label)}
            </a>
            {isMended(name) && (
              <span className="text-good font-semibold">
                {' '}
                ✓<span className="sr-only"> mended</span>
              </span>
            )}
          </li>
        ))}
      </ul>
      {listed.length < named.length && (
        <p className="text-14 m-0 mt-1">The others are marked below, each with what it needs.</p>
      )}
    </div>
  );
}
