import { languageNames, pathIn } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import { askForLanguage } from '#web/lib/languages/language-question.ts';
import { otherLanguage, t } from '#web/lib/languages/text.ts';
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

/** The same page in the other language; a script adds what the browser alone knows of the address. */
export function LanguageLink({ address, className }: { address: string; className?: string | undefined }) {
  const other = otherLanguage();
  const { tag, name } = languageNames[other];
  return (
    <a
      className={className}
      href={pathIn(other, address)}
      hrefLang={tag}
      lang={tag}
      onClick={({ currentTarget }) => {
        currentTarget.search = location.search;
        currentTarget.hash = location.hash;
        askForLanguage(other);
      }}
    >
      {name}
    </a>
  );
}
