import { useLocation } from 'react-router';
import { paths } from '#shared/paths.ts';
import { Link } from '#web/ui/Link.tsx';
import { headerLinks } from './navigation.ts';

/** The header's links as items of a list. */
export function NavigationLinks({ className, onFollow }: { className: string | undefined; onFollow?: () => void }) {
  const here = useLocation().pathname.toLowerCase();
  return headerLinks.map(({ to, label }) => {
    const path = to.toLowerCase();
    const isCurrent = here === path || (to !== paths.home && here.startsWith(`${path}/`));
    return (
      <li key={to}>
        <Link to={to} aria-current={isCurrent ? 'page' : undefined} className={className} onClick={onFollow}>
          {label}
        </Link>
      </li>
    );
  });
}
