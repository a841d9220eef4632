import type { ReactNode } from 'react';
import type { LibraryDocument } from '#shared/contracts/library.ts';
import { formatDay } from '#web/lib/languages/format.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { langOf, officeText } from '#web/lib/languages/written-text.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { OfficeText } from '#web/ui/page/Prose.tsx';
import styles from './Library.module.css';

const pagesText = (pages: number | null) =>
  pages === null ? '' : t('{pages, plural, one {# page} other {# pages}}', { pages });

/** What stands below a title: its category, which the office has written, and the rest. */
const partsOf = ({ category, hi, date, number, language, pages }: LibraryDocument) => ({
  category: officeText(category, hi.category),
  rest: [date && formatDay(date), number, t(language), pagesText(pages)].filter(Boolean).join(' · '),
});

/** The same as a text. */
export function documentFacts(document: LibraryDocument): string {
  const { category, rest } = partsOf(document);
  return [category.text, rest].filter(Boolean).join(' · ');
}

interface Props {
  document: LibraryDocument;
  search: string;
  to: string;
  /** A line below. */
  note?: ReactNode;
  /** What can be done with it. */
  children?: ReactNode;
}

/** A document in a list: its summary or, where the search was found in its text, those words. */
export function DocumentEntry({ document, search, to, note, children }: Props) {
  const { title, summary, hit } = document;
  return (
    <li className="grid gap-2 grid-cols-1fr-auto py-2 border-b">
      <div className="grid gap-4px">
        <Link className="text-18 font-semibold tap font-serif" to={to} dir="auto" lang={langOf(title)}>
          {title}
        </Link>
        <span className="text-muted text-14 break-anywhere">
          <DocumentLine document={document} />
        </span>
        {hit && search !== '' ? (
          <Excerpt hit={hit} />
        ) : (
          summary && (
            <p className="m-0 break-anywhere" dir="auto" lang={langOf(summary)}>
              {summary}
            </p>
          )
        )}
        {note && <p className="text-muted text-14 m-0">{note}</p>}
      </div>
      {children}
    </li>
  );
}

/** What stands below a document's title. */
export function DocumentLine({ document }: { document: LibraryDocument }) {
  const { category, rest } = partsOf(document);
  return (
    <>
      <OfficeText as="span" {...category} />
      {rest && ` · ${rest}`}
    </>
  );
}

/** Where the words of a search stand, with the words marked. */
export function Excerpt({ hit }: { hit: NonNullable<LibraryDocument['hit']> }) {
  let at = 0;
  return (
    <p
      className={`m-0 break-anywhere measure ${styles.excerpt}`}
      dir="auto"
      lang={langOf(hit.excerpt.map(({ text }) => text).join(''))}
    >
      {hit.page > 1 && (
        <span className="text-muted">
          <T>Page {hit.page}:</T>{' '}
        </span>
      )}
      {hit.excerpt.map(({ text, mark }) => {
        at += 1;
        return mark ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>;
      })}
    </p>
  );
}
