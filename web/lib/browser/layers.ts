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
