import { expect, test } from 'vitest';
import { pageAddress } from './page-address.ts';

const id = 'a71e60f0-a21d-43de-a6c5-fa5d21600cdb';
const nobody = '00000000-0000-0000-0000-000000000000';

test.each([
  [`?id=${id.toUpperCase()}&x=1&id=2`, undefined, `/news?id=${id}`],
  ['?id=', undefined, '/news'],
  ['?ID=1', undefined, '/news'],
  ['?id=1%27', undefined, `/news?id=${nobody}`],
  [`?id=${id}x`, undefined, `/news?id=${nobody}`],
  ['', id.toUpperCase(), `/news/${id}`],
  ['', '..%2f..', `/news/${nobody}`],
  // An id in the path takes precedence over one in the query.
  [`?id=${nobody}`, id, `/news/${id}`],
  ['?status=success&page=7', undefined, '/news?status=success&page=7'],
  ['?page=7&status=success', undefined, '/news?status=success&page=7'],
  ['?status=SUCCESS&page=1', undefined, '/news'],
  ['?status=&page=07', undefined, '/news'],
  ['?page=12345&sent=1', undefined, '/news'],
  ['?sent', undefined, '/news?sent='],
])('/news%s with the id %s in its path is %s', (query, inPath, address) => {
  const parameters = { id: 'id', status: ['success'], page: 'page', sent: [''] } as const;
  expect(pageAddress('/news/:id?', { id: inPath }, new URLSearchParams(query), parameters)).toBe(address);
});
