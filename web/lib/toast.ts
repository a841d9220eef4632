import type { Id, ToastOptions } from 'react-toastify';
import { fetchAhead } from './when-idle.ts';

/**
 * Short notices at the edge of the screen. Their code is fetched with the first touch or key, or with the first
 * notice; notices given before that wait for it.
 */

let loading: Promise<typeof import('#web/ui/Toasts.tsx')> | undefined;
/** `wanted`: one waits to be shown. */
export const notices = { wanted: false };

/** Tells the place of the notices, wherever it is by then, that one is wanted. */
export const noticeEvent = 'notice';

/** Fetches the code of the notices, and again when that failed. */
export function loadToasts() {
  if (!loading) {
    const module = import('#web/ui/Toasts.tsx');
    loading = module;
    // A page can do without its notices.
    void fetchAhead(() => module).then((fetched) => {
      if (!fetched) loading = undefined;
    });
  }
  return loading;
}

function show(kind: 'success' | 'error' | 'info', message: string, options?: ToastOptions) {
  notices.wanted = true;
  dispatchEvent(new Event(noticeEvent));
  loadToasts()
    .then(({ notify }): Id => notify[kind](message, options))
    .catch(() => alert(message));
}

export const toast = {
  success: (message: string) => show('success', message),
  /** Twice the same failure is shown once. */
  error: (message: string) => show('error', message, { toastId: message }),
  info: (message: string) => show('info', message),
};
