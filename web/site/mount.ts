// Inlined at the end of each document: imports an island's script on its first use, and then lets the press take effect.
// An element `data-island` holds the script's address; see `Island`.

import { followDocument } from '#web/lib/browser/back-entries.ts';
import { addLayer, follow, holdFocus } from '#web/lib/browser/layers.ts';

interface IslandModule {
  mount: (element: HTMLElement) => Promise<unknown>;
}

const mounting = new Map<HTMLElement, Promise<void>>();
const isLogin = (target: Element) => target.matches('a[href*="?login"]');

function mount(element: HTMLElement): Promise<void> {
  let mounted = mounting.get(element);
  if (!mounted) {
    const { island, words } = element.dataset;
    fetchFiles(element);
    const loading = words?.split(' ').map((each) => import(/* @vite-ignore */ each)) ?? [];
    mounted = Promise.all([import(/* @vite-ignore */ island!) as Promise<IslandModule>, ...loading])
      .then(([module]) => (element.isConnected ? module.mount(element) : undefined))
      .then(() => {
        element.dataset.mounted = '';
      });
    mounting.set(element, mounted);
  }
  return mounted;
}

const loginTemplate = () => document.querySelector<HTMLTemplateElement>('template#login');

/** Opens the dialog that the document holds in a template; its script follows. */
function openLogin(): void {
  const template = loginTemplate();
  if (!template || document.querySelector('#login-island')) return;
  const element = (template.content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement;
  element.id = 'login-island';
  document.body.append(element);
  const dialog = element.querySelector('dialog')!;
  dialog.addEventListener('close', () => element.dataset.mounted === undefined && element.remove());
  // Closing the dialog returns the focus to where it is now, and a link in the phone's menu would be hidden.
  document.querySelector<HTMLElement>('[popover=auto]:popover-open')?.hidePopover();
  dialog.showModal();
  // Until its own script follows Back.
  const drop = addLayer(() => dialog.close());
  dialog.addEventListener('close', drop);
  void mount(element).then(drop, () => {});
}

/** On a phone, Back closes the menu; what is behind it cannot be reached. */
function followMenu(menu: HTMLElement) {
  if (!menu.matches(':popover-open')) return;
  holdFocus(menu);
  const drop = addLayer(() => menu.hidePopover());
  const onToggle = ({ newState }: ToggleEvent) => {
    if (newState === 'open') return;
    menu.removeEventListener('toggle', onToggle);
    drop();
  };
  menu.addEventListener('toggle', onToggle);
}

function store(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Storage is refused.
  }
}

/** Holds a press on what a script handles, until it is there; without it, it has the effect that the document gives it. */
function hold(event: MouseEvent) {
  const target = (event.target as Element).closest?.<HTMLElement>(
    'button:not([popovertarget], [formmethod]), a[aria-haspopup=dialog], a[role=tab][href^="#"]',
  );
  const twin = (event.target as Element).closest?.<HTMLAnchorElement>('a[hreflang]');
  if (twin) {
    Object.assign(twin, { search: location.search, hash: location.hash });
    // See web/lib/languages/language-question.ts.
    if (document.documentElement.dataset.session === 'member') store('ask-language', twin.lang.slice(0, 2));
  }
  if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (isLogin(target)) {
    event.preventDefault();
    openLogin();
    return;
  }
  const element = target.closest<HTMLElement>('[data-island]');
  if (!element || element.dataset.mounted !== undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const press = () => target.click();
  mount(element).then(press, () => {
    element.dataset.mounted = '';
    press();
  });
}

function isStored(storage: 'localStorage' | 'sessionStorage', key: string): boolean {
  try {
    return window[storage].getItem(key) !== null;
  } catch {
    return false;
  }
}

/** Whether an island is mounted by itself; see `Island`. */
function isDue(when: string, touched: boolean): boolean {
  const [kind, key = ''] = when.split(':');
  if (kind === 'session') return document.documentElement.dataset.session !== undefined;
  if (kind === 'local') return isStored('localStorage', key);
  if (kind === 'tab') return isStored('sessionStorage', key);
  return kind === 'load' || (kind === 'touch' && touched) || when === location.hash;
}

function mountDue(touched = false) {
  for (const element of document.querySelectorAll<HTMLElement>('[data-when]')) {
    if (element.dataset.when!.split(' ').some((when) => isDue(when, touched))) mount(element).catch(() => {});
  }
}

/** Fetches, and does not run, what is likely to be used next. @param fetchPriority less than that of what the page shows */
function fetchFiles({ dataset }: HTMLElement, fetchPriority: 'auto' | 'low' = 'auto') {
  for (const href of dataset.ahead?.split(' ') ?? []) {
    const rel = href.endsWith('.css') ? 'stylesheet' : 'modulepreload';
    document.head.append(Object.assign(document.createElement('link'), { rel, href, crossOrigin: '', fetchPriority }));
  }
  delete dataset.ahead;
}

function start() {
  // Entries of the history that dialogs have left behind.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (history.state?.layer && navigation?.type === 'back_forward') history.go(-history.state.layer);
  // The server leads from an address without a page to the home page: see web/site/Arrival.tsx.
  if (navigation?.redirectCount && /^\/(hi)?$/.test(location.pathname) && location.search === '')
    store('arrival', '{"lost":true}');
  mountDue();
  if (!/[?&]login/.test(location.search)) return;
  const { pathname, search, hash } = location;
  const rest = search.replace(/[?&]login(=[^&]*)?/, '').replace(/^&/, '?');
  history.replaceState(history.state, '', `${pathname}${rest}${hash}`);
  if (document.documentElement.dataset.session === undefined) openLogin();
}

/** What a press needs is asked for when the finger comes down, in one row. */
function fetchAtTouch({ target }: PointerEvent) {
  const link = (target as Element).closest('a');
  const element =
    link && isLogin(link)
      ? (loginTemplate()?.content.firstElementChild as HTMLElement | null)
      : (target as Element).closest<HTMLElement>('[data-ahead]');
  if (element) fetchFiles(element);
}

addEventListener('pointerdown', fetchAtTouch, { capture: true, passive: true });
addEventListener('click', hold, true);
addEventListener('focusin', ({ target }) => {
  const element = (target as Element).closest<HTMLElement>('[data-island]');
  if (element) mount(element).catch(() => {});
});
addEventListener(
  'toggle',
  ({ target }) => {
    if ((target as Element).matches('[popover=auto]')) followMenu(target as HTMLElement);
  },
  true,
);
follow.changed = followDocument;
addEventListener('session', () => mountDue());
addEventListener('hashchange', () => mountDue());
for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, () => mountDue(true), { once: true });
// A page that is prepared before it is asked for does nothing yet.
function begin() {
  const { connection = {} } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  if (!connection.saveData && !connection.effectiveType?.endsWith('2g'))
    for (const element of document.querySelectorAll<HTMLElement>('[data-ahead]')) fetchFiles(element, 'low');
  if (document.readyState === 'complete') start();
  else addEventListener('load', start);
}
if ((document as { prerendering?: boolean }).prerendering) document.addEventListener('prerenderingchange', begin);
else begin();
