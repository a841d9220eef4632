import useAutocomplete, { type AutocompleteGetItemProps } from '@mui/material/useAutocomplete';
import { type FocusEventHandler, type KeyboardEvent, type Ref, useCallback, useId, useRef, useState } from 'react';
import { messages } from '#shared/messages.ts';
import styles from './Dropdown.module.css';
import { described, FieldFrame } from './FieldFrame.tsx';
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
  placeholder?: string;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  hint?: string | undefined;
}

interface ComboProps extends ComboOptions {
  value: string | string[];
  onChange: (value: string | string[]) => void;
  name?: string;
  error?: string | undefined;
  invalid?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  onBlur?: FocusEventHandler;
  /** Typing marks the first match, and Enter opens the list. */
  quick?: boolean;
  /** The options only hold a message that there is nothing to choose. */
  noChoice?: boolean;
}

/** A choice out of a long list that people search by typing. Uses only the component library's hook, not its components. */
export function Combo(props: ComboProps) {
  const { label, value, required, disabled, hint, error, name, multiple = false, free = false } = props;
  const { quick = false, noChoice = false, inputRef: givenRef } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const change = (next: string | string[] | null) => props.onChange(next ?? '');
  const list = Array.isArray(value) ? value : [];
  const combo = useAutocomplete<string, boolean, false, boolean>({
    id,
    options: props.options,
    value: multiple ? list : (value as string) || null,
    open: isOpen,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    autoHighlight: quick,
    getOptionDisabled: () => noChoice,
    multiple,
    freeSolo: free,
    // Typed text becomes the value at once, not only when the field is left.
    onInputChange: (_, text, reason) => {
      if (free && !multiple && reason === 'input') change(text);
    },
    disableCloseOnSelect: multiple,
    disabled,
    onChange: (_, next) => change(next),
  });
  const box = useRef<HTMLDivElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const options = combo.groupedOptions as { index: number; option: string }[] | string[];
  // A field for free text needs no message about an empty list.
  const notice = options.length > 0 ? undefined : props.loading ? 'Loading…' : free ? undefined : emptyText(props);
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
  const setInput = useCallback(
    (element: HTMLInputElement | null) => {
      (inputRef as { current: HTMLInputElement | null }).current = element;
      if (typeof givenRef === 'function') givenRef(element);
    },
    [inputRef, givenRef],
  );
  return (
    <FieldFrame id={id} label={label} required={required} error={error} hint={hint}>
      <div
        {...combo.getRootProps({
          // The same as in other dropdowns.
          onKeyDown: (event: KeyboardEvent) => {
            if (!quick || event.key !== 'Enter' || isOpen) return;
            event.preventDefault();
            setOpen(true);
          },
        })}
      >
        <div ref={setBox} className={`row field touch ${styles.box}`} data-invalid={props.invalid || undefined}>
          {list.map((entry, index) => {
            const { onDelete, key, ...item } = itemProps({ index });
            return (
              // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the arrows reach it, Backspace removes it
              <div key={key} {...item} role="button" aria-label={entry} className={`inline small ${styles.chip}`}>
                {entry}
                <span aria-hidden="true" onClick={disabled ? undefined : onDelete}>
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
              onBlur?.(event);
              props.onBlur?.(event);
            }}
          />
          <span className={styles.buttons}>
            {combo.dirty && (
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
                const { key, ...option } = combo.getOptionProps(rendered);
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

const emptyText = ({ emptyText: text }: { emptyText?: string }) => text ?? messages.empty.dropdown;

function Cross({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d="m5 5 14 14M19 5 5 19" stroke="currentColor" strokeWidth="2.500" strokeLinecap="round" />
    </svg>
  );
}
