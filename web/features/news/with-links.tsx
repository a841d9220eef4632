import type { ReactNode } from 'react';

/** An address up to the sign that ends its sentence. */
const address = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]’”']/g;

/** A text with its addresses as links. */
export function withLinks(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    parts.push(
      text.slice(at, index),
      <a key={index} href={found}>
        {found}
      </a>,
    );
    at = index + found.length;
  }
  return [...parts, text.slice(at)];
}
