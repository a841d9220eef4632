import { createElement, Fragment, type ReactNode } from 'react';
import { piecesOf } from './text.ts';

/**
 * A text with elements or values in it, in the page's language: `<T>Please read <a>{t('the terms')}</a>.</T>`. The build names what
 * stands in it, and hands over the whole as `Please read {a}.`
 */
export function T({ id = '', parts = {} }: { children?: ReactNode; id?: string; parts?: Record<string, ReactNode> }) {
  const children = piecesOf(id).map((piece, index) => (index % 2 === 1 ? parts[piece] : piece));
  return createElement(Fragment, null, ...children.filter((child) => child !== ''));
}
