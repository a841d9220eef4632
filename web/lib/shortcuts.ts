import { createContext, useContext, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

/**
 * Keys that do something while nothing is being typed. What is open on top has the keyboard to itself: a dialog's keys
 * rest while another dialog lies over it.
 */

export interface Shortcut {
  /** A letter or character as it is shown: `A`, `?`, `Shift+T`. */
  keys: string;
  /** What it does, as its button says it. */
  label: string;
  run: () => void;
  /** Shown in the help, but without effect just now. */
  disabled?: boolean;
}

export interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

interface Registered {
  layer: number;
  group: () => ShortcutGroup;
}

/** How many dialogs a part of the page lies in. */
export const LayerContext = createContext(0);

/** Of the help and the search, which lie above every other dialog and have the keyboard to themselves. */
export const topLayer = 100;
/** Of keys that work on the page and over every dialog but those. */
const everywhere = Number.POSITIVE_INFINITY;

const groups = new Set<Registered>();
const open = new Map<number, number>();
const forms = new Map<number, number>();
const listeners = new Set<() => void>();
const storageKey = 'singleKeys';
let listening = false;
let fallback = true;

const top = () => Math.max(0, ...open.keys());

/** What the keys do just now, for the help. */
export function activeShortcuts(): ShortcutGroup[] {
  const isActive = (layer: number) => layer === top() || (layer === everywhere && top() < topLayer);
  return [...groups].filter(({ layer }) => isActive(layer)).map(({ group }) => group());
}

/** Whether a form lies on top: what has been typed in it would be lost with the page. */
export const isFormOnTop = () => forms.has(top());

/** Whether single keys do anything: some people's speech or tremor presses keys that they do not mean. */
function singleKeysOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return fallback;
  }
}

export function setSingleKeys(on: boolean) {
  fallback = on;
  try {
    if (on) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // Kept for this page only.
  }
  for (const listener of listeners) listener();
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, singleKeysOn, () => true);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** A dialog takes the keyboard while it is open. @returns the layer of what is in it */
export function useOpenLayer(isOpen: boolean, isForm: boolean): number {
  const layer = useContext(LayerContext) + 1;
  useLayoutEffect(() => {
    if (!isOpen) return;
    count(open, layer, 1);
    return () => count(open, layer, -1);
  }, [layer, isOpen]);
  useLayoutEffect(() => {
    if (!isOpen || !isForm) return;
    count(forms, layer, 1);
    return () => count(forms, layer, -1);
  }, [layer, isOpen, isForm]);
  return layer;
}

function count(layers: Map<number, number>, layer: number, change: number) {
  const now = (layers.get(layer) ?? 0) + change;
  if (now > 0) layers.set(layer, now);
  else layers.delete(layer);
}

/**
 * Gives keys their meaning for as long as the component is shown, and is not under another dialog.
 * @param reach `everywhere`: over dialogs too
 */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[], reach?: 'everywhere') {
  const own = useContext(LayerContext);
  const layer = reach ? everywhere : own;
  const latest = useRef({ title, shortcuts });
  latest.current = { title, shortcuts };
  // Before anything is painted: a key is pressed for what is seen.
  useLayoutEffect(() => {
    const registered: Registered = { layer, group: () => latest.current };
    groups.add(registered);
    if (!listening) window.addEventListener('keydown', onKey);
    listening = true;
    return () => {
      groups.delete(registered);
    };
  }, [layer]);
}

function onKey(event: KeyboardEvent) {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (isTyping(event.target) || !singleKeysOn()) return;
  const pressed = nameOf(event);
  const found = activeShortcuts()
    .flatMap(({ shortcuts }) => shortcuts)
    .find(({ keys, disabled }) => keys === pressed && !disabled);
  if (!found) return;
  event.preventDefault();
  // One press is one deed, however long the key is held.
  if (!event.repeat) found.run();
}

/** Letters by their place on the keyboard where it types no Latin ones: many here write in an Indian script. */
function nameOf({ key, code, shiftKey }: KeyboardEvent): string {
  const sign = /^[\x21-\x7e]$/.test(key) ? key : (/^Key([A-Z])$/.exec(code)?.[1] ?? key);
  if (!/^[a-z]$/i.test(sign)) return sign;
  return shiftKey ? `Shift+${sign.toUpperCase()}` : sign.toUpperCase();
}

const quietInputs = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'image', 'color', 'range'];

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !quietInputs.includes(target.type);
  return (
    target.isContentEditable ||
    target.closest('textarea, select, [role="combobox"], [role="listbox"], [role="menu"]') !== null
  );
}
