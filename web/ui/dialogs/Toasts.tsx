import { t } from '#web/lib/languages/text.ts';
import 'react-toastify/ReactToastify.css';
import '../toasts.css';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { type Id, ToastContainer, toast } from 'react-toastify/unstyled';
import { isPhone, placeNotices } from './place-notices.ts';

function CloseButton({ closeToast }: { closeToast: (byPerson: true) => void }) {
  return (
    <button
      type="button"
      className="Toastify__close-button"
      aria-label={t('Close')}
      onClick={(event) => {
        event.stopPropagation();
        closeToast(true);
      }}
    >
      <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">
        <path d="m5 5 14 14M19 5 5 19" stroke="currentColor" strokeWidth="2.500" strokeLinecap="round" />
      </svg>
    </button>
  );
}

/**
 * Shows notices at the top right for five seconds, longer while they are hovered or the window has no focus. As a popover it
 * lies above a modal dialog, if it is opened again after the dialog. It stays free of `aria-hidden`, which the component
 * library sets on everything but its open dialog, so that screen readers announce notices.
 */
export function Toasts() {
  const layer = useRef<HTMLDivElement>(null);
  // Before the container's own effects, which show the notices that have waited for it.
  useLayoutEffect(() => {
    const element = layer.current;
    if (typeof element?.showPopover !== 'function') return;
    const raise = () => {
      if (element.matches(':popover-open')) element.hidePopover();
      element.showPopover();
    };
    raise();
    const place = () => placeNotices(element);
    document.addEventListener('focusin', place);
    const shown = new Set<Id>();
    const stop = toast.onChange(({ status, content, id }) => {
      if (status === 'removed') shown.delete(id);
      if (status !== 'added') return;
      // A phone has room for one: the newest.
      if (isPhone()) for (const other of shown) if (other !== id) toast.dismiss(other);
      shown.add(id);
      place();
      // Hidden, with a name in English.
      for (const timer of element.querySelectorAll('[role=progressbar]')) timer.removeAttribute('aria-label');
      if (!document.querySelector('dialog:modal')) return;
      raise();
      // Screen readers announce only content of the open dialog.
      setTimeout(() => {
        const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
        const heard = dialog?.querySelector('[data-notices]');
        // A message that a field shows by now is not repeated.
        if (!heard || typeof content !== 'string' || dialog?.textContent.includes(content)) return;
        heard.textContent = content;
      }, 100);
    });
    return () => {
      document.removeEventListener('focusin', place);
      stop();
    };
  }, []);
  useEffect(() => {
    const element = layer.current;
    if (!element) return;
    const hidden = new MutationObserver(() => {
      if (element.hasAttribute('aria-hidden')) element.removeAttribute('aria-hidden');
    });
    hidden.observe(element, { attributeFilter: ['aria-hidden'] });
    return () => hidden.disconnect();
  }, []);
  return createPortal(
    <div ref={layer} popover="manual" className="toast-layer">
      <ToastContainer
        position="top-right"
        autoClose={5000}
        pauseOnHover
        pauseOnFocusLoss
        draggable="touch"
        draggablePercent={80}
        hotKeys={(event) => event.altKey && event.code === 'KeyT'}
        closeOnClick={false}
        newestOnTop
        theme="light"
        // Its name for screen readers is English in every language.
        hideProgressBar
        closeButton={CloseButton}
        aria-label={t('Notifications, Alt+T')}
      />
    </div>,
    document.body,
  );
}

export const notify = { success: toast.success, error: toast.error, info: toast.info };
