import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

test('health and readiness answer', async () => {
  expect((await site.app.inject('/healthz')).statusCode).toBe(200);
  expect((await site.app.inject('/readyz')).statusCode).toBe(200);
});

test('an unknown call is a 404 of the failure shape, in any case of letters', async () => {
  for (const url of ['/api/nothing', '/API/Nothing', '/api']) {
    const answer = await site.app.inject(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ success: false, code: 'NOT_FOUND', message: 'There is no such call.' });
  }
});

test('the API describes itself', async () => {
  const document = (await site.app.inject('/api/openapi.json')).json();
  expect(document.openapi).toBe('3.1.0');
  expect((await site.app.inject('/api/docs')).headers['content-type']).toContain('text/html');
});
