import { t } from '#web/lib/languages/text.ts';
import { Link } from './Link.tsx';

/** Opens another page of the site in a new tab, so that a form that is being filled in stays open. */
export function NewTabLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} target="_blank">
      {children}
      <span className="sr-only"> {t('(opens in a new tab)')}</span>
    </Link>
  );
}
