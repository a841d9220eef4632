import type { createBrowserRouter } from 'react-router';
import { follow, layers } from './layers.ts';

// On phones people press Back to close what lies over a page. Each open dialog there has an entry of the history above that of its
// page, with the same address. The router does not hear of these entries: their number is in the state of each, as `layer`.

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'createHref' | 'state' | 'subscribe'>;
type EntryState = { idx?: number; layer?: number };

let router: Router | undefined;
/** The number of entries above the page's, and the router's index of that page. */
let entries = 0;
let page: number | undefined;
/** Entries of closed dialogs are being left. */
let leaving = false;

const stateNow = (): EntryState => history.state ?? {};

/** A closed dialog may be followed by another one, or by a navigation, which begin within this time. */
const settleMs = 20;
const settleSoon = () => void setTimeout(settle, settleMs);

/** Brings the entries in line with the open dialogs. */
function settle() {
  if (!router || leaving || router.state.navigation.state !== 'idle') return;
  // The router has replaced the entry, with its address.
  if (entries > 0 && stateNow().layer !== entries) mark(entries);
  while (entries < layers.length) {
    entries++;
    history.pushState({ ...stateNow(), layer: entries }, '');
  }
  if (entries === layers.length) return;
  leaving = true;
  history.go(layers.length - entries);
}

function mark(layer: number, url?: string) {
  history.replaceState({ ...stateNow(), layer }, '', url);
}

/** Before the router hears of it. */
function onBack(event: PopStateEvent) {
  const { layer = 0, idx } = stateNow();
  const isOtherPage = !leaving && (!entries || idx !== page);
  if (isOtherPage) {
    entries = 0;
    if (!layer) return;
  }
  event.stopImmediatePropagation();
  // One that stayed behind.
  if (isOtherPage) return history.back();
  const closed = leaving ? [] : layers.slice(layer);
  leaving = false;
  entries = layer;
  // The address may have changed above.
  mark(layer, router!.createHref(router!.state.location));
  for (const close of closed.reverse()) close.current();
  // One that asks first, or waits for an answer, stays open.
  settleSoon();
}

/** To be called once. */
export function followRouter(followed: Router) {
  router = followed;
  // The page was loaded again; its dialogs are closed.
  if (stateNow().layer) mark(0);
  follow.popped = onBack;
  page = stateNow().idx;
  followed.subscribe(() => {
    const { idx } = stateNow();
    // Another page, at once, as Back may be pressed before a slow phone has drawn it. Entries that stayed behind are skipped when
    // somebody goes back to them.
    if (idx !== page) {
      page = idx;
      entries = 0;
      leaving = false;
    }
    settleSoon();
  });
  follow.changed = settleSoon;
  settleSoon();
}

/** In a document, which has no router. To be called once. */
export function followDocument() {
  addEventListener('popstate', (event) => follow.popped(event));
  followRouter({
    createHref: () => `${location.pathname}${location.search}${location.hash}`,
    state: { navigation: { state: 'idle' } } as Router['state'],
    subscribe: () => () => {},
  });
}
