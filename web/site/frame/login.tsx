import { type Language, pathIn } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import { LoginDialog } from '#web/features/auth/LoginDialog.tsx';
import { goTo, rememberNext, takeNext } from '#web/lib/browser/arrival.ts';
import { href } from '#web/lib/languages/text.ts';
import { hydrate } from '../hydrate.tsx';

function close(element: HTMLElement, unmount: () => void) {
  // Outside of the event that React is handling.
  setTimeout(() => {
    unmount();
    element.remove();
  });
}

/** Whether the page itself asks for a login, to go on there: as a conference does, but not the home page. */
const staysHere = () =>
  location.pathname !== href(paths.home) && document.querySelector(`main a[href="${href(paths.login)}"]`) !== null;

/** The member's first page, in their language whatever that of this page is. */
const homeIn = (language: Language = 'en') => `${location.origin}${pathIn(language, paths.memberHome)}`;

/** The dialog of the document's template, which may be filled in already. A login leads on to the page that asked for it. */
export async function mount(element: HTMLElement) {
  const next = takeNext();
  const root = hydrate(
    element,
    <LoginDialog
      area="member"
      again={false}
      onClose={() => void root.then((opened) => close(element, () => opened.unmount()))}
      onLoggedIn={({ mustChangePassword, language }) => {
        if (mustChangePassword && next) rememberNext(next);
        const to = mustChangePassword ? paths.changePassword : (next ?? (staysHere() ? undefined : homeIn(language)));
        // The dialog stays until the other page is there: on a phone closing it goes back in the history, and could overtake.
        if (to) {
          addEventListener('pagehide', () => element.remove());
          goTo(to, { replace: Boolean(history.state?.layer) });
        } else void root.then((opened) => close(element, () => opened.unmount()));
      }}
    />,
  );
  const opened = await root;
  // It was closed while its script began.
  if (!element.isConnected) opened.unmount();
}
