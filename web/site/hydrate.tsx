import '#web/lib/forms/zod-config.ts';
import { type ComponentType, type ReactNode, StrictMode, useEffect } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { paths } from '#shared/paths.ts';
import { goTo } from '#web/lib/browser/arrival.ts';
import { setForbiddenHandler, setLoginHandler } from '#web/lib/calls/api.ts';
import { giveUpLapsed, useSession } from '#web/lib/login/session.ts';
import { ToastHost } from '#web/ui/dialogs/ToastHost.tsx';

let started = false;

/** What all islands of a document share: notices, and another login when a session has ended. */
function start() {
  if (started) return;
  started = true;
  setLoginHandler(async (role) => {
    const { LoginDialog } = await import('#web/features/auth/LoginDialog.tsx');
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    const loggedIn = await new Promise<boolean>((answer) => {
      root.render(<LoginDialog area={role} again onClose={() => answer(false)} onLoggedIn={() => answer(true)} />);
    });
    root.unmount();
    if (!loggedIn) giveUpLapsed();
    return loggedIn;
  });
  setForbiddenHandler((role) => goTo(role === null ? paths.admin.login : paths.directory));
  createRoot(document.body.appendChild(document.createElement('div'))).render(<ToastHost />);
}

function Mounted({ done, children }: { done: () => void; children: ReactNode }) {
  // Loads the session's listeners, so that another tab's login is followed.
  useSession();
  useEffect(done, [done]);
  return children;
}

/** Runs what an island shows on the markup that it has, or draws it. */
export function hydrate(element: HTMLElement, shown: ReactNode): Promise<Root> {
  start();
  return new Promise((resolve) => {
    const content = (
      <StrictMode>
        <Mounted done={() => resolve(root)}>{shown}</Mounted>
      </StrictMode>
    );
    const options = { identifierPrefix: element.dataset.prefix ?? '' };
    const root = element.hasChildNodes() ? hydrateRoot(element, content, options) : createRoot(element, options);
    if (!element.hasChildNodes()) root.render(content);
  });
}

/** The `mount` of an island whose component has its markup on the page already. */
export const island =
  <Props extends object>(Component: ComponentType<Props>) =>
  (element: HTMLElement): Promise<Root> =>
    hydrate(element, <Component {...(JSON.parse(element.dataset.props ?? '{}') as Props)} />);
