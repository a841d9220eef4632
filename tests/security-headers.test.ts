import { expect, test } from 'vitest';
import { listGallery } from '#shared/contracts/gallery.ts';
import { openTestApp, startTestApp } from './app.ts';
import { memberToken } from './logins.ts';

const site = await startTestApp();
const token = await memberToken(site);

const bearer = () => ({ authorization: `Bearer ${token}`, origin: 'https://elsewhere.test' });

test.each([
  ['/api/Gallery/getGallery', 200, 'application/json'],
  ['/api/Session', 200, 'application/json'],
  ['/api/Directory/getbyid', 200, 'application/json'],
  ['/api/no/such/call', 404, 'application/json'],
  ['/api/Admin/list', 403, 'application/json'],
  ['/api/docs', 200, 'text/html'],
  ['/api/openapi.json', 200, 'application/json'],
  ['/healthz', 200, ''],
  ['/media/x/y', 404, 'application/json'],
])('%s answers with headers that let a browser take it for nothing else', async (url, status, type) => {
  const { statusCode, headers } = await site.app.inject({ url, headers: bearer() });
  expect(statusCode).toBe(status);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  expect(headers['set-cookie']).toBeUndefined();
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  if (type) expect(headers['content-type']).toMatch(new RegExp(`^${type}; charset=utf-8`, 'i'));
  if (url.startsWith('/api/')) expect(headers['cache-control']).toContain('no-store');
});

test('an answer of the API opened as a page loads nothing and cannot be framed', async () => {
  for (const path of ['/api/Tiers', '/api/unknown', '/api/News/getNews', '/api/openapi.json', '/api/Admin/list']) {
    const { headers } = await site.app.inject(path);
    expect(headers['content-security-policy'], path).toBe("default-src 'none'; frame-ancestors 'none'");
  }
  // The API's documentation is a page with its own style.
  const { headers } = await site.app.inject('/api/docs');
  expect(headers['content-security-policy']).toContain("style-src 'unsafe-inline'");
});

test.each([
  [{}, 'https://www.example.org', 'max-age=31536000'],
  [{ HSTS: 'subdomains' }, 'https://www.example.org', 'max-age=31536000; includeSubDomains'],
  [{ HSTS: 'preload' }, 'https://www.example.org', 'max-age=63072000; includeSubDomains; preload'],
  [{ HSTS: 'off' }, 'https://www.example.org', undefined],
  [{ HSTS: 'preload' }, 'http://www.example.org', undefined],
])('%j at %s tells browsers: %s', async (env, publicUrl, text) => {
  const other = await openTestApp({ ...env, PUBLIC_URL: publicUrl });
  try {
    const { headers } = await other.app.inject('/healthz');
    expect(headers['strict-transport-security']).toBe(text);
  } finally {
    await other.close();
  }
});

test('a preflight does not allow other sites', async () => {
  const answer = await site.app.inject({
    method: 'OPTIONS',
    url: `/api${listGallery.path}`,
    headers: { origin: 'https://elsewhere.test', 'access-control-request-method': 'GET' },
  });
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  expect(answer.headers['access-control-allow-origin']).toBeUndefined();
});

test.each(['TRACE', 'CONNECT', 'PROPFIND'] as const)('the method %s does nothing', async (method) => {
  const answer = await site.app.inject({ method: method as 'TRACE', url: '/api/Session', headers: bearer() });
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  expect(answer.payload).not.toContain(token);
});

test('no folder is listed, and only built files are served', async () => {
  for (const url of [
    '/assets/',
    '/media/',
    '/.git/config',
    '/package.json',
    '/server/main.ts',
    '/assets/../package.json',
  ]) {
    const { statusCode, payload } = await site.app.inject(url);
    expect(statusCode, url).toBeGreaterThanOrEqual(300);
    expect(payload, url).not.toMatch(/"name": "prosecutors|\[core\]|Index of/);
  }
});
