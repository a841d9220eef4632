import Autocomplete from '@mui/material/Autocomplete';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { CloseIcon, SearchIcon } from '#web/ui/icons.tsx';
import { usePausedText } from '#web/ui/usePausedText.ts';
import type { Suggestion } from './suggestions.ts';
import { useSuggestions } from './useSuggestions.ts';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** A filter was chosen in the place of what was typed. */
  onChoose: (change: Suggestion['change']) => void;
}

/** The search by name; what may be a statute, an office or a place is offered as that. */
export function DirectorySearch({ label, value, onChange, onChoose }: Props) {
  const { text, type, tell, clear } = usePausedText(value, onChange);
  // Asked for when typing has paused, like the names themselves.
  const suggestions = useSuggestions(text === value ? text : '');
  return (
    <Autocomplete<Suggestion, false, true, true>
      freeSolo
      disableClearable
      fullWidth
      options={suggestions}
      filterOptions={(all) => all}
      getOptionLabel={(option) => (typeof option === 'string' ? option : option.label)}
      // Nothing is ever chosen in the field itself: it holds the text, and a choice becomes a filter.
      value={'' as never}
      inputValue={text}
      onInputChange={(_, next, reason) => {
        if (reason === 'input') type(next);
      }}
      onChange={(_, chosen) => {
        if (typeof chosen === 'string') tell(text);
        else onChoose(chosen.change);
      }}
      // Anyone who goes on to another filter has done with this one.
      onBlur={() => tell(text)}
      renderInput={(params) => (
        <TextField
          {...params}
          placeholder={label}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, 'aria-label': label, enterKeyHint: 'search', maxLength: 200 },
            input: {
              ...params.slotProps.input,
              startAdornment: (
                <InputAdornment position="start">
                  <SearchIcon aria-hidden="true" />
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
      )}
    />
  );
}
