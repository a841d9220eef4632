import type { ReactNode } from 'react';
import { langOf } from '#web/lib/languages/written-text.ts';
import styles from './Prose.module.css';

interface Props {
  text: string;
  className?: string;
  /** Where it differs from the page's. */
  lang?: string | undefined;
  /** Shows a paragraph's text in another way. */
  shown?: (text: string) => ReactNode;
}

/** A text as the office typed it: blank lines separate paragraphs, line breaks stay. */
export function Prose({ text, className, lang, shown = (same) => same }: Props) {
  return (
    <div className={className ? `measure ${styles.prose} ${className}` : `measure ${styles.prose}`} lang={lang}>
      {paragraphs(text).map((paragraph) => (
        <p key={paragraph.start} lang={langOf(paragraph.text)}>
          {shown(paragraph.text)}
        </p>
      ))}
    </div>
  );
}

/** A short text of the office as one element. */
export const OfficeText = ({ as: Element, text, lang, className }: Props & { as: 'h3' | 'p' | 'li' | 'span' }) => (
  <Element className={className} lang={lang}>
    {text}
  </Element>
);

/** The same, but a short first line without a full stop over a longer text becomes its heading. */
export function ProseWithHeadings({ text, lang }: Pick<Props, 'text' | 'lang'>) {
  return (
    <div className={`measure ${styles.prose}`} lang={lang}>
      {paragraphs(text).map((paragraph) => {
        const [first = '', ...rest] = paragraph.text.split('\n');
        const isHeading = rest.length > 0 && first.length <= 60 && !/[.!?:;,]$/.test(first.trim());
        if (!isHeading)
          return (
            <p key={paragraph.start} lang={langOf(paragraph.text)}>
              {paragraph.text}
            </p>
          );
        return (
          <section key={paragraph.start}>
            <h2>{first}</h2>
            <p>{rest.join('\n')}</p>
          </section>
        );
      })}
    </div>
  );
}

function paragraphs(text: string): { start: number; text: string }[] {
  let start = 0;
  const paragraphs: { start: number; text: string }[] = [];
  for (const part of text.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n+/)) {
    if (part.trim() !== '') paragraphs.push({ start, text: part.trim() });
    start += part.length + 1;
  }
  return paragraphs;
}
