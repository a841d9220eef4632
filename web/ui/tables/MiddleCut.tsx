import styles from './MiddleCut.module.css';

/** The characters at the end that are always shown: enough for '@example.org', or to tell two UTRs apart. */
const tail = 12;

/** A text in one line: cut in its middle where it does not fit, with the whole as its hint. */
export function MiddleCut({ text }: { text: string }) {
  const at = Math.max(0, text.length - tail);
  return (
    <span
      className={`flex items-center ${styles.line}`}
      title={text}
      onCopy={(event) => {
        // Between the two parts a browser would copy a line break.
        event.clipboardData.setData('text/plain', String(document.getSelection()).replaceAll('\n', ''));
        event.preventDefault();
      }}
    >
      <span className="truncate">{text.slice(0, at)}</span>
      <span className="whitespace-nowrap">{text.slice(at)}</span>
    </span>
  );
}
