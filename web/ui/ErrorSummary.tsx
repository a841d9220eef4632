import { useEffect, useId, useRef, useState } from 'react';
import { type Control, type FieldValues, type Path, type UseFormSetFocus, useFormState } from 'react-hook-form';
import styles from './ErrorSummary.module.css';

interface Props<Values extends FieldValues> {
  control: Control<Values, unknown, Values>;
  setFocus: UseFormSetFocus<Values>;
  /** The names and labels of the fields, in the form's order. */
  fields: readonly { name: Path<Values>; label: string }[];
}

/**
 * What a form that could not be sent still needs, with a link to each field. It takes the focus, and keeps its height while the
 * fields are mended, so that nothing moves.
 */
export function ErrorSummary<Values extends FieldValues>({ control, setFocus, fields }: Props<Values>) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { errors, submitCount, isSubmitting } = useFormState({ control });
  const wrong = fields.filter(({ name }) => name in errors);
  /** Those of the last attempt. */
  const [named, setNamed] = useState<typeof wrong>([]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only an attempt to send changes the list
  useEffect(() => {
    if (submitCount > 0 && !isSubmitting) setNamed(wrong);
  }, [submitCount, isSubmitting]);
  useEffect(() => {
    if (named.length === 0) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, [named]);

  if (named.length === 0) return null;
  const left = named.filter(({ name }) => name in errors).length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a part of the form
    <div ref={box} role="group" tabIndex={-1} aria-labelledby={id} className={`card ${styles.summary}`}>
      <h3 id={id} className="text-18">
        <span role="status">
          {left === 0
            ? 'All of these are mended.'
            : `${left} ${left === 1 ? 'field needs' : 'fields need'} your attention`}
        </span>
      </h3>
      <ul className={styles.list}>
        {named.map(({ name, label }) => (
          <li key={name}>
            <a
              href={`#${name}`}
              onClick={(event) => {
                event.preventDefault();
                setFocus(name);
                document.activeElement?.scrollIntoView({ block: 'center' });
              }}
            >
              {label}
            </a>
            {!(name in errors) && (
              <span className="good strong">
                {' '}
                ✓<span className="unseen"> mended</span>
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
