import useAutocomplete from '@mui/material/useAutocomplete';
import { type RefCallback, useRef } from 'react';
import menu from '#web/ui/Dropdown.module.css';
import { CloseIcon, SearchIcon } from '#web/ui/icons.tsx';
import fields from '#web/ui/PlainField.module.css';
import { usePausedText } from '#web/ui/usePausedText.ts';
import { useUnder } from '#web/ui/useUnder.ts';
import styles from './DirectorySearch.module.css';
import type { Suggestion } from './suggestions.ts';
import { useSuggestions } from './useSuggestions.ts';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Called when a suggested filter replaces the typed text. */
  onChoose: (change: Suggestion['change']) => void;
}

/** The search by name; a text that may be a statute, an office or a place is suggested as a filter. */
export function DirectorySearch({ label, value, onChange, onChoose }: Props) {
  const { text, type, report, clear } = usePausedText(value, onChange);
  // Loaded when typing pauses, like the names.
  const suggestions = useSuggestions(text === value ? text : '');
  const combo = useAutocomplete<Suggestion, false, true, true>({
    freeSolo: true,
    disableClearable: true,
    options: suggestions,
    filterOptions: (all) => all,
    getOptionLabel: (option) => (typeof option === 'string' ? option : option.label),
    // The field has no value of its own, only text: a choice becomes a filter.
    value: '',
    inputValue: text,
    onInputChange: (_, next, reason) => {
      if (reason === 'input') type(next);
    },
    onChange: (_, chosen) => {
      if (typeof chosen === 'string') report(text);
      else onChoose(chosen.change);
    },
  });
  const box = useRef<HTMLDivElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const options = combo.groupedOptions as Suggestion[];
  const open = combo.popupOpen && options.length > 0;
  useUnder(box, popup, open);
  const { onBlur, ...input } = combo.getInputProps();
  // Its declared type lacks the parameter.
  const setAnchorEl = combo.setAnchorEl as RefCallback<HTMLElement>;
  return (
    <div {...combo.getRootProps()} className="shrinks grows">
      <div
        ref={(element) => {
          box.current = element;
          setAnchorEl(element);
        }}
        className={styles.box}
      >
        <SearchIcon />
        <input
          {...input}
          className={`${fields.input} ${styles.input}`}
          aria-label={label}
          placeholder={label}
          enterKeyHint="search"
          maxLength={200}
          onBlur={(event) => {
            onBlur?.(event);
            // Leaving the field ends the typing.
            report(text);
          }}
        />
        {text && (
          <button
            type="button"
            className={`square bare muted ${styles.clear}`}
            aria-label="Clear the search"
            onClick={clear}
          >
            <CloseIcon fontSize="small" />
          </button>
        )}
      </div>
      {open && (
        <div ref={popup} role="presentation" popover="manual" className={`card flush ${menu.list}`}>
          <ul {...combo.getListboxProps()} aria-label={label} className={menu.options}>
            {options.map((option, index) => {
              const { key, ...props } = combo.getOptionProps({ option, index });
              return (
                <li key={key} {...props} className={`bar touch ${menu.option}`}>
                  {option.label}
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </div>
  );
}
