import { generatePath, type Params } from 'react-router';
import { limits } from '#shared/limits.ts';

/** Parameters of a page's address, in its path or its query: an `id`, a `page` number, any `text`, or the exact values allowed. */
export type PageParameters = Readonly<Record<string, 'id' | 'page' | 'text' | readonly string[]>>;

/** The address of a page, in its canonical spelling. */
export interface PageAddress {
  params: Readonly<Record<string, string | undefined>>;
  query: URLSearchParams;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Replaces every malformed id; no record has it. */
const unknownId = '00000000-0000-0000-0000-000000000000';
/** The first page has no number in its address. */
const pageNumber = /^([2-9]|[1-9]\d{1,3})$/;

/** The canonical spelling of a parameter's value; undefined for a value without effect. */
function canonicalValue(value: string, values: PageParameters[string]): string | undefined {
  if (values === 'page') return pageNumber.test(value) ? value : undefined;
  if (values === 'text') return value.trim().slice(0, limits.lineLength) || undefined;
  if (values !== 'id') return values.includes(value) ? value : undefined;
  if (value === '') return undefined;
  return uuid.test(value) ? value.toLowerCase() : unknownId;
}

/**
 * The canonical address of a page, so that the same page is cached once: unknown parameters and invalid values are left out,
 * and a malformed id becomes one that no record has.
 * @param pattern the route's path, such as `/news/:id?`
 */
export function pageAddress(
  pattern: string,
  params: Params,
  query: URLSearchParams,
  parameters: PageParameters = {},
): string {
  const path = { ...params };
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(parameters)) {
    const value = canonicalValue(params[name] ?? query.get(name) ?? '', values);
    if (params[name] !== undefined) path[name] = value;
    else if (value !== undefined && query.has(name)) search.set(name, value);
  }
  return generatePath(pattern, path) + (search.size > 0 ? `?${search}` : '');
}

/** The list to offer where one of its items was not found. */
export interface ListLink {
  to: string;
  label: string;
}
