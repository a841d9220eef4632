import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { route } from '#server/http/route.ts';
import * as auth from '#shared/contracts/auth.ts';
import { type Access, type AnyEndpoint, endpoint } from '#shared/endpoint.ts';
import { startTestApp, type TestApp } from './app.ts';
import { adminToken, memberToken, newMember } from './logins.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

interface Caller {
  name: string;
  role: Access;
  /** A new one for each call, because some calls end the session; `id` fills the path's parameters. */
  make(): Promise<{ token?: string; id: string }>;
}

const callers: Caller[] = [
  { name: 'nobody', role: 'public', make: async () => ({ id: randomUUID() }) },
  {
    name: 'a dead token',
    role: 'public',
    async make() {
      const token = await adminToken(site);
      await site.ok(auth.logout, {}, { token });
      return { token, id: randomUUID() };
    },
  },
  {
    name: 'a member',
    role: 'member',
    async make() {
      const { id } = await newMember(site);
      return { token: await memberToken(site, id), id };
    },
  },
  { name: 'an administrator', role: 'admin', make: async () => ({ token: await adminToken(site), id: randomUUID() }) },
];

/** What the declaration says about a caller: null when the call is his to make. */
function refusal(access: readonly Access[], role: Access): { status: number; code: string } | null {
  if (access.includes('public') || access.includes(role)) return null;
  return role === 'public' ? { status: 401, code: 'NOT_LOGGED_IN' } : { status: 403, code: 'FORBIDDEN' };
}

const name = ({ method, path }: AnyEndpoint) => `${method} ${path}`;

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
}

async function send(target: AnyEndpoint, caller: Caller, content: { type?: string; body?: string } = {}) {
  const { token, id } = await caller.make();
  const answer = await site.app.inject({
    method: target.method,
    url: `/api${target.path.replace(/\{\w+\}/g, id)}`,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(content.type ? { 'content-type': content.type } : {}),
    },
    ...(content.body === undefined ? {} : { payload: content.body }),
  });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  return { status: answer.statusCode, code: isJson ? (answer.json().code as string | undefined) : undefined };
}

/** Calls `check` for every endpoint and hands back what it found wrong, so that one run shows all of it. */
async function everyEndpoint(check: (target: AnyEndpoint) => Promise<string[]>): Promise<string[]> {
  const found: string[] = [];
  for (const target of site.app.endpoints) found.push(...(await check(target)));
  return found;
}

test('there are endpoints, and each is declared once', () => {
  const names = site.app.endpoints.map((target) => name(target).toLowerCase());
  expect(names.length).toBeGreaterThan(15);
  expect(new Set(names).size).toBe(names.length);
});

test('every call that is declared is answered', async () => {
  const folder = new URL('contracts/', import.meta.resolve('#shared/endpoint.ts'));
  const declared: string[] = [];
  for (const file of await readdir(folder)) {
    const contract: Record<string, unknown> = await import(new URL(file, folder).href);
    for (const value of Object.values(contract)) {
      if (isEndpoint(value)) declared.push(name(value));
    }
  }
  expect(site.app.endpoints.map(name).sort()).toEqual(declared.sort());
});

describe.each(callers)('$name', (caller) => {
  test('gets as far as each declaration says', async () => {
    const wrong = await everyEndpoint(async (target) => {
      const expected = refusal(target.access, caller.role);
      const { status, code } = await send(target, caller);
      const fits = expected
        ? status === expected.status && code === expected.code
        : status !== 401 && status !== 403 && status < 500;
      return fits ? [] : [`${name(target)}: ${status} ${code ?? ''}, declared for ${target.access.join(', ')}`];
    });
    expect(wrong).toEqual([]);
  });

  test('is turned away before the body is read', async () => {
    const bodies = [
      { type: 'application/json', body: '{'.repeat(1_500_000) },
      { type: 'multipart/form-data', body: 'no boundary, no part' },
      { type: 'application/x-unheard-of', body: 'what is this' },
    ];
    const wrong = await everyEndpoint(async (target) => {
      const expected = refusal(target.access, caller.role);
      if (!expected || target.method === 'GET') return [];
      const found: string[] = [];
      for (const content of bodies) {
        const { status, code } = await send(target, caller, content);
        if (status !== expected.status || code !== expected.code) {
          found.push(`${name(target)} with ${content.type}: ${status} ${code ?? ''}`);
        }
      }
      return found;
    });
    expect(wrong).toEqual([]);
  });
});

test('the answer comes while most of the body is still to be sent', async () => {
  await site.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = site.app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  const answer = new Promise<string>((resolve, reject) => {
    socket.once('data', (data) => resolve(data.toString('latin1')));
    socket.once('error', reject);
  });
  socket.write(
    [
      'POST /api/Admin/changePassword HTTP/1.1',
      'host: localhost',
      'content-type: application/json',
      'content-length: 900000',
      '',
      '{"oldPassword": "',
    ].join('\r\n'),
  );
  expect(await answer).toMatch(/^HTTP\/1\.1 401 /);
  socket.destroy();
});

test('a token counts for what it is, not for what it says', async () => {
  const token = (await memberToken(site)).replace('member_', 'admin_');
  expect((await site.call(auth.listAdministrators, {}, { token })).status).toBe(401);
});

test.each([
  ['a wrong scheme', (token: string) => `Basic ${token}`],
  ['nothing before it', (token: string) => token],
  ['something behind it', (token: string) => `Bearer ${token} and more`],
  ['another token behind it', (token: string) => `Bearer ${token}, Bearer ${token}`],
  ['nothing at all', () => 'Bearer '],
  ['signs of SQL', () => "Bearer ' or 1=1 --'xxxxxxxxxxxxxxxxx"],
  ['a very long one', () => `Bearer ${'a'.repeat(8_000)}`],
])('a header with %s is no login', async (_name, header) => {
  const authorization = header(await adminToken(site));
  expect((await site.call(auth.listAdministrators, {}, { headers: { authorization } })).status).toBe(401);
});

test('a path in other letters is the same call, with the same rule', async () => {
  for (const url of ['/api/admin/LIST', '/API/Admin/list/', '/api/ADMIN/List']) {
    expect((await site.app.inject(url)).statusCode).toBe(401);
  }
});

test('an endpoint that does not say who may call it does not start', () => {
  const app = Fastify();
  app.decorate('endpoints', []);
  const silent = endpoint({
    method: 'GET',
    path: '/Silent',
    access: [],
    summary: 'Says nothing about access',
    response: z.object({}),
  });
  expect(() => route(app, silent, async () => ({}))).toThrow('GET /Silent does not say who may call it.');
});
