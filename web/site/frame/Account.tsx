import type { ReactNode } from 'react';
import { paths } from '#shared/paths.ts';
import { t } from '#web/lib/languages/text.ts';
import { Link } from '#web/ui/page/Link.tsx';

interface AccountProps {
  /** Of the page's address. */
  path: string;
  /** For those who are logged in. */
  children: ReactNode;
}

/**
 * Register and Login for visitors, the person's own pages for those who are logged in. Both are in the document, and the style sheet
 * shows the right one from the first paint on.
 */
export function Account({ path, children }: AccountProps) {
  // The registration page has buttons of its own.
  const registering = path.toLowerCase() === paths.membership;
  return (
    <>
      <div className="visitors-only flex gap-2">
        <Link to={paths.membership} className={registering ? 'button-quiet' : 'button-accent'}>
          {t('Register')}
        </Link>
        <Link to={paths.login} className="button-quiet" aria-haspopup="dialog">
          {t('Login')}
        </Link>
      </div>
      <div className="logged-in-only flex gap-2">{children}</div>
    </>
  );
}
