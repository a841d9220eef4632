import { languageNames, pathIn } from '#shared/languages.ts';
import { askForLanguage } from '#web/lib/language-question.ts';
import { otherLanguage } from '#web/lib/text.ts';

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
