import { useEffect, useId, useRef } from 'react';
import type { FieldErrors } from '#shared/errors.ts';

/** Of more only the first few are named. */
const shown = { most: 5, few: 3 };

/**
 * The sentences of a form that could not be saved and has no `ErrorSummary`, above it. It takes the focus after each try.
 * @param tries how often saving was tried
 */
export function MistakeList({ errors, tries, busy }: { errors: FieldErrors; tries: number; busy: boolean }) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const sentences = [...new Set(Object.values(errors))];
  const isShown = sentences.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of a try moves the focus, not an edit
  useEffect(() => {
    if (!isShown || busy) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, [tries, busy]);
  if (!isShown) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a part of the form
    <div ref={box} role="group" tabIndex={-1} aria-labelledby={id} className="card p-2 border-l-bad">
      <h2 id={id} className="text-18 m-0">
        {sentences.length === 1 ? '1 thing needs your attention' : `${sentences.length} things need your attention`}
      </h2>
      <ul className="m-0 mt-1">
        {sentences.slice(0, sentences.length > shown.most ? shown.few : shown.most).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}
