import { createElement, Fragment, type ReactNode } from 'react';
import { piecesOf } from './text.ts';

/** A text with elements in it, as the build writes it: `Please read {a}.` */
export function withParts(id: string, parts: Readonly<Record<string, ReactNode>>): ReactNode {
  const children = piecesOf(id).map((piece, index) => (index % 2 === 1 ? parts[piece] : piece));
  return createElement(Fragment, null, ...children.filter((child) => child !== ''));
}
