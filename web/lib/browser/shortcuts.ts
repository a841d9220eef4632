import { createContext, useContext, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

/**
 * Keys that work while nothing is being typed. Only the topmost layer receives keys: a dialog's keys do nothing while another
 * dialog lies over it.
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

/** The layer of the help and the search, which lie above every other dialog. */
export const topLayer = 100;
/** The layer of keys that work on the page and over all other dialogs. */
const everywhere = Number.POSITIVE_INFINITY;

const groups = new Set<Registered>();
const open = new Map<number, number>();
const forms = new Map<number, number>();
const listeners = new Set<() => void>();
const storageKey = 'singleKeys';
let listening = false;
let fallback = true;

const top = () => Math.max(0, ...open.keys());

/** The keys that work at the moment, for the help. */
export function activeShortcuts(): ShortcutGroup[] {
  const isActive = (layer: number) => layer === top() || (layer === everywhere && top() < topLayer);
  return [...groups].filter(({ layer }) => isActive(layer)).map(({ group }) => group());
}

/** Whether a form is on top: leaving the page would lose what was typed in it. */
export const isFormOnTop = () => forms.has(top());

/** Whether single keys are on: people who use speech input, or have a tremor, may press keys by accident. */
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

/** Gives a dialog the keyboard while it is open. @returns the layer of its contents */
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
 * Registers shortcuts while the component is shown; they rest under another dialog.
 * @param reach `everywhere`: over dialogs too
 */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[], reach?: 'everywhere') {
  const ownLayer = useContext(LayerContext);
  const layer = reach ? everywhere : ownLayer;
  const latest = useRef({ title, shortcuts });
  latest.current = { title, shortcuts };
  // Before paint, so that keys match what is on the screen.
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
  const shortcut = activeShortcuts()
    .flatMap(({ shortcuts }) => shortcuts)
    .find(({ keys, disabled }) => keys === pressed && !disabled);
  if (!shortcut) return;
  event.preventDefault();
  // A key that is held down runs its shortcut once.
  if (!event.repeat) shortcut.run();
}

/** Letters by their position where the keyboard types no Latin ones: many users write in an Indian script. */
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
