import { useEffect, useRef, useState } from 'react';

/**
 * A text that is told while it is typed, once typing has paused.
 * @param value as it is outside; a change of it from there takes the field's place
 * @param delay milliseconds of pause
 * @returns the text in the field, how to set it, and how to tell it at once
 */
export function usePausedText(value: string, onChange: (value: string) => void, delay = 300) {
  const [text, setText] = useState(value);
  const told = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // While typing pauses, the page may have been drawn again.
  const listener = useRef(onChange);
  listener.current = onChange;

  useEffect(() => {
    // Changed from outside, as by a Reset button or by going back.
    if (value === told.current) return;
    told.current = value;
    clearTimeout(timer.current);
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const tell = (next: string) => {
    clearTimeout(timer.current);
    if (next === told.current) return;
    told.current = next;
    listener.current(next);
  };
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => tell(next), delay);
  };
  const clear = () => {
    setText('');
    tell('');
  };
  return { text, type, tell, clear };
}
