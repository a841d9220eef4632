import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { AnyEndpoint } from '#shared/endpoint.ts';
import { errorStatus } from '#shared/error-status.ts';
import { failureSchema } from '#shared/errors.ts';
import { startTestApp } from './app.ts';
import { tenth } from './length.ts';
import { adminToken, memberToken, newAdministrator, newMember } from './logins.ts';

const site = await startTestApp();
const administratorId = (await newAdministrator(site)).id;

const name = ({ method, path }: AnyEndpoint) => `${method} ${path}`;
const takesBody = ({ body, files }: AnyEndpoint) => body !== undefined || files !== undefined;

interface Caller {
  headers: Record<string, string>;
  id: string;
}

let present: { target: AnyEndpoint; caller: Caller } | undefined;

/** A caller who passes the access check of a call; replaced after each successful call, which may have ended the session. */
async function callerOf(target: AnyEndpoint): Promise<Caller> {
  if (present?.target !== target) present = { target, caller: await newCaller(target) };
  return present.caller;
}

async function newCaller({ access }: AnyEndpoint): Promise<Caller> {
  if (access.includes('admin')) return { headers: bearer(await adminToken(site, administratorId)), id: randomUUID() };
  if (!access.includes('member')) return { headers: {}, id: randomUUID() };
  const { id } = await newMember(site);
  return { headers: bearer(await memberToken(site, id)), id };
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

interface Sent {
  type?: string;
  body?: string | Buffer;
  query?: string;
  /** In place of each path parameter. */
  parameter?: string;
}

// Raw messages of libraries, and internal details that clients must not see.
const notForPeople =
  /invalid input|expected |received |too (big|small):|invalid (string|option|url|uuid|iso|element)|must match pattern|unexpected (token|end)|json at position|\bat .+:\d+:\d+|select .+ from |insert into|node_modules|\/server\//i;

/** Sends a request. @returns the faults of its answer */
async function judge(target: AnyEndpoint, { type, body, query = '', parameter }: Sent): Promise<string[]> {
  const { headers, id } = await callerOf(target);
  const answer = await site.app.inject({
    method: target.method,
    url: `/api${target.path.replace(/\{\w+\}/g, parameter ?? id)}${query}`,
    headers: { ...headers, ...(type === undefined ? {} : { 'content-type': type }) },
    ...(body === undefined ? {} : { payload: body }),
  });
  const where = `${name(target)} ${JSON.stringify({ type, query, parameter, body: String(body).slice(0, 80) })}`;
  const value = answer.payload.slice(0, 300);
  if (answer.statusCode >= 500) return [`${where}: ${answer.statusCode} ${value}`];
  const ended = answer.statusCode < 400 && target.method !== 'GET';
  if (ended || answer.statusCode === 401) present = undefined;
  if (answer.statusCode < 400) return [];
  const failure = failureSchema.strict().safeParse(JSON.parse(answer.payload));
  if (!failure.success) return [`${where}: not the shape of a failure: ${value}`];
  const { code, message, fields = {} } = failure.data;
  if ((errorStatus as Record<string, number>)[code] !== answer.statusCode) {
    return [`${where}: ${code} with ${answer.statusCode}`];
  }
  const odd = [message, ...Object.values(fields)].filter((text) => text === '' || notForPeople.test(text));
  return odd.length > 0 ? [`${where}: ${JSON.stringify(odd)}`] : [];
}

/**
 * Tries all inputs on every call that `fits`, or as many as said on each in turn, where one place refuses them for all calls; a tenth
 * in `npm test`, which is one or two inputs for each call.
 * @returns all faults together
 */
async function everywhere(
  tries: Sent[],
  fits: (target: AnyEndpoint) => boolean,
  onEach = tries.length,
): Promise<string[]> {
  const rows: string[] = [];
  let turn = 0;
  for (const target of site.app.endpoints.filter(fits)) {
    for (let count = 0; count < tenth(onEach); count += 1, turn += 1)
      rows.push(...(await judge(target, tries[turn % tries.length]!)));
  }
  return rows;
}

const json = 'application/json';
const form = 'multipart/form-data; boundary=x';
const part = (head: string, content: string) => `--x\r\n${head}\r\n\r\n${content}\r\n`;
const field = (fieldName: string, value: string) => part(`content-disposition: form-data; name="${fieldName}"`, value);

describe('no call fails on', () => {
  test('bodies that are not JSON, or not an object', async () => {
    const bodies = [
      '{',
      '{"a":',
      '[',
      'nul',
      '\u0000',
      '{"a":1}}',
      "{'a':1}",
      '{"a":01}',
      '{"a":"\u0001"}',
      '\ufeff{}',
    ];
    const values = ['null', 'true', '7', '""', '"text"', '[]', '[{}]', '{}', '{"":{}}'];
    const odd = ['{"__proto__":{"x":1}}', '{"constructor":{"prototype":{}}}', '{"email":1e999,"password":-0}'];
    const deep = ['['.repeat(50_000), `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`];
    const inJson = (body: string) => ({ type: json, body });
    expect(await everywhere([...bodies, ...deep].map(inJson), takesBody, 2)).toEqual([]);
    expect(await everywhere([...values, ...odd].map(inJson), takesBody)).toEqual([]);
  });

  test('bytes that are not text, lone surrogates, and NUL', async () => {
    const tries = [
      { type: json, body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) },
      {
        type: json,
        body: Buffer.concat([Buffer.from('{"email":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
      },
      { type: json, body: '{"email":"\\ud800","password":"\\udfff"}' },
      { type: json, body: '{"email":"a\\u0000b","\\u0000":"x"}' },
      { type: form, body: Buffer.concat([Buffer.from(field('email', 'x')), Buffer.from([0xff, 0x00, 0xfe])]) },
      { type: form, body: `${field('ProsecutorName', '\u0000')}--x--` },
    ];
    expect(await everywhere(tries, takesBody)).toEqual([]);
  });

  test('unsupported or invalid content types', async () => {
    const types = [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-16',
      'x',
      '/',
      'application/json, text/html',
      '*/*',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/mixed; boundary=x',
    ];
    const tries = types.map((type) => ({ type, body: 'a=b&c[d]=e' }));
    expect(await everywhere(tries, takesBody, 3)).toEqual([]);
    expect(await everywhere(tries, (target) => !takesBody(target), 1)).toEqual([]);
  });

  test('malformed forms', async () => {
    const file = (head: string) => part(`content-disposition: form-data; ${head}\r\ncontent-type: image/png`, 'png');
    const bodies = [
      '',
      '--x',
      '--x--',
      'no part at all',
      field('email', 'x'),
      `${field('__proto__', 'x')}--x--`,
      `${field('constructor', 'x')}--x--`,
      `${field('Specialisation[]', 'x').repeat(300)}--x--`,
      `${field('a'.repeat(10_000), 'x')}--x--`,
      `${field('ProsecutorName', 'x'.repeat(200_000))}--x--`,
      `${part('content-disposition: form-data', 'x')}--x--`,
      `${part('x: y', 'x')}--x--`,
      `${file('name="document"; filename="../../etc/passwd"')}--x--`,
      `${file('name="document"; filename="a\u0000b"')}${file('name="profile_Pic"; filename=""')}--x--`,
      `${file('name="Screenshot"; filename="a.png"').repeat(30)}--x--`,
      `${file('name="news_pic"; filename="a.png"')}`,
      `${field('document', 'text where a file belongs')}--x--`,
    ];
    const tries = bodies.map((body) => ({ type: form, body }));
    expect(await everywhere(tries, ({ files }) => files !== undefined)).toEqual([]);
    expect(await everywhere(tries, ({ body, files }) => body !== undefined && !files, 1)).toEqual([]);
  });

  test('a body that is too large', async () => {
    const tries = [{ type: json, body: `{"email":"${'x'.repeat(1_100_000)}"}` }];
    const wrong = await everywhere(tries, (target) => takesBody(target) && target.bodyLimit === undefined);
    expect(wrong).toEqual([]);
  });

  test('invalid paths', async () => {
    const parameters = [
      '%00',
      '%ff',
      '%zz',
      '%',
      '..%2f..',
      '..',
      'x'.repeat(299),
      'x'.repeat(5_000),
      '%F0%9F%98%80',
      '%ED%A0%80',
      "'",
      '0',
      randomUUID().toUpperCase(),
      `${randomUUID()}%00`,
    ];
    const withParameter = (target: AnyEndpoint) => target.path.includes('{');
    expect(
      await everywhere(
        parameters.map((parameter) => ({ parameter })),
        withParameter,
      ),
    ).toEqual([]);
  });

  test('invalid queries', async () => {
    const names = [
      'page',
      'State',
      'ProsecutorName',
      'search',
      'status',
      'id',
      'version',
      'limit',
      'expires',
      'state',
      'kind',
      'format',
      'membership',
      'payment',
      'sort',
    ];
    const values = [
      '',
      '%00',
      '%ff',
      '%',
      '-1',
      '0',
      '1e999',
      '99999999999999999999',
      '1.5',
      'NaN',
      'x'.repeat(3_000),
      '%F0%9F%98%80',
      '%ED%A0%80',
      "'--",
      '[object Object]',
    ];
    const tries = values.map((value) => ({ query: `?${names.map((key) => `${key}=${value}`).join('&')}` }));
    const twice = { query: `?${names.map((key) => `${key}=a&${key}=b`).join('&')}` };
    const nested = { query: `?${names.map((key) => `${key}[x]=a&${key}[]=b`).join('&')}` };
    const odd = ['?', '?&&&', '?=', '?%', '?__proto__=x&constructor=y', '?a'.repeat(1_000)].map((query) => ({ query }));
    const readsQuery = ({ query }: AnyEndpoint) => query !== undefined;
    expect(await everywhere([...tries, twice, nested, ...odd], readsQuery)).toEqual([]);
    // One is enough for calls that do not read the query.
    expect(await everywhere([nested], (target) => !readsQuery(target))).toEqual([]);
  });
});

test('an invalid page address is answered like every unknown page', async () => {
  for (const [url, location] of [
    ['/%ff', '/'],
    ['/news/%zz?id=%', '/'],
    ['/admin/%ff', '/admin/Login'],
  ]) {
    const answer = await site.app.inject(url!);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, location]);
  }
});
