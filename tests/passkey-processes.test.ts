import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passkeys } from '#server/features/passkeys/tables.ts';
import { type Authenticator, newAuthenticator } from './authenticator.ts';
import { hashOfPassword, memberToken, newMember, password } from './logins.ts';
import { type Processes, setUpProcesses } from './processes.ts';
import type { ServerProcess } from './server-process.ts';

const publicUrl = 'http://localhost:3000';

/** Two servers on one database, as behind a load balancer. */
let site: Processes;
let servers: [ServerProcess, ServerProcess];

beforeAll(async () => {
  site = await setUpProcesses({ PUBLIC_URL: publicUrl });
  servers = await Promise.all([site.start(), site.start()]);
});
afterAll(() => site.close());

interface Begun {
  options: object;
  ceremony: string;
}

async function post<T>(
  server: ServerProcess,
  path: string,
  body: object,
  token = '',
): Promise<{ status: number; body: T }> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(`${server.address}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as T };
}

async function begunAdding(server: ServerProcess, token: string, device: Authenticator) {
  const { options, ceremony } = (await post<Begun>(server, 'Passkeys/beginAdding', {}, token)).body;
  return { ceremony, response: device.create(options) };
}

async function newSession() {
  const { id } = await newMember(site, { passwordHash: await hashOfPassword() });
  const token = await memberToken(site, id);
  expect((await post(servers[0], 'Session/confirm', { password }, token)).status).toBe(200);
  return { id, token };
}

test('of two answers of one ceremony to two processes at once, one logs in', async () => {
  const [first, second] = servers;
  const { token } = await newSession();
  const device = newAuthenticator(publicUrl);
  // Begun at one, answered at the other: they share the key.
  expect((await post(second, 'Passkeys/add', await begunAdding(first, token, device), token)).status).toBe(200);
  for (let round = 0; round < 10; round += 1) {
    const result = (await post<Begun>(first, 'Passkeys/begin', { for: 'member' })).body;
    const body = { ceremony: result.ceremony, response: device.get(result.options) };
    const answers = await Promise.all([first, second, first, second].map((each) => post(each, 'Passkeys/login', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const confirming = (await post<Begun>(second, 'Passkeys/begin', { for: 'confirm' }, token)).body;
    const proof = { ceremony: confirming.ceremony, response: device.get(confirming.options) };
    const confirmed = await Promise.all([first, second].map((each) => post(each, 'Session/confirm', proof, token)));
    expect(confirmed.map(({ status }) => status).sort()).toEqual([200, 400]);
  }
});

test('of five added to two processes at once beside eight, two become the ninth and tenth', async () => {
  const { id, token } = await newSession();
  const add = async (server: ServerProcess) => begunAdding(server, token, newAuthenticator(publicUrl));
  for (let number = 0; number < 8; number += 1) {
    expect((await post(servers[number % 2]!, 'Passkeys/add', await add(servers[0]), token)).status).toBe(200);
  }
  const rows = await Promise.all(Array.from({ length: 5 }, (_, number) => add(servers[number % 2]!)));
  const answers = await Promise.all(
    rows.map((body, number) => post<{ code?: string }>(servers[number % 2]!, 'Passkeys/add', body, token)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409]);
  expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set([undefined, 'OVER']));
  expect(await site.database.$count(passkeys, eq(passkeys.memberId, id))).toBe(10);
});
