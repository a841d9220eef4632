import { useEffect, useRef, useState } from 'react';

/**
 * A debounced text field.
 * @param value the value outside; when it changes there, it replaces the field's text
 * @param delay the pause in typing, in milliseconds, after which `onChange` is called
 * @returns the field's text, and functions that set it, report it at once, and clear it
 */
export function usePausedText(value: string, onChange: (value: string) => void, delay = 300) {
  const [text, setText] = useState(value);
  const reported = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The page may have rendered again during the pause.
  const listener = useRef(onChange);
  listener.current = onChange;

  useEffect(() => {
    // Changed from outside, as by a Reset button or by 'back'.
    if (value === reported.current) return;
    reported.current = value;
    clearTimeout(timer.current);
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const report = (next: string) => {
    clearTimeout(timer.current);
    if (next === reported.current) return;
    reported.current = next;
    listener.current(next);
  };
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => report(next), delay);
  };
  const clear = () => {
    setText('');
    report('');
  };
  return { text, type, report, clear };
}
