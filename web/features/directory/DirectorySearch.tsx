import { useId, useRef, useState } from 'react';
import { t } from '#web/lib/languages/text.ts';
import menu from '#web/ui/forms/Dropdown.module.css';
import search from '#web/ui/forms/SearchField.module.css';
import fields from '#web/ui/forms/TextField.module.css';
import { useCombo } from '#web/ui/forms/useCombo.ts';
import { usePausedText } from '#web/ui/forms/usePausedText.ts';
import { CloseIcon, SearchIcon } from '#web/ui/page/icons.tsx';
import { useUnder } from '#web/ui/page/useUnder.ts';
import { type Suggestion, useSuggestions } from './suggestions.ts';

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
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const open = isOpen && suggestions.length > 0;
  const combo = useCombo({
    id,
    entries: suggestions,
    labelOf: ({ label }) => label,
    isOpen: open,
    setOpen,
    first: -1,
    choose: (suggestion) => {
      setOpen(false);
      onChoose(suggestion.change);
    },
  });
  const box = useRef<HTMLDivElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  useUnder(box, popup, open);
  return (
    <div className="min-w-0 grow">
      <div ref={box} className={`text-muted ${search.search} relative`}>
        <SearchIcon />
        <input
          {...combo.inputProps}
          type="text"
          value={text}
          className={`field ${fields.input} ${search.input}`}
          aria-label={label}
          placeholder={label}
          enterKeyHint="search"
          maxLength={200}
          onChange={(event) => {
            type(event.target.value);
            setOpen(true);
          }}
          onMouseDown={() => setOpen(true)}
          onKeyDown={(event) => {
            combo.inputProps.onKeyDown(event);
            if (event.key !== 'Enter' || event.defaultPrevented) return;
            event.preventDefault();
            report(text);
          }}
          onBlur={() => {
            setOpen(false);
            // Leaving the field ends the typing.
            report(text);
          }}
        />
        {text && (
          <button
            type="button"
            className="touch-square absolute-top-right bare text-muted rounded"
            aria-label={t('Clear the search')}
            onClick={clear}
          >
            <CloseIcon fontSize="small" />
          </button>
        )}
      </div>
      {open && (
        <div ref={popup} role="presentation" popover="manual" className={`card m-0 ${menu.list} shadow text-ink`}>
          <ul {...combo.listProps} aria-label={label} className={`${menu.options} relative`}>
            {suggestions.map((option, index) => (
              <li
                key={option.label}
                {...combo.optionProps(index)}
                className={`flex items-center min-h-touch ${menu.option} cursor-pointer`}
              >
                {option.label}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
