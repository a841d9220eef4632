import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { earlyLoginId, earlyLoginTemplate, hydratedEvent, waitingForPayment } from '#shared/rendered-page.ts';
import { startPage } from './start-page.ts';

const pressed = vi.fn();

/** A page whose scripts are one tag, which does nothing. */
function open(after: string, markup: string, session?: string) {
  if (session) document.documentElement.dataset.session = session;
  document.body.innerHTML = `
    <template id="scripts" data-after="${after}"><script id="page-script" type="text/plain"></script></template>
    <template id="${earlyLoginTemplate}">
      <dialog id="${earlyLoginId}" aria-label="Member Login"><button aria-label="Close"></button><button>Login</button></dialog>
    </template>
    ${markup}`;
  startPage(document.querySelector('template#scripts') as HTMLTemplateElement);
}
const listen = () => document.querySelector('#own')!.addEventListener('click', pressed);
const isFetched = () => document.getElementById('page-script') !== null;
const hydrate = () => window.dispatchEvent(new Event(hydratedEvent));

beforeEach(() => pressed.mockClear());
afterEach(() => {
  hydrate();
  document.getElementById('page-script')?.remove();
  document.body.innerHTML = '';
  delete document.documentElement.dataset.session;
});

test('a reader fetches no script; a pointer that rests where the page appears is no interaction', async () => {
  open('touch', '<p>Text</p>');
  window.dispatchEvent(new PointerEvent('pointermove'));
  expect(isFetched()).toBe(false);
  window.dispatchEvent(new PointerEvent('pointermove', { movementX: 3 }));
  expect(isFetched()).toBe(true);
});

test('a page fetches its scripts after the first paint, or with a login after its pictures', async () => {
  open('paint', '');
  await expect.poll(isFetched).toBe(true);
  document.getElementById('page-script')?.remove();
  open('touch', '', 'member');
  await expect.poll(isFetched).toBe(true);
});

test('a page fetches its scripts too when this device waits for a payment', async () => {
  localStorage.setItem(waitingForPayment, '{}');
  try {
    open('touch', '');
    await expect.poll(isFetched).toBe(true);
  } finally {
    localStorage.removeItem(waitingForPayment);
  }
});

test('a press on a button fetches the scripts, and takes effect once the page is hydrated', async () => {
  open('touch', '<button id="own" type="button">Menu</button>');
  await userEvent.click(page.getByRole('button', { name: 'Menu' }));
  expect(isFetched()).toBe(true);
  listen();
  hydrate();
  expect(pressed).toHaveBeenCalledTimes(1);
  await userEvent.click(page.getByRole('button', { name: 'Menu' }));
  expect(pressed).toHaveBeenCalledTimes(2);
});

test('a button with an effect of its own, and a link that opens a window, are left to the browser', async () => {
  open('touch', '<button id="own" popovertarget="menu">Menu</button><div id="menu" popover>Home</div>');
  listen();
  await userEvent.click(page.getByRole('button', { name: 'Menu' }));
  expect(pressed).toHaveBeenCalledTimes(1);
  await expect.element(page.getByText('Home')).toBeVisible();
  document.body.insertAdjacentHTML('beforeend', '<a id="login" href="/?login" aria-haspopup="dialog">Login</a>');
  const press = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true });
  document.addEventListener('click', (event) => event.preventDefault(), { once: true });
  let kept = false;
  document.querySelector('#login')!.addEventListener('click', (event) => {
    kept = event.defaultPrevented;
  });
  document.querySelector('#login')!.dispatchEvent(press);
  expect(kept).toBe(false);
});

test('Login opens the copy that the page carries, which remembers a press and is gone when closed', async () => {
  open('touch', '<a href="/?login" aria-haspopup="dialog">Log in</a>');
  await userEvent.click(page.getByRole('link', { name: 'Log in' }));
  const dialog = page.getByRole('dialog', { name: 'Member Login' });
  await expect.element(dialog).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Login' }));
  expect(document.getElementById(earlyLoginId)?.dataset.pressed).toBe('Login');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});
