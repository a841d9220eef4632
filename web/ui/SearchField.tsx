import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { CloseIcon, SearchIcon } from './icons.tsx';
import { usePausedText } from './usePausedText.ts';

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
export function SearchField({ label, value, onChange, placeholder, delay, hideLabel }: SearchFieldProps) {
  const { text, type, tell, clear } = usePausedText(value, onChange, delay);

  return (
    <TextField
      type="text"
      label={hideLabel ? undefined : label}
      placeholder={placeholder}
      value={text}
      autoComplete="off"
      onChange={(event) => type(event.target.value)}
      // Anyone who goes on to another filter has done with this one.
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
              <SearchIcon />
            </InputAdornment>
          ),
          endAdornment: text && (
            <InputAdornment position="end">
              <IconButton edge="end" aria-label="Clear the search" onClick={clear}>
                <CloseIcon fontSize="small" />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
