import { generatePath, type Params } from 'react-router';
import type { PageParameters } from './page.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Stands for all ids that are none: no record has it. */
const nobodysId = '00000000-0000-0000-0000-000000000000';
/** The first page is the one without a number. */
const pageNumber = /^([2-9]|[1-9]\d{1,3})$/;

/** The one spelling of a parameter's value; undefined for what changes nothing. */
function known(given: string, values: PageParameters[string]): string | undefined {
  if (values === 'page') return pageNumber.test(given) ? given : undefined;
  if (values !== 'id') return values.includes(given) ? given : undefined;
  if (given === '') return undefined;
  return uuid.test(given) ? given.toLowerCase() : nobodysId;
}

/**
 * The one spelling of a page's address, so that all who see the same ask for the same: parameters the page does not
 * know, and values they cannot have, are left out; what should be an id and is none names nothing.
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
    const value = known(params[name] ?? query.get(name) ?? '', values);
    if (params[name] !== undefined) path[name] = value;
    else if (value !== undefined && query.has(name)) search.set(name, value);
  }
  return generatePath(pattern, path) + (search.size > 0 ? `?${search}` : '');
}
