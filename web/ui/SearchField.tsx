import Close from '@mui/icons-material/Close';
import Search from '@mui/icons-material/Search';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';

interface SearchFieldProps {
  label: string;
  value: string;
  /** Called when typing has paused, and at once for Enter, for emptying and when the field is left. */
  onChange: (value: string) => void;
  placeholder?: string;
  /** Milliseconds of pause. */
  delay?: number;
  /** Without a visible label; it is still read out. */
  hideLabel?: boolean;
}

/** A search text that is looked for while it is typed. */
export function SearchField({ label, value, onChange, placeholder, delay = 300, hideLabel }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const told = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // While typing pauses, the page may have been drawn anew.
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

  return (
    <TextField
      type="text"
      label={hideLabel ? undefined : label}
      placeholder={placeholder}
      value={text}
      autoComplete="off"
      onChange={(event) => {
        const next = event.target.value;
        setText(next);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => tell(next), delay);
      }}
      // Whoever goes on to another filter has done with this one.
      onBlur={() => tell(text)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault();
          tell(text);
        }
      }}
      slotProps={{
        htmlInput: { 'aria-label': hideLabel ? label : undefined, enterKeyHint: 'search', maxLength: 200 },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search aria-hidden="true" />
            </InputAdornment>
          ),
          endAdornment: text && (
            <InputAdornment position="end">
              <IconButton
                edge="end"
                aria-label="Clear the search"
                onClick={() => {
                  setText('');
                  tell('');
                }}
              >
                <Close fontSize="small" />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
