import useAutocomplete, { type AutocompleteGetItemProps } from '@mui/material/useAutocomplete';
import { type FocusEventHandler, type KeyboardEvent, type Ref, useCallback, useId, useRef, useState } from 'react';
import { messages } from '#shared/messages.ts';
import styles from './Dropdown.module.css';
import { described, FieldFrame } from './FieldFrame.tsx';
import { matching } from './typed-choice.ts';
import { useTypedChoice } from './useTypedChoice.ts';
import { useUnder } from './useUnder.ts';

export interface ComboOptions {
  label: string;
  options: readonly string[];
  /** Allows several choices; the value is then a list. */
  multiple?: boolean;
  /** Accepts text that is not among the options. */
  free?: boolean;
  loading?: boolean;
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
 * the form. `useTypedChoice` has what happens to typed text. Uses only the component library's hook, not its components.
 */
export function Combo(props: ComboProps) {
  const { label, value, required, disabled, hint, name, multiple = false, free = false, loading = false } = props;
  const { noChoice = false, inputRef: givenRef } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const typed = useTypedChoice({
    options: noChoice ? none : props.options,
    value,
    onChange: props.onChange,
    free,
    loading,
    unmatchedText: props.unmatchedText,
  });
  const error = props.error ?? typed.problem;
  const list = Array.isArray(value) ? value : none;
  /** What the pointer or the arrow keys have marked. */
  const marked = useRef(unmarked);
  const combo = useAutocomplete<string, boolean, false, boolean>({
    id,
    options: props.options,
    filterOptions: (options, { inputValue }) => [...(noChoice ? options : matching(options, inputValue))],
    // While somebody types, the first match is marked, not the one chosen before.
    value: typed.isPending ? (multiple ? [] : null) : multiple ? [...list] : (value as string) || null,
    inputValue: typed.text,
    open: isOpen,
    onOpen: () => {
      marked.current = unmarked;
      setOpen(true);
    },
    onClose: () => setOpen(false),
    autoHighlight: !free,
    onHighlightChange: (_, option, reason) => {
      marked.current = { option, byKey: reason === 'keyboard' };
    },
    getOptionDisabled: () => noChoice,
    multiple,
    freeSolo: free,
    // See `useTypedChoice`.
    clearOnBlur: false,
    // They move the cursor in the text.
    handleHomeEndKeys: false,
    onInputChange: (_, text, reason) => {
      if (reason !== 'input' && reason !== 'clear') return;
      marked.current = unmarked;
      typed.type(text);
      props.onTyped?.();
      // Free text becomes the value at once, not only when the field is left.
      if (free && !multiple) props.onChange(text);
    },
    disableCloseOnSelect: multiple,
    disabled,
    onChange: (event, next, _reason, details) => {
      const option = details?.option;
      if (!multiple || option === undefined || !list.includes(option)) {
        if (option === undefined) props.onChange((next as string | string[] | null) ?? '');
        else typed.choose(option);
        return;
      }
      typed.type('');
      // Typing the name of a chosen entry does not remove it.
      if (event.type === 'click' || marked.current.byKey) props.onChange(list.filter((each) => each !== option));
    },
  });
  const onKeyDown = (event: KeyboardEvent & { defaultMuiPrevented?: boolean }) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // Enter chooses; sending the form has a button.
    event.preventDefault();
    if (isOpen) return;
    event.defaultMuiPrevented = true;
    // The same as in other dropdowns.
    if (!free) setOpen(true);
  };
  const box = useRef<HTMLDivElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const options = combo.groupedOptions as { index: number; option: string }[] | string[];
  // A field for free text needs no message about an empty list.
  const notice = options.length > 0 ? undefined : loading ? 'Loading…' : free ? undefined : emptyText(props);
  const open = combo.popupOpen && (options.length > 0 || notice !== undefined);
  useUnder(box, popup, open);
  const { onBlur, ref: inputRef, ...input } = combo.getInputProps();
  // Its declared type lacks the parameter.
  const setAnchorEl = combo.setAnchorEl as (element: HTMLElement | null) => void;
  const itemProps = combo.getItemProps as AutocompleteGetItemProps<true>;
  const setBox = useCallback(
    (element: HTMLDivElement | null) => {
      box.current = element;
      setAnchorEl(element);
    },
    [setAnchorEl],
  );
  const { input: typedInput } = typed;
  const setInput = useCallback(
    (element: HTMLInputElement | null) => {
      (inputRef as { current: HTMLInputElement | null }).current = element;
      typedInput.current = element;
      if (typeof givenRef === 'function') givenRef(element);
    },
    [inputRef, typedInput, givenRef],
  );
  return (
    <FieldFrame id={id} label={label} required={required} error={error} hint={hint}>
      <div {...combo.getRootProps({ onKeyDown })}>
        <div
          ref={setBox}
          className={`row field touch ${styles.box}`}
          data-invalid={props.invalid || error !== undefined || undefined}
        >
          {list.map((entry, index) => {
            const { onDelete: _onDelete, key, ...item } = itemProps({ index });
            return (
              // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the arrows reach it, Backspace removes it
              <div key={key} {...item} role="button" aria-label={entry} className={`inline small ${styles.chip}`}>
                {entry}
                <span
                  aria-hidden="true"
                  onClick={disabled ? undefined : () => props.onChange(list.filter((each) => each !== entry))}
                >
                  <Cross size={14} />
                </span>
              </div>
            );
          })}
          <input
            {...input}
            {...described(id, error, hint)}
            ref={setInput}
            name={name}
            className={styles.text}
            aria-required={required || undefined}
            // There is no room for it beside the chosen entries.
            placeholder={list.length > 0 ? undefined : props.placeholder}
            onBlur={(event) => {
              typed.leave(isOpen && marked.current.byKey ? (marked.current.option ?? undefined) : undefined);
              onBlur?.(event);
              props.onBlur?.(event);
            }}
          />
          <span className={styles.buttons}>
            {(typed.text !== '' || list.length > 0) && (
              <button {...combo.getClearProps()} type="button" aria-label="Clear" disabled={disabled}>
                <Cross size={16} />
              </button>
            )}
            {!free && (
              <button
                {...combo.getPopupIndicatorProps()}
                type="button"
                aria-label={combo.popupOpen ? 'Close' : 'Open'}
                disabled={disabled}
              >
                <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
                  <path d="m6 9.500 6 6 6-6" stroke="currentColor" strokeWidth="2" fill="none" />
                </svg>
              </button>
            )}
          </span>
        </div>
      </div>
      {open && (
        <div ref={popup} role="presentation" popover="manual" className={`card flush ${styles.list}`}>
          {notice !== undefined && (
            <p
              className={`muted flush ${styles.nothing}`}
              role="status"
              onMouseDown={(event) => event.preventDefault()}
            >
              {notice}
            </p>
          )}
          {options.length > 0 && (
            <ul {...combo.getListboxProps()} className={styles.options}>
              {options.map((entry, at) => {
                const rendered = typeof entry === 'string' ? { option: entry, index: at } : entry;
                const { key, ...option } = {
                  ...combo.getOptionProps(rendered),
                  'aria-selected': multiple ? list.includes(rendered.option) : rendered.option === value,
                };
                return (
                  <li key={key} {...option} className={`bar touch ${styles.option}`}>
                    {rendered.option}
                  </li>
                );
              })}
            </ul>
          )}
        </div>
      )}
    </FieldFrame>
  );
}

const none: readonly string[] = [];
const unmarked: { option: string | null; byKey: boolean } = { option: null, byKey: false };

const emptyText = ({ emptyText: text }: { emptyText?: string }) => text ?? messages.empty.dropdown;

function Cross({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d="m5 5 14 14M19 5 5 19" stroke="currentColor" strokeWidth="2.500" strokeLinecap="round" />
    </svg>
  );
}
