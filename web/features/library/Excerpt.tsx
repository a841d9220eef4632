import type { LibraryDocument } from '#shared/contracts/library.ts';
import { langOf } from '#web/lib/written-text.ts';
import styles from './Library.module.css';

/** Where the words of a search stand, with the words marked. */
export function Excerpt({ hit }: { hit: NonNullable<LibraryDocument['hit']> }) {
  let at = 0;
  return (
    <p
      className={`m-0 break-anywhere measure ${styles.excerpt}`}
      dir="auto"
      lang={langOf(hit.excerpt.map(({ text }) => text).join(''))}
    >
      {hit.page > 1 && <span className="text-muted">Page {hit.page}: </span>}
      {hit.excerpt.map(({ text, mark }) => {
        at += 1;
        return mark ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>;
      })}
    </p>
  );
}
