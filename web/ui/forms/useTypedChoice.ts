import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { isPressed, pressEnd } from '#web/lib/forms/press.ts';
import { t } from '#web/lib/languages/text.ts';
import { exactMatch, fold, matching, whyUnmatched } from './typed-choice.ts';

interface TypedChoice {
  /** The options to choose from. */
  options: readonly string[];
  value: string | string[];
  onChange: (value: string | string[]) => void;
  /** Text that is not an option is a value too. */
  free: boolean;
  loading: boolean;
  /** What to do if nothing matches. */
  unmatchedText: string | undefined;
}

/**
 * The text of a field with which somebody searches a list, and what happens to it when the field is left: an exact match is
 * chosen, with the keyboard also the only match, or the one marked with the arrows. Any other text stays, with a message, which is
 * also the input's custom validity, so that no form is sent as if the text were not there.
 */
export function useTypedChoice({ options, value, onChange, free, loading, unmatchedText }: TypedChoice) {
  const list = Array.isArray(value) ? value : undefined;
  /** As the page says it. */
  const chosen = Array.isArray(value) ? '' : free ? value : t(value);
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(chosen);
  const [problem, setProblem] = useState<{ reason: string; shown: boolean }>();
  const [last, setLast] = useState(chosen);
  if (last !== chosen) {
    setLast(chosen);
    // What was left in the field without being a choice has emptied the value, and stays.
    if (chosen !== '' || !problem) setText(chosen);
    if (chosen !== '') setProblem(undefined);
  }

  useLayoutEffect(() => input.current?.setCustomValidity(problem?.reason ?? ''), [problem]);

  const type = (next: string) => {
    setText(next);
    setProblem(undefined);
  };

  const choose = (option: string) => {
    type(list ? '' : free ? option : t(option));
    if (list) {
      if (!list.includes(option)) onChange([...list, option]);
    } else if (option !== value) onChange(option);
  };

  const isPending = text !== '' && (list !== undefined || text !== chosen);

  const settle = (byPointer: boolean, marked: string | undefined) => {
    const exact = exactMatch(options, text);
    if (free) {
      if (exact !== undefined && exact !== text) choose(exact);
      return;
    }
    if (!isPending) return;
    if (fold(text) === '') return type('');
    const matches = matching(options, text);
    const meant = byPointer ? undefined : (marked ?? (matches.length === 1 ? matches[0] : undefined));
    const choice = exact ?? meant;
    if (choice !== undefined) return choose(choice);
    const reason = whyUnmatched({ text, found: matches, loading, isEmpty: options.length === 0, unmatchedText });
    setProblem({ reason, shown: !byPointer });
    if (byPointer) void pressEnd().then(() => setProblem((now) => now && { ...now, shown: true }));
    if (!list && chosen !== '') onChange('');
  };

  // A list that arrives, or changes, after the field was left.
  const onOptions = useEffectEvent(() => {
    if (isPending && document.activeElement !== input.current) settle(true, undefined);
  });
  const all = options.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list with the same entries is the same list
  useEffect(() => onOptions(), [all, loading]);

  return {
    input,
    text,
    /** The text is more than what was chosen. */
    isPending,
    /** The message for text that is no choice. */
    problem: problem?.shown ? problem.reason : undefined,
    type,
    choose,
    /**
     * The field is left.
     * @param marked the option marked with the arrow keys
     */
    leave: (marked?: string) => {
      // Another window is in front; the field keeps the focus in this one.
      if (document.activeElement !== input.current) settle(isPressed(), marked);
    },
  };
}
