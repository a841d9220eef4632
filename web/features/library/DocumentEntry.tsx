import type { ReactNode } from 'react';
import type { LibraryDocument } from '#shared/contracts/library.ts';
import { langOf } from '#web/lib/text.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { documentLine } from './document-text.ts';
import { Excerpt } from './Excerpt.tsx';

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
    <li className="stack last-narrow pad-y-2 line-below">
      <div className="grid gap-half">
        <Link className="text-18 strong tap serif" to={to} dir="auto" lang={langOf(title)}>
          {title}
        </Link>
        <span className="muted small breaks">{documentLine(document)}</span>
        {hit && search !== '' ? (
          <Excerpt hit={hit} />
        ) : (
          summary && (
            <p className="flush breaks" dir="auto" lang={langOf(summary)}>
              {summary}
            </p>
          )
        )}
        {note && <p className="muted small flush">{note}</p>}
      </div>
      {children}
    </li>
  );
}
