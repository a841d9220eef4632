import type { Id, ToastOptions } from 'react-toastify';

/**
 * Short notices at the edge of the screen. Their code is fetched with the first touch or key, or with the first
 * notice; notices given before that wait for it.
 */

let loading: Promise<typeof import('#web/ui/Toasts.tsx')> | undefined;
const listeners = new Set<() => void>();
let wanted = false;

/** `fetching`: a failure to fetch program code is about the notices, which a page can do without. */
export const notices = { fetching: false };

/** Fetches the code of the notices, and again when that failed. */
export function loadToasts() {
  if (!loading) {
    notices.fetching = true;
    loading = import('#web/ui/Toasts.tsx').finally(() => {
      notices.fetching = false;
    });
    loading.catch(() => {
      loading = undefined;
    });
  }
  return loading;
}

/** Called back as soon as somebody wants a notice shown. */
export function onToastsWanted(listener: () => void): () => void {
  if (wanted) listener();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function show(kind: 'success' | 'error' | 'info', message: string, options?: ToastOptions) {
  wanted = true;
  for (const listener of listeners) listener();
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
