import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { eq } from 'drizzle-orm';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { administrators } from '#server/features/administrators/tables.ts';
import { sessions } from '#server/features/auth/tables.ts';
import { insertCase } from '#server/features/cases/cases.queries.ts';
import { makeCaseLink } from '#server/features/cases/links.ts';
import { insertCorrection } from '#server/features/corrections/corrections.queries.ts';
import { makeLink } from '#server/features/corrections/links.ts';
import { makeEmailLink } from '#server/features/members/own-email.ts';
import { makeNotMeLink } from '#server/features/passkeys/not-me.ts';
import { openApiDocument } from '#server/platform/http/openapi.ts';
import { route } from '#server/platform/http/route.ts';
import { log } from '#server/platform/log/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { throttles } from '#server/platform/throttles/tables.ts';
import * as administratorCalls from '#shared/contracts/administrators.ts';
import * as auth from '#shared/contracts/auth.ts';
import { type Access, type AnyEndpoint, endpoint, fileResponse, type LinkKind, linkKinds } from '#shared/endpoint.ts';
import { startTestApp } from './app.ts';
import { guestFactory, guestToken } from './factories/participations.ts';
import {
  adminToken,
  confirmedToken,
  giveSecondFactor,
  memberToken,
  newAdministrator,
  newMember,
  setSecondFactorRequired,
} from './logins.ts';

// Unknown links are counted by network, and all calls here come from one.
beforeEach(async () => {
  await site.database.delete(throttles);
});
const site = await startTestApp();

interface Caller {
  name: string;
  role: Access;
  /** The session has confirmed the password. */
  confirmed?: true;
  /** An administrator's second factor while it is required. */
  secondFactor?: 'missing' | 'on';
  /** `id` fills the path's parameters. */
  make(): Promise<Fixture>;
}

interface Fixture {
  token?: string;
  id: string;
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
  {
    name: 'an administrator who has given the password again',
    role: 'admin',
    confirmed: true,
    make: async () => ({ token: await confirmedToken(site), id: randomUUID() }),
  },
  {
    name: 'an administrator who has yet to set up the second factor that is required',
    role: 'admin',
    confirmed: true,
    secondFactor: 'missing',
    make: async () => ({ token: await confirmedToken(site), id: randomUUID() }),
  },
  {
    name: 'an administrator with the second factor that is required',
    role: 'admin',
    secondFactor: 'on',
    async make() {
      const { id } = await newAdministrator(site);
      await giveSecondFactor(site, { administratorId: id });
      return { token: await adminToken(site, id), id: randomUUID() };
    },
  },
  ...linkKinds.map((kind) => ({ name: `the holder of a link, ${kind}`, role: kind, make: () => newLink(kind) })),
];

/** The secret of a link as mailed to an applicant. */
async function newLink(kind: LinkKind) {
  if (kind === 'participation') {
    const participation = await guestFactory(site);
    return { token: await guestToken(site, participation.id), id: participation.id };
  }
  if (kind === 'email') {
    const { id, name } = await newMember(site);
    const due = { kind: 'email-asked', data: { name, taken: '' }, memberId: id, recipient: `${id}@example.org` };
    // Later, so that no worker sends it: the link is made for a mail that waits.
    const nextAttemptAt = new Date(Date.now() + 3_600_000);
    const [row] = await site.database
      .insert(mail)
      .values({ ...due, nextAttemptAt })
      .returning();
    const link = await makeEmailLink(site.database, site.config.publicUrl, row!);
    return { token: link!.split('#')[1]!, id };
  }
  if (kind === 'case') {
    const { id } = await insertCase(site.database as never, {
      kindId: 'other',
      subject: 'A question',
      text: 'What is it?',
      email: 'visitor@example.org',
      name: 'Meera Nair',
      openedBy: 'person',
      state: 'open',
      number: `C-2026-${randomUUID().slice(0, 6)}`,
    });
    const link = await makeCaseLink(site.database, site.config.publicUrl, id);
    return { token: link.split('#')[1]!, id };
  }
  if (kind === 'notme') {
    const { id } = await newMember(site);
    const due = { id: randomUUID(), kind: 'new-device', administratorId: null, createdAt: new Date(), attempts: 1 };
    const data = { since: new Date().toISOString() };
    const mail = { ...due, data, memberId: id, recipient: `${id}@example.org`, bulk: false };
    const link = await makeNotMeLink(site.database, site.config.publicUrl, mail);
    return { token: link!.split('#')[1]!, id };
  }
  const { id } = await newMember(site, { status: 'New' });
  const wish = { memberId: id, fields: ['court'], note: 'x', by: 'x', askedAt: new Date() };
  const correction = await site.database.transaction((tx) =>
    insertCorrection(tx, { ...wish, expiresAt: new Date(Date.now() + 60_000) }),
  );
  const to = kind === 'application' ? { kind, memberId: id } : { kind, memberId: id, correctionId: correction.id };
  const link = await makeLink(site.database, site.config.publicUrl, to);
  return { token: link.split('#')[1]!, id };
}

/** The refusal that the declaration implies for a caller; null if the call is allowed. */
function refusal(target: AnyEndpoint, caller: Caller): { status: number; code: string } | null {
  const { access, needsConfirmation, beforeSecondFactor } = target;
  const isOpen = beforeSecondFactor === 'setUp' || beforeSecondFactor === 'both';
  if (caller.secondFactor === 'missing' && access.includes('admin') && !isOpen) {
    return { status: 403, code: 'SECOND_FACTOR_REQUIRED' };
  }
  const hasSession = caller.role === 'admin' || caller.role === 'member';
  if (needsConfirmation && hasSession && access.includes(caller.role) && !caller.confirmed) {
    return { status: 403, code: 'CONFIRMATION_NEEDED' };
  }
  if (access.includes('public') || access.includes(caller.role)) return null;
  const isLinkCall = access.every((each) => linkKinds.some((kind) => kind === each));
  // A guest's link has a prefix that distinguishes it from other tokens.
  if (isLinkCall && access.includes('participation') && caller.name !== 'nobody')
    return { status: 403, code: 'FORBIDDEN' };
  if (isLinkCall && caller.name !== 'nobody') return { status: 404, code: 'LINK_UNKNOWN' };
  const isLoggedIn = caller.role === 'member' || caller.role === 'admin';
  return isLoggedIn && !isLinkCall ? { status: 403, code: 'FORBIDDEN' } : { status: 401, code: 'NOT_LOGGED_IN' };
}

const name = ({ method, path }: AnyEndpoint) => `${method} ${path}`;

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
}

async function send(target: AnyEndpoint, { token, id }: Fixture, content: { type?: string; body?: string } = {}) {
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

/** Runs `check` for every endpoint. @returns all faults, so that one run shows them together */
async function everyEndpoint(check: (target: AnyEndpoint) => Promise<string[]>): Promise<string[]> {
  const rows: string[] = [];
  for (const target of site.app.endpoints) rows.push(...(await check(target)));
  return rows;
}

test('calls that ask for the password again are those that delete everything or grant access', () => {
  const confirmed = site.app.endpoints.filter((target) => target.needsConfirmation);
  expect(confirmed.map(name).sort()).toEqual([
    'DELETE /Conference/participant/{participationId}',
    'DELETE /Passkeys/remove/{id}',
    'GET /Checkoff/covering',
    'GET /Checkoff/recognition',
    'GET /Conference/certificates/{id}',
    'GET /Conference/participants/{id}/export',
    'GET /Directory/export',
    'GET /Payments/ledger',
    'GET /Payments/receipts',
    'PATCH /Admin/powers/{id}',
    'PATCH /Admin/requireSecondFactor',
    'PATCH /Admin/setDisabled/{id}',
    'PATCH /Letters/send/{id}',
    'PATCH /Payments/closeYear',
    'PATCH /Payments/settleOnline',
    'PATCH /Rehearsal/addresses',
    'PATCH /Settings/mail',
    'PATCH /Votes/agree/{id}',
    'PATCH /Votes/propose/{id}',
    'PATCH /Votes/refuse/{id}',
    'POST /Admin/endSessions/{id}',
    'POST /Admin/invite',
    'POST /Directory/liftSecondFactor/{id}',
    'POST /Directory/merge',
    'POST /Directory/unmerge',
    'POST /Mail/again',
    'POST /Passkeys/beginAdding',
    'POST /Rehearsal/begin',
    'POST /Rehearsal/end',
    'POST /Rehearsal/fill',
    'POST /Settings/mailTest',
    'POST /Shares/pay',
  ]);
});

test('calls that show people to the office are logged, or count towards the hourly limit', () => {
  const opening = site.app.endpoints.filter(({ reads }) => reads && 'opens' in reads);
  expect(opening.map((target) => [name(target), target.reads]).sort()).toEqual([
    ['GET /Directory/alike/{id}', { opens: 'record' }],
    ['GET /Directory/document/{id}', { opens: 'ID' }],
    ['GET /Directory/person/{id}', { opens: 'record', counted: true }],
    ['GET /Directory/review/{id}', { opens: 'record' }],
    ['GET /Directory/screenshot/{id}', { opens: 'proof' }],
    ['GET /Payments/proof/{id}', { opens: 'proof', of: 'payment' }],
  ]);
  const documented = openApiDocument(site.app.endpoints, '').paths as Record<
    string,
    { get?: { responses: Record<number, object> } }
  >;
  const showsPeople = ({ method, path, access, response }: AnyEndpoint) =>
    method === 'GET' &&
    access.includes('admin') &&
    response !== fileResponse &&
    /"(ProsecutorName|email|mobile_no|fullname)"/.test(JSON.stringify(documented[`/api${path}`]?.get?.responses[200]));
  const traceless = site.app.endpoints.filter((target) => showsPeople(target) && !target.reads);
  // Other administrators and their actions, paying offices, oneself, a visitor's message, and what is told of a statement or a list of deductions, whose
  // upload is logged.
  expect(traceless.map(name).sort()).toEqual([
    'GET /Admin/activity/{id}',
    'GET /Admin/list',
    'GET /Checkoff/missing',
    'GET /Checkoff/offices',
    'GET /Checkoff/schedule/{id}',
    'GET /Contact/get/{id}',
    'GET /Payments/statement/{id}',
    'GET /Session',
  ]);
});

test('before a required second factor is set up, only its setup and a logout are possible', () => {
  const open = site.app.endpoints.filter(({ beforeSecondFactor: to }) => to === 'setUp' || to === 'both');
  expect(open.map(name).sort()).toEqual([
    'GET /Passkeys/list',
    'GET /Session/secondFactor',
    'POST /Passkeys/add',
    'POST /Passkeys/begin',
    'POST /Passkeys/beginAdding',
    'POST /Session/confirm',
    'POST /Session/logout',
    'POST /Session/secondFactor/begin',
    'POST /Session/secondFactor/confirm',
  ]);
  // The password alone must not set up another factor beside a passkey.
  const beside = site.app.endpoints.filter(({ beforeSecondFactor: to }) => to === 'prove' || to === 'both');
  expect(beside.map(name).sort()).toEqual([
    'GET /Session',
    'POST /Passkeys/begin',
    'POST /Session/confirm',
    'POST /Session/logout',
  ]);
});

test('pages make only calls that every visitor may make, without throttles', () => {
  const readable = site.app.endpoints.filter(({ method, path }) => method === 'GET' && site.app.visitorReads.has(path));
  expect(readable.length).toBeGreaterThan(5);
  expect(site.app.visitorReads.size).toBe(readable.length);
  for (const { method, access, throttle } of readable) {
    expect([method, access.includes('public'), throttle]).toEqual(['GET', true, undefined]);
  }
});

test('each endpoint is declared once', () => {
  const names = site.app.endpoints.map((target) => name(target).toLowerCase());
  expect(names.length).toBeGreaterThan(15);
  expect(new Set(names).size).toBe(names.length);
});

test('every declared call has a route', async () => {
  const folder = new URL('contracts/', import.meta.resolve('#shared/endpoint.ts'));
  const declared: string[] = [];
  for (const file of await readdir(folder)) {
    if (file.endsWith('.test.ts')) continue;
    const contract: Record<string, unknown> = await import(new URL(file, folder).href);
    for (const value of Object.values(contract)) {
      if (isEndpoint(value)) declared.push(name(value));
    }
  }
  expect(site.app.endpoints.map(name).sort()).toEqual(declared.sort());
});

describe.each(callers)('$name', (caller) => {
  beforeAll(() => setSecondFactorRequired(site, caller.secondFactor !== undefined));
  afterAll(() => setSecondFactorRequired(site, false));

  let present: Promise<Fixture> | undefined;
  /** One is enough until a call has changed something, such as ended the session. */
  const made = () => {
    present ??= caller.make();
    return present;
  };

  test('is allowed exactly the calls that their declarations allow', async () => {
    const wrong = await everyEndpoint(async (target) => {
      const expected = refusal(target, caller);
      const { status, code } = await send(target, await made());
      if (target.method !== 'GET' && status < 400) present = undefined;
      const fits = expected
        ? status === expected.status && code === expected.code
        : status !== 401 && status !== 403 && status < 500;
      return fits ? [] : [`${name(target)}: ${status} ${code ?? ''}, declared for ${target.access.join(', ')}`];
    });
    expect(wrong).toEqual([]);
  });

  test('is refused before the body is read', async () => {
    const bodies = [
      { type: 'application/json', body: '{'.repeat(1_500_000) },
      { type: 'multipart/form-data', body: 'no boundary, no part' },
      { type: 'application/x-unheard-of', body: 'what is this' },
    ];
    // One on each call and another by the next caller: the same place refuses for all.
    let turn = callers.indexOf(caller);
    const wrong = await everyEndpoint(async (target) => {
      const expected = refusal(target, caller);
      const content = bodies[turn++ % bodies.length]!;
      if (!expected || target.method === 'GET') return [];
      const { status, code } = await send(target, await made(), content);
      const fits = status === expected.status && code === expected.code;
      return fits ? [] : [`${name(target)} with ${content.type}: ${status} ${code ?? ''}`];
    });
    expect(wrong).toEqual([]);
  });
});

test('a refusal comes before most of the body is sent', async () => {
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

describe.each([
  {
    what: 'a form',
    path: '/api/News/CreateNews',
    type: 'multipart/form-data; boundary=b',
    halves: ['--b\r\ncontent-disposition: form-data; name="Newstitle"\r\n\r\nA', ' title\r\n--b--\r\n'],
  },
  {
    what: 'JSON',
    path: '/api/Resoures/CreateResourses',
    type: 'application/json',
    halves: ['{"link": "https://', 'example.org"}'],
  },
])('$what that is still being sent', ({ path, type, halves: [first, rest] }) => {
  /** Sends the first half, runs `meanwhile` after the session was checked, then sends the rest. */
  async function sendWith(meanwhile: (administratorId: string) => Promise<unknown>): Promise<number> {
    const { id } = await newAdministrator(site);
    const token = await adminToken(site, id);
    const { authenticate } = site.app;
    const looked = Promise.withResolvers<void>();
    site.app.authenticate = async (text) => {
      const auth = await authenticate(text);
      looked.resolve();
      return auth;
    };
    const { port } = site.app.server.address() as { port: number };
    const socket = connect(port, '127.0.0.1');
    try {
      const answer = new Promise<string>((resolve, reject) => {
        socket.once('data', (data) => resolve(data.toString('latin1')));
        socket.once('error', reject);
      });
      socket.write(
        [
          `POST ${path} HTTP/1.1`,
          'host: localhost',
          `authorization: Bearer ${token}`,
          `content-type: ${type}`,
          `content-length: ${first!.length + rest!.length}`,
          '',
          first,
        ].join('\r\n'),
      );
      await looked.promise;
      await meanwhile(id);
      socket.write(rest!);
      return Number(/^HTTP\/1\.1 (\d+)/.exec(await answer)![1]);
    } finally {
      socket.destroy();
      site.app.authenticate = authenticate;
    }
  }

  test('changes nothing after a logout or a disabling', async () => {
    const logout = (id: string) => site.database.delete(sessions).where(eq(sessions.administratorId, id));
    const disable = (id: string) =>
      site.database.update(administrators).set({ disabled: true }).where(eq(administrators.id, id));
    const lines = () => site.database.$count(log, eq(log.kind, 'content'));
    const before = await lines();
    expect([await sendWith(logout), await sendWith(disable)]).toEqual([401, 401]);
    expect(await lines()).toBe(before);
    // The request itself is valid: it is read, and the news lacks a picture.
    expect([200, 400]).toContain(await sendWith(async () => {}));
  });
});

test('the stored role of a token counts, not its prefix', async () => {
  const token = (await memberToken(site)).replace('member_', 'admin_');
  expect((await site.call(administratorCalls.listAdministrators, {}, { token })).status).toBe(401);
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
  expect((await site.call(administratorCalls.listAdministrators, {}, { headers: { authorization } })).status).toBe(401);
});

test('a path in another case is the same call with the same rule', async () => {
  for (const url of ['/api/admin/LIST', '/API/Admin/list/', '/api/ADMIN/List']) {
    expect((await site.app.inject(url)).statusCode).toBe(401);
  }
});

test('a server with an endpoint without access does not start', () => {
  const app = Fastify();
  app.decorate('endpoints', []);
  app.decorate('visitorReads', new Map());
  const silent = endpoint('GET /Silent', 'Says nothing about access', { access: [], response: z.object({}) });
  expect(() => route(app, silent, async () => ({}))).toThrow('GET /Silent does not say who may call it.');
});

test('a server with an office call without a power does not start', () => {
  const app = Fastify();
  app.decorate('endpoints', []);
  app.decorate('visitorReads', new Map());
  // @ts-expect-error and does not compile either
  const silent = endpoint('GET /Silent', 'Says no power', { response: z.object({}) });
  expect(() => route(app, silent, async () => ({}))).toThrow('GET /Silent does not say which power it needs.');
});
