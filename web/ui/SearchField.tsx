import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { CloseIcon, SearchIcon } from './icons.tsx';
import { usePausedText } from './usePausedText.ts';

interface SearchFieldProps {
  label: string;
  value: string;
  /** Called when typing pauses, and at once on Enter, on clearing, and when the field is left. */
  onChange: (value: string) => void;
  placeholder?: string;
  /** The length of the pause in milliseconds. */
  delay?: number;
  /** Hides the label except from screen readers. */
  hideLabel?: boolean;
}

/** A search field that searches while somebody types. */
export function SearchField({ label, value, onChange, placeholder, delay, hideLabel }: SearchFieldProps) {
  const { text, type, report, clear } = usePausedText(value, onChange, delay);

  return (
    <TextField
      type="text"
      label={hideLabel ? undefined : label}
      placeholder={placeholder}
      value={text}
      autoComplete="off"
      onChange={(event) => type(event.target.value)}
      // Leaving the field ends the typing.
      onBlur={() => report(text)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault();
          report(text);
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
