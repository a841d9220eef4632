import { createRoot } from 'react-dom/client';
import { LoginDialog } from '#web/features/auth/LoginDialog.tsx';
import type { Role } from '#web/lib/session.ts';

/** Asks for another login over a document, when a session has ended. */
export async function logInAgain(area: Role): Promise<boolean> {
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  const loggedIn = await new Promise<boolean>((answer) => {
    root.render(<LoginDialog area={area} again onClose={() => answer(false)} onLoggedIn={() => answer(true)} />);
  });
  root.unmount();
  element.remove();
  return loggedIn;
}
