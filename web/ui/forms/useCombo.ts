import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';

interface Options<T> {
  /** The input's id. */
  id: string;
  /** The entries that the list shows. */
  entries: readonly T[];
  /** An entry's text. */
  labelOf: (entry: T) => string;
  isOpen: boolean;
  setOpen: (open: boolean) => void;
  multiple?: boolean;
  /** The entry that is marked when the list opens or changes; -1: none. */
  first: number;
  /** @param meant the entry was clicked, or marked with the arrow keys */
  choose: (entry: T, meant: boolean) => void;
}

/** Entries that Page Up and Page Down skip. */
const pageStep = 5;

/** The keys and roles of an input with a list of entries below it; the focus stays in the input. */
export function useCombo<T>({ id, entries, labelOf, isOpen, setOpen, multiple, first, choose }: Options<T>) {
  const shown = `${isOpen} ${entries.map(labelOf).join('\n')}`;
  const [marked, setMarked] = useState({ shown: '', at: -1, byKey: false });
  const { at, byKey } = isOpen && marked.shown === shown ? marked : { at: isOpen ? first : -1, byKey: false };
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    if (at >= 0) list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const onKeyDown = (event: KeyboardEvent) => {
    const count = entries.length;
    const goTo: Record<string, number> = {
      ArrowDown: (at + 1) % count,
      ArrowUp: at <= 0 ? count - 1 : at - 1,
      PageDown: Math.min(count - 1, at + pageStep),
      PageUp: Math.max(0, at - pageStep),
    };
    const next = goTo[event.key];
    const entry = entries[at];
    if (next !== undefined) {
      if (isOpen && count > 0) setMarked({ shown, at: next, byKey: true });
      else setOpen(true);
    } else if (event.key === 'Escape' && isOpen) {
      // Closes the list, but not the dialog around it.
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === 'Enter' && isOpen && entry !== undefined && !event.nativeEvent.isComposing) {
      choose(entry, byKey);
    } else return;
    event.preventDefault();
  };

  return {
    /** What the arrow keys have marked. */
    markedByKey: byKey ? entries[at] : undefined,
    inputProps: {
      id,
      role: 'combobox',
      autoComplete: 'off',
      autoCapitalize: 'none',
      spellCheck: false,
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? `${id}-listbox` : undefined,
      'aria-activedescendant': at >= 0 && at < entries.length ? `${id}-option-${at}` : undefined,
      onKeyDown,
    } as const,
    listProps: {
      ref: list,
      id: `${id}-listbox`,
      role: 'listbox',
      'aria-multiselectable': multiple || undefined,
      // The focus stays with the input.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
    },
    optionProps: (index: number, isChosen = false, isDisabled = false) => ({
      id: `${id}-option-${index}`,
      role: 'option',
      tabIndex: -1,
      'aria-selected': isChosen,
      'aria-disabled': isDisabled || undefined,
      'data-active': index === at || undefined,
      onMouseMove: () => {
        if (index !== at) setMarked({ shown, at: index, byKey: false });
      },
      onClick: () => choose(entries[index] as T, true),
    }),
  };
}
