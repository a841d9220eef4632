import { expect, test } from 'vitest';
import { startTestApp } from '#tests/app.ts';

test.each([
  [{}, 'https://www.example.org', 'max-age=31536000'],
  [{ HSTS: 'subdomains' }, 'https://www.example.org', 'max-age=31536000; includeSubDomains'],
  [{ HSTS: 'preload' }, 'https://www.example.org', 'max-age=63072000; includeSubDomains; preload'],
  [{ HSTS: 'off' }, 'https://www.example.org', undefined],
  [{ HSTS: 'preload' }, 'http://www.example.org', undefined],
])('%j at %s tells browsers: %s', async (env, publicUrl, told) => {
  const site = await startTestApp({ ...env, PUBLIC_URL: publicUrl });
  try {
    const { headers } = await site.app.inject('/healthz');
    expect(headers['strict-transport-security']).toBe(told);
  } finally {
    await site.close();
  }
});

test('an answer of the API opened as a page loads nothing and stands in no frame', async () => {
  const site = await startTestApp();
  try {
    for (const path of ['/api/Tiers', '/api/unknown', '/api/News/getNews', '/api/openapi.json', '/api/Admin/list']) {
      const { headers } = await site.app.inject(path);
      expect(headers['content-security-policy'], path).toBe("default-src 'none'; frame-ancestors 'none'");
    }
    // The readable description is a page, with a style of its own.
    const { headers } = await site.app.inject('/api/docs');
    expect(headers['content-security-policy']).toContain("style-src 'unsafe-inline'");
  } finally {
    await site.close();
  }
});
