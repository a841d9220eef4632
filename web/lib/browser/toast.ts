import type { Id, ToastOptions } from 'react-toastify';
import { keyOfText } from '#shared/sentence.ts';
import { t } from '#web/lib/languages/text.ts';
import { type Notice, noteNotice } from './arrival.ts';
import { fetchAhead } from './lazyPart.ts';

/**
 * Short notices at the edge of the screen. Their code is fetched on the first touch or key, or with the first notice;
 * earlier notices wait for it.
 */

let loading: Promise<typeof import('#web/ui/dialogs/Toasts.tsx')> | undefined;
/** `wanted`: a notice waits to be shown. */
export const notices = { wanted: false };

/** Tells the component that hosts the notices to load. */
export const noticeEvent = 'notice';

/** Fetches the code of the notices; after a failure the next call tries again. */
export function loadToasts() {
  if (!loading) {
    const module = import('#web/ui/dialogs/Toasts.tsx');
    loading = module;
    void fetchAhead(() => module).then((fetched) => {
      if (!fetched) loading = undefined;
    });
  }
  return loading;
}

function show(kind: Notice[0], text: string, options?: ToastOptions) {
  const message = t(text);
  noteNotice([kind, message]);
  notices.wanted = true;
  dispatchEvent(new Event(noticeEvent));
  loadToasts()
    .then(({ notify }): Id => notify[kind](message, options))
    .catch(() => alert(message));
}

export const toast = {
  success: (message: string) => show('success', message),
  /** The same error is shown only once at a time; its name becomes the element's id. */
  error: (message: string) => show('error', message, { toastId: `notice-${keyOfText(message)}` }),
  info: (message: string) => show('info', message),
};
