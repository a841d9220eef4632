import { paths } from '#shared/paths.ts';
import { t } from '#web/lib/text.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { headerLinks } from './navigation.ts';

interface Props {
  /** Of the page's address. */
  path: string;
  className: string | undefined;
  onFollow?: () => void;
}

/** The header's links as items of a list. */
export function NavigationLinks({ path: pathname, className, onFollow }: Props) {
  const here = pathname.toLowerCase();
  return headerLinks.map(({ to, label }) => {
    const path = to.toLowerCase();
    const isCurrent = here === path || (to !== paths.home && here.startsWith(`${path}/`));
    return (
      <li key={to}>
        <Link to={to} aria-current={isCurrent ? 'page' : undefined} className={className} onClick={onFollow}>
          {t(label)}
        </Link>
      </li>
    );
  });
}
