import {
  earlyLoginId,
  earlyLoginTemplate,
  hydratedEvent,
  type PageStart,
  waitingForPayment,
} from '#shared/rendered-page.ts';

/** What a reader does first; a pointer that rests where the page appears fires `pointermove` without having moved. */
const interactions = ['pointermove', 'pointerdown', 'keydown', 'focusin'];

/** After this time a press has the effect that it has without a script. */
const patience = 5_000;

/**
 * Fetches the page's scripts when its template says (`data-after`, see {@link PageStart}), and keeps a press until the page is
 * hydrated: on a button, or on a link to a dialog. A link to the login dialog opens the copy that the page carries.
 */
export function startPage(template: HTMLTemplateElement) {
  const { session } = document.documentElement.dataset;
  let pressed: HTMLElement | undefined;
  let fetched = false;

  function fetchScripts() {
    if (fetched) return;
    fetched = true;
    document.head.append(template.content);
    for (const name of interactions) window.removeEventListener(name, onInteraction);
  }
  function onInteraction(event: Event) {
    const rests =
      event.type === 'pointermove' && !(event as PointerEvent).movementX && !(event as PointerEvent).movementY;
    if (!rests) fetchScripts();
  }
  function fetchAfterPaint() {
    // A hidden window never paints.
    if (document.hidden) fetchScripts();
    else requestAnimationFrame(() => requestAnimationFrame(fetchScripts));
  }

  function pressAgain() {
    window.removeEventListener('click', keepPress, true);
    const target = pressed;
    pressed = undefined;
    target?.click();
  }
  function keepPress(event: MouseEvent) {
    const target = (event.target as Element).closest<HTMLElement>(
      'button:not([popovertarget], [formmethod]), a[aria-haspopup=dialog]',
    );
    if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    fetchScripts();
    const early = target.closest<HTMLElement>(`#${earlyLoginId}`);
    // Remembered for the dialog that replaces this one.
    if (early) early.dataset.pressed = target.getAttribute('aria-label') ?? target.textContent;
    else if (!(target.matches('a[href*="?login"]') && openEarlyLogin())) {
      pressed = target;
      setTimeout(pressAgain, patience);
    }
  }
  window.addEventListener('click', keepPress, true);
  window.addEventListener(hydratedEvent, pressAgain, { once: true });

  let after = template.dataset.after as Exclude<PageStart, 'at-once'>;
  if (after === 'touch') {
    // With a login, or a registration that waits for its payment, the page shows more. Who comes for the login dialog gets it at once.
    const comesForLogin = /[?&]login/.test(location.search);
    if (comesForLogin && !session) openEarlyLogin();
    if (comesForLogin) after = 'paint';
    else if (session || isPaymentDue()) after = 'load';
  }
  if (after === 'touch')
    for (const name of interactions) window.addEventListener(name, onInteraction, { passive: true });
  else if (after === 'load' && document.readyState !== 'complete') window.addEventListener('load', fetchAfterPaint);
  else fetchAfterPaint();
}

/** Whether this device has sent a registration that waits for its payment. Storage may be refused. */
function isPaymentDue(): boolean {
  try {
    return localStorage.getItem(waitingForPayment) !== null;
  } catch {
    return false;
  }
}

/** Opens the page's own copy of the login dialog; closing it discards what was typed. */
function openEarlyLogin(): boolean {
  const template = document.getElementById(earlyLoginTemplate);
  if (!(template instanceof HTMLTemplateElement)) return false;
  document.body.append(template.content.cloneNode(true));
  const dialog = document.getElementById(earlyLoginId) as HTMLDialogElement;
  dialog.addEventListener('close', () => dialog.remove());
  dialog.showModal();
  return true;
}
