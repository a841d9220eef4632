import { useId } from 'react';
import { useBelow } from '#web/lib/browser/useBelow.ts';
import { t } from '#web/lib/languages/text.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { CloseIcon, SearchIcon } from '#web/ui/page/icons.tsx';
import { FieldFrame } from './FieldFrame.tsx';
import styles from './SearchField.module.css';
import fields from './TextField.module.css';
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
  const id = useId();
  const onPhone = useBelow('sm');
  const { text, type, report, clear } = usePausedText(value, onChange, delay);
  return (
    <FieldFrame id={id} label={label} hideLabel={hideLabel} error={undefined} hint={undefined}>
      <div className={`text-muted ${styles.search} relative`}>
        <SearchIcon />
        <input
          id={id}
          type="text"
          className={`field ${fields.input} ${styles.input}`}
          // A phone has no room for the list of what is searched, which the label names.
          placeholder={onPhone && placeholder ? t('Search') : placeholder}
          value={text}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          onChange={(event) => type(event.target.value)}
          // Leaving the field ends the typing.
          onBlur={() => report(text)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            report(text);
          }}
        />
        {text && (
          <span className="absolute-top-right">
            <Button look="icon" aria-label={t('Clear the search')} onClick={clear}>
              <CloseIcon fontSize="small" />
            </Button>
          </span>
        )}
      </div>
    </FieldFrame>
  );
}
