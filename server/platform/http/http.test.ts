import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { multipartBody, openTestApp, startTestApp, type TestFile } from '#tests/app.ts';
import { testPicture } from '#tests/factories/content.ts';
import { adminToken } from '#tests/logins.ts';

const site = await startTestApp();

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

test('what no route takes is a 404 of the failure shape, and neither answer nor log repeats its address', async () => {
  const lines: string[] = [];
  const other = await openTestApp({}, { logTo: { write: (line) => void lines.push(line) } });
  try {
    const tries = [
      ['POST', '/asha@example.org'],
      ['PROPFIND', '/api/asha@example.org'],
      ['GET', '//asha@example.org'],
    ] as const;
    for (const [method, url] of tries) {
      const answer = await other.app.inject({ method: method as 'GET', url });
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND']);
      expect(answer.payload).not.toContain('asha');
    }
    expect(lines.join('')).not.toContain('asha');
  } finally {
    await other.close();
  }
});

test('the API describes itself', async () => {
  const document = (await site.app.inject('/api/openapi.json')).json();
  expect(document.openapi).toBe('3.1.0');
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
  expect(contradictionsIn(document)).toEqual([]);
  const operations = Object.values<Record<string, Operation>>(document.paths).flatMap((path) => Object.values(path));
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  expect(
    operations.filter(({ responses }) => !Object.keys(responses).some((status) => /^4\d\d$/.test(status))),
  ).toEqual(
    operations.filter(({ requestBody, parameters, security }) => {
      return !requestBody && parameters.length === 0 && security.every((way) => Object.keys(way).length === 0);
    }),
  );
  const toggle = document.paths['/api/News/toggleStatus/{id}'].patch;
  expect(toggle).toMatchObject({ operationId: 'patchNewsToggleStatusById' });
  expect(toggle.requestBody).toBeUndefined();
  expect(Object.keys(toggle.responses)).toEqual(['200', '400', '401', '403', '404', '409', 'default']);
  const login = document.paths['/api/Directory/Login'].post;
  expect(login.requestBody.required).toBe(true);
  expect(Object.keys(login.responses)).toEqual(expect.arrayContaining(['400', '401', '413', '415', '429']));
  const form = (path: string, method: string) =>
    document.paths[path][method].requestBody.content['multipart/form-data'].schema;
  expect(form('/api/Directory/Create', 'post').required).toContain('Specialisation[]');
  expect(form('/api/Directory/Create', 'post').required).not.toContain('document');
  expect(form('/api/News/CreateNews', 'post').required).toContain('news_pic');
  expect((await site.app.inject('/api/docs')).headers['content-type']).toContain('text/html');
});

test('a call’s bytes have the names of the wire, and a field under ours counts as missing', async () => {
  const headers = { authorization: `Bearer ${await adminToken(site)}` };
  const send = (text: Record<string, string>, files: Record<string, TestFile>) => {
    const { type, bytes } = multipartBody(text, files);
    const payload = { payload: bytes, headers: { ...headers, 'content-type': type } };
    return site.app.inject({ method: 'POST', url: '/api/News/CreateNews', ...payload });
  };
  const picture = await testPicture(3);
  const refused = await send({ title: 'Notice', location: 'Pune', description: 'Soon.' }, { picture });
  expect(refused.statusCode).toBe(400);
  expect(Object.keys(refused.json().fields).sort()).toEqual(['Description', 'Location', 'Newstitle', 'news_pic']);
  const taken = await send({ Newstitle: 'Notice', Location: 'Pune', Description: 'Soon.' }, { news_pic: picture });
  expect(taken.statusCode).toBe(200);
  const { news } = (await site.app.inject('/api/News/getNews')).json();
  expect(Object.keys(news[0]).sort()).toEqual([
    'Description',
    'Location',
    'Newstitle',
    'Status',
    '_id',
    'createdAt',
    'news_pic',
    'picture',
    'updatedAt',
    'version',
  ]);
  const changed = await site.app.inject({ method: 'PATCH', url: `/api/News/toggleStatus/${news[0]._id}`, headers });
  expect(changed.statusCode).toBe(200);
});

interface Operation {
  operationId: string;
  parameters: unknown[];
  security: object[];
  requestBody?: unknown;
  responses: object;
}

/** Required names without a property, references that lead nowhere, parameters that are not in their path. */
function contradictionsIn(document: Record<string, unknown>): string[] {
  const rows: string[] = [];
  const lookAt = (node: unknown, at: string) => {
    if (typeof node !== 'object' || node === null) return;
    const { required, properties, $ref } = node as { required?: unknown; properties?: object; $ref?: unknown };
    if (properties && Array.isArray(required)) {
      for (const name of required) if (!Object.hasOwn(properties, name)) rows.push(`${at}: ${name} is required`);
    }
    if (typeof $ref === 'string') {
      const target = $ref
        .split('/')
        .slice(1)
        .reduce<unknown>((part, key) => (part as Record<string, unknown>)?.[key], document);
      if (target === undefined) rows.push(`${at}: ${$ref}`);
    }
    for (const [key, value] of Object.entries(node)) lookAt(value, `${at}/${key}`);
  };
  lookAt(document, '');
  const paths = document.paths as Record<string, Record<string, { parameters: { in: string; name: string }[] }>>;
  for (const [path, calls] of Object.entries(paths)) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const [method, { parameters }] of Object.entries(calls)) {
      const declared = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      if (declared.join() !== inPath.join()) rows.push(`${method} ${path}: ${declared.join()}`);
    }
  }
  return rows;
}
