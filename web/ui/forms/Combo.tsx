import { type FocusEventHandler, type KeyboardEvent, type Ref, useCallback, useId, useRef, useState } from 'react';
import { messages } from '#shared/messages.ts';
import { othersOption } from '#shared/options.ts';
import { t } from '#web/lib/languages/text.ts';
import { useWordsOf } from '#web/lib/languages/useWordsOf.ts';
import { inPageOrder } from '#web/lib/languages/written-text.ts';
import { useUnder } from '#web/ui/page/useUnder.ts';
import styles from './Dropdown.module.css';
import { described, FieldFrame } from './FieldFrame.tsx';
import { matching } from './typed-choice.ts';
import { useCombo } from './useCombo.ts';
import { useTypedChoice } from './useTypedChoice.ts';

export interface ComboOptions {
  label: string;
  options: readonly string[];
  /** Allows several choices; the value is then a list. */
  multiple?: boolean;
  /** Accepts text that is not among the options. */
  free?: boolean;
  loading?: boolean;
  /** The key of the options' words, if they load apart. */
  words?: string;
  /** The menu's text when nothing matches. */
  emptyText?: string;
  /** The message for text that matches nothing; by default that it is not in the list. */
  unmatchedText?: string;
  placeholder?: string;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  hint?: string | undefined;
}

interface ComboProps extends ComboOptions {
  value: string | string[];
  onChange: (value: string | string[]) => void;
  /** Typing has changed the text, which is not a value yet. */
  onTyped?: () => void;
  name?: string;
  error?: string | undefined;
  invalid?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  onBlur?: FocusEventHandler;
  /** The options only hold a message that there is nothing to choose. */
  noChoice?: boolean;
}

/**
 * A choice out of a long list that people search by typing: the first match is marked, and Enter chooses it, but never sends
 * the form. `useTypedChoice` has what happens to typed text.
 */
export function Combo(props: ComboProps) {
  const { label, value, required, disabled, hint, name, multiple = false, free = false } = props;
  const { noChoice = false, inputRef: givenRef } = props;
  const id = useId();
  const [isOpen, setOpened] = useState(false);
  /** Nothing was typed since the list was opened: it then shows all entries. */
  const [untouched, setUntouched] = useState(true);
  const setOpen = (open: boolean) => {
    if (open) setUntouched(true);
    setOpened(open && !disabled);
  };
  /** Free text is stored as it is read. */
  const shown = (entry: string) => (free ? entry : t(entry));
  const hasWords = useWordsOf(props.words, isOpen || value.length > 0);
  const loading = props.loading || !hasWords;
  const options = !hasWords ? none : free ? props.options : inPageOrder(props.options, othersOption);
  const typed = useTypedChoice({
    options: noChoice ? none : options,
    value,
    onChange: props.onChange,
    free,
    loading,
    unmatchedText: props.unmatchedText,
  });
  const error = typed.problem ?? props.error;
  const list = Array.isArray(value) ? value : none;
  const remove = (entry: string) => props.onChange(list.filter((each) => each !== entry));
  const search = untouched && !typed.isPending ? '' : typed.text;
  const entries = noChoice ? props.options : matching(options, search);
  // A field for free text needs no message about an empty list.
  const notice = entries.length > 0 ? undefined : loading ? t('Loading…') : free ? undefined : emptyText(props);
  const open = isOpen && (entries.length > 0 || notice !== undefined);
  const combo = useCombo({
    id,
    entries,
    labelOf: shown,
    isOpen: open,
    multiple,
    setOpen,
    first: firstMarked(entries, typed.isPending ? '' : value, free || noChoice),
    choose: (entry, meant) => {
      if (noChoice) return;
      if (!multiple) setOpen(false);
      if (!list.includes(entry)) return typed.choose(entry);
      typed.type('');
      // Typing the name of a chosen entry does not remove it.
      if (meant) remove(entry);
    },
  });
  const change = (text: string) => {
    typed.type(text);
    props.onTyped?.();
    // Free text becomes the value at once, not only when the field is left.
    if (!multiple && (free || text === '')) props.onChange(text);
    if (text !== '') setOpened(true);
    setUntouched(false);
  };
  const box = useRef<HTMLDivElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  useUnder(box, popup, open);
  const { input } = typed;
  const setInput = useCallback(
    (element: HTMLInputElement | null) => {
      input.current = element;
      if (typeof givenRef === 'function') givenRef(element);
    },
    [input, givenRef],
  );
  const focusedNow = useRef(false);

  /** Left and right go through the chosen entries, and Backspace removes one, while nothing is typed. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      // Enter chooses; sending the form has a button.
      event.preventDefault();
      // The same as in other dropdowns.
      if (!free) setOpen(true);
    }
    if (typed.text !== '' || list.length === 0 || disabled) return;
    const chips = [...(box.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])];
    const at = chips.indexOf(event.target as HTMLElement);
    if (event.key === 'Backspace' || (event.key === 'Delete' && at >= 0)) {
      event.preventDefault();
      remove(list[at >= 0 ? at : list.length - 1]!);
      input.current?.focus();
    } else if (event.key === 'ArrowLeft') chips[at < 0 ? chips.length - 1 : Math.max(0, at - 1)]?.focus();
    else if (at < 0) return;
    else if (event.key === 'ArrowRight') (chips[at + 1] ?? input.current)?.focus();
    // What is typed belongs into the field.
    else if (event.key.length === 1) input.current?.focus();
  };

  return (
    <FieldFrame id={id} label={label} required={required} error={error} hint={hint}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the input and of the chosen entries inside */}
      <div
        ref={box}
        className={`flex flex-wrap items-center field min-h-touch ${styles.box} gap-4px relative`}
        data-invalid={props.invalid || error !== undefined || undefined}
        onKeyDown={onKeyDown}
        // The focus stays with the input.
        onMouseDown={(event) => {
          if (event.target !== input.current) event.preventDefault();
        }}
        onClick={(event) => {
          if (disabled || (event.target as Element).closest('button, [data-chip]')) return;
          input.current?.focus();
          if (event.target !== input.current) setOpen(!isOpen);
        }}
      >
        {(hasWords ? list : none).map((entry) => (
          // biome-ignore lint/a11y/useSemanticElements: the arrows reach it, Backspace removes it
          <div
            key={entry}
            role="button"
            tabIndex={-1}
            data-chip
            aria-label={shown(entry)}
            aria-disabled={disabled || undefined}
            className={`inline-flex items-center text-14 ${styles.chip} max-w-full rounded-4px`}
          >
            {shown(entry)}
            <span
              className="touch-square text-muted flex-none cursor-pointer"
              aria-hidden="true"
              onClick={disabled ? undefined : () => remove(entry)}
            >
              <Cross size={14} />
            </span>
          </div>
        ))}
        <input
          {...combo.inputProps}
          {...described(id, error, hint)}
          ref={setInput}
          name={name}
          type="text"
          className={styles.text}
          value={typed.text}
          disabled={disabled}
          aria-required={required || undefined}
          // There is no room for it beside the chosen entries.
          placeholder={list.length > 0 || !props.placeholder ? undefined : t(props.placeholder)}
          onChange={(event) => change(event.target.value)}
          onFocus={() => {
            focusedNow.current = true;
          }}
          onMouseDown={() => {
            if (typed.text === '' || !isOpen) setOpen(!isOpen);
          }}
          onClick={({ currentTarget }) => {
            // A first click marks the text, so that typing replaces it.
            if (focusedNow.current && !free && currentTarget.selectionStart === currentTarget.selectionEnd) {
              currentTarget.select();
            }
            focusedNow.current = false;
          }}
          onBlur={(event) => {
            typed.leave(combo.markedByKey);
            setOpen(false);
            props.onBlur?.(event);
          }}
        />
        <span className={`${styles.buttons} absolute-top-right flex`}>
          {(typed.text !== '' || list.length > 0) && (
            <button
              type="button"
              className="touch-square bare text-muted p-0 rounded tints"
              tabIndex={-1}
              aria-label={t('Clear')}
              disabled={disabled}
              onClick={() => {
                typed.type('');
                props.onTyped?.();
                props.onChange(multiple ? [] : '');
                input.current?.focus();
              }}
            >
              <Cross size={16} />
            </button>
          )}
          {!free && (
            <button
              type="button"
              className="touch-square bare text-muted p-0 rounded tints"
              tabIndex={-1}
              aria-label={open ? t('Close') : t('Open')}
              disabled={disabled}
              onClick={() => {
                input.current?.focus();
                setOpen(!isOpen);
              }}
            >
              <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
                <path d="m6 9.500 6 6 6-6" stroke="currentColor" strokeWidth="2" fill="none" />
              </svg>
            </button>
          )}
        </span>
      </div>
      {open && (
        <div ref={popup} role="presentation" popover="manual" className={`card m-0 ${styles.list} shadow text-ink`}>
          {notice !== undefined && (
            <p
              className={`text-muted m-0 ${styles.nothing}`}
              role="status"
              onMouseDown={(event) => event.preventDefault()}
            >
              {notice}
            </p>
          )}
          {entries.length > 0 && (
            <ul {...combo.listProps} aria-labelledby={`${id}-label`} className={`${styles.options} relative`}>
              {entries.map((entry, index) => (
                <li
                  key={entry}
                  {...combo.optionProps(index, multiple ? list.includes(entry) : entry === value, noChoice)}
                  className={`flex items-center min-h-touch ${styles.option} cursor-pointer`}
                >
                  {shown(entry)}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </FieldFrame>
  );
}

/** The index of the entry that Enter chooses when the list opens: the chosen one, or else the first; -1 for none. */
function firstMarked(entries: readonly string[], value: string | string[], unmarked: boolean): number {
  const values = Array.isArray(value) ? value : [value];
  const chosen = entries.findIndex((entry) => values.includes(entry));
  return chosen >= 0 || unmarked ? chosen : 0;
}

const none: readonly string[] = [];

const emptyText = ({ emptyText: text }: { emptyText?: string }) => t(text ?? messages.empty.dropdown);

function Cross({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d="m5 5 14 14M19 5 5 19" stroke="currentColor" strokeWidth="2.500" strokeLinecap="round" />
    </svg>
  );
}
