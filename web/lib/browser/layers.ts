interface Layer {
  current: () => void;
}

interface Layers {
  /** Functions that close the open dialogs, the topmost last. */
  layers: Layer[];
  /** What follows a change of them, and Back, of which it hears before the router does. */
  follow: { changed(): void; popped(event: PopStateEvent): void };
}

// On the window, as a document's own script stands beside those of its islands.
const site = globalThis as { siteLayers?: Layers };

site.siteLayers ??= { layers: [], follow: { changed() {}, popped() {} } };
export const { layers, follow } = site.siteLayers;

/** Phones, and windows narrower than `breakpoints.md`, which is written out: every page loads this, and not those. */
export const onPhones = '(pointer: coarse), (width < 900px)';

/** On a phone, Back calls `close` until the returned function is called. It may leave its dialog open, such as to ask first. */
export function addLayer(close: () => void): () => void {
  if (!matchMedia(onPhones).matches) return () => {};
  const layer = { current: close };
  layers.push(layer);
  follow.changed();
  return () => {
    const at = layers.indexOf(layer);
    if (at < 0) return;
    layers.splice(at, 1);
    follow.changed();
  };
}

/** While this open popover is, nothing else of the page can be reached; the focus goes into it, and back to its button when it would be lost. */
export function holdFocus(menu: HTMLElement): void {
  menu.querySelector<HTMLElement>('a, button')?.focus();
  const behind: HTMLElement[] = [];
  for (let at: Element = menu; at !== document.body && at.parentElement; at = at.parentElement)
    for (const beside of at.parentElement.children)
      if (beside !== at && beside instanceof HTMLElement && !beside.inert) behind.push(beside);
  for (const each of behind) each.inert = true;
  // Before the browser gives the focus back.
  const letGo = () => {
    for (const each of behind) each.inert = false;
  };
  menu.addEventListener('beforetoggle', letGo, { once: true });
  const close = () => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`)?.focus();
  };
  menu.addEventListener('toggle', close, { once: true });
}
