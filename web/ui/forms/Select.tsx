import { type KeyboardEvent, type RefCallback, useEffect, useId, useRef, useState } from 'react';
import { t } from '#web/lib/languages/text.ts';
import { useUnder } from '#web/ui/page/useUnder.ts';
import styles from './Dropdown.module.css';
import { described, FieldFrame } from './FieldFrame.tsx';
import { fold } from './typed-choice.ts';

export type Option = string | { value: string; label: string };

interface Entry {
  value: string;
  label: string;
  /** The entry is only a message. */
  disabled?: boolean;
}

interface SelectProps {
  label: string;
  /** Hides the label except from screen readers. */
  hideLabel?: boolean;
  value: string;
  onChange: (value: string) => void;
  entries: readonly Entry[];
  name?: string;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  inputRef?: RefCallback<HTMLElement>;
  onBlur?: () => void;
}

/** Letters typed within this time form one search text. */
const searchMs = 500;

/** One of a few fixed options. For long lists, which people search by typing, see Combo. */
export function Select(props: SelectProps) {
  const { label, hideLabel, name, value, entries, onChange, required, disabled, hint, error, inputRef } = props;
  const id = useId();
  const chosen = Math.max(
    0,
    entries.findIndex((entry) => entry.value === value),
  );
  /** The entry that Enter chooses while the menu is open; null if it is closed. */
  const [active, setActive] = useState<number | null>(null);
  const open = active !== null;
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  useUnder(button, menu, open);

  useEffect(() => {
    if (active !== null) menu.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  useEffect(() => {
    if (!open) return;
    const close = ({ target }: Event) => {
      if (!button.current?.contains(target as Node) && !menu.current?.contains(target as Node)) setActive(null);
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, [open]);

  const choose = (index: number) => {
    const next = entries[index];
    if (next?.disabled) return;
    setActive(null);
    button.current?.focus();
    if (next && next.value !== value) onChange(next.value);
  };

  /** The index of the next entry that begins with the typed text. */
  const find = (key: string, at: number): number => {
    const now = performance.now();
    const text = (now - typed.current.at < searchMs ? typed.current.text : '') + key.toLowerCase();
    typed.current = { text, at: now };
    const from = text.length > 1 ? chosen : at + 1;
    const order = entries.map((_, index) => ((open && text.length > 1 ? at : from) + index) % entries.length);
    // People type the word of the page, or the English one, which is the value.
    const begins = (entry: Entry | undefined) =>
      [entry?.label, entry?.value].some((word) => word && fold(word).startsWith(fold(text)));
    return order.find((index) => begins(entries[index])) ?? at;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey) return;
    const last = entries.length - 1;
    const goTo: Record<string, number> = {
      ArrowDown: Math.min(last, (active ?? chosen) + 1),
      ArrowUp: Math.max(0, (active ?? chosen) - 1),
      Home: 0,
      End: last,
      PageDown: Math.min(last, (active ?? chosen) + 6),
      PageUp: Math.max(0, (active ?? chosen) - 6),
    };
    if (!open) {
      if (key.length === 1 && key !== ' ') setActive(find(key, chosen));
      else if (['Enter', ' ', 'ArrowDown', 'ArrowUp'].includes(key)) setActive(chosen);
      else return;
    } else if (key === 'Enter' || key === ' ') choose(active);
    else if (key === 'Escape') {
      // Closes the menu, but not the dialog around it.
      event.stopPropagation();
      setActive(null);
    } else if (key === 'Tab') {
      choose(active);
      return;
    } else if (goTo[key] !== undefined) setActive(goTo[key]);
    else if (key.length === 1) setActive(find(key, active));
    else return;
    event.preventDefault();
  };

  return (
    <FieldFrame id={id} label={label} hideLabel={hideLabel} required={required} error={error} hint={hint}>
      <button
        {...described(id, error, hint)}
        ref={(element) => {
          button.current = element;
          inputRef?.(element);
        }}
        type="button"
        role="combobox"
        name={name}
        className={`flex items-center w-full min-h-touch field ${styles.select} relative cursor-pointer`}
        disabled={disabled}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? `${id}-menu` : undefined}
        aria-activedescendant={open ? `${id}-${active}` : undefined}
        aria-labelledby={`${id}-label`}
        aria-required={required || undefined}
        onClick={() => setActive(open ? null : chosen)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setActive(null);
          props.onBlur?.();
        }}
      >
        {entries[chosen]?.label}
      </button>
      {open && (
        <div
          ref={menu}
          id={`${id}-menu`}
          role="listbox"
          aria-labelledby={`${id}-label`}
          popover="manual"
          className={`card m-0 ${styles.list} shadow text-ink`}
          // The focus stays with the field.
          onMouseDown={(event) => event.preventDefault()}
        >
          {entries.map((entry, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field handles the keys
            <div
              key={entry.value}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === chosen}
              aria-disabled={entry.disabled || undefined}
              data-active={index === active || undefined}
              className={`flex items-center min-h-touch ${styles.option} cursor-pointer`}
              onClick={() => choose(index)}
            >
              {entry.label}
            </div>
          ))}
        </div>
      )}
    </FieldFrame>
  );
}

export function entriesOf(options: readonly Option[]): { value: string; label: string }[] {
  return options.map((option) => (typeof option === 'string' ? { value: option, label: t(option) } : option));
}
