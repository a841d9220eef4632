import type { MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#shared/paths.ts';
import { preloadLogin } from '#web/features/auth/LoginHost.tsx';
import { openLogin } from '#web/features/auth/login-dialog-state.ts';
import { useSession } from '#web/lib/session.ts';
import { useInBrowser } from '#web/ui/BrowserOnly.tsx';
import { Link } from '#web/ui/Link.tsx';
import { ProfileLinks, ProfileMenu } from './ProfileMenu.tsx';

/**
 * Register and Login for visitors, the Profile menu for logged-in people. The server renders both, and the style sheet
 * shows the right one from the first paint on; after hydration only that one remains.
 * @param listed the class of the Profile menu's links, where they stand open
 */
export function Account({ listed }: { listed?: string | undefined }) {
  const inBrowser = useInBrowser();
  const session = useSession();
  // The registration page has buttons of its own.
  const registering = useLocation().pathname.toLowerCase() === paths.membership;
  return (
    <>
      {(!inBrowser || !session) && (
        <div className="visitors-only flex gap-2">
          <Link to={paths.membership} className={registering ? 'button-quiet' : 'button-accent'}>
            Register
          </Link>
          <LoginLink className="button-quiet" />
        </div>
      )}
      {(!inBrowser || session) && (
        <div className="logged-in-only flex gap-2">
          {listed ? (
            <ul className="line-above flush">
              <ProfileLinks className={listed} />
            </ul>
          ) : (
            <ProfileMenu />
          )}
        </div>
      )}
    </>
  );
}

/** A real link, which opens the dialog over the page once the page is hydrated. */
function LoginLink({ className }: { className: string | undefined }) {
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void openLogin();
  };
  return (
    <Link
      to={paths.login}
      className={className}
      aria-haspopup="dialog"
      onClick={open}
      onPointerEnter={preloadLogin}
      onFocus={preloadLogin}
    >
      Login
    </Link>
  );
}
