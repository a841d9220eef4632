import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginMember } from '#shared/contracts/auth.ts';
import { createContact } from '#shared/contracts/contact.ts';
import { registerMember } from '#shared/contracts/registrations.ts';
import { underWay } from '#shared/limits.ts';
import { multipartBody, startTestApp } from './app.ts';
import { pictureFile, registrationBody, scannedId } from './factories/members.ts';
import { hashOfPassword, newMember, password } from './logins.ts';
import { eventually } from './wait.ts';

let port: number;
const open = new Set<Socket>();
const site = await startTestApp({ TRUST_PROXY: 'loopback' });
beforeAll(async () => {
  await site.app.listen({ host: '127.0.0.1', port: 0 });
  port = (site.app.server.address() as { port: number }).port;
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
});

/** Sends text and keeps the connection open. @returns the answer so far */
function send(text: string) {
  const socket = connect(port, '127.0.0.1');
  open.add(socket);
  const result = { text: '', closed: false };
  socket.on('data', (bytes) => {
    result.text += bytes.toString('latin1');
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    result.closed = true;
    open.delete(socket);
  });
  socket.write(text);
  return { socket, seen: result };
}

const head = (path: string, from: string, type: string, length: number) =>
  `POST /api${path} HTTP/1.1\r\nhost: test\r\nx-forwarded-for: ${from}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;

const held = () => new Promise((resolve) => site.app.server.getConnections((_, count) => resolve(count)));

test('requests without their bodies do not block others’ logins, messages and registrations', async () => {
  const { email } = await newMember(site, { passwordHash: await hashOfPassword() });
  // More connections than slots, from few networks, each with one byte of its body.
  for (let number = 0; number < 2 * underWay.bodies.inAll; number += 1) {
    send(`${head('/Directory/Login', `192.0.2.${number % 5}`, 'application/json', 100)}{`);
  }
  for (let number = 0; number < 2 * underWay.forms.inAll; number += 1) {
    send(`${head('/Directory/Create', `198.51.100.${number % 5}`, 'multipart/form-data; boundary=x', 100_000)}--x`);
  }
  await eventually(async () => Number(await held()) > 200, 'they are connected');

  // Also from one of those networks, such as a carrier's.
  for (const from of ['203.0.113.9', '192.0.2.1']) {
    expect((await site.call(loginMember, { body: { email, password } }, { from })).status).toBe(200);
    const message = { fullname: 'Meera Nair', email: `${from}@example.org`, mobile: '9812300000', message: from };
    expect((await site.call(createContact, { body: message }, { from })).status).toBe(200);
    const body = registrationBody({ email: `new-${from}@example.org` });
    const files = { document: scannedId(), picture: await pictureFile() };
    expect((await site.call(registerMember, { body, files }, { from })).status).toBe(200);
  }
  // A body that does not continue is cut off soon.
  const { seen } = send(`${head('/Directory/Login', '192.0.2.77', 'application/json', 100)}{`);
  await eventually(async () => seen.closed, 'it is cut', 15_000);
  expect(seen.text).not.toContain(' 200 ');
});

test('stalled forms with some content are closed in favour of a new one', async () => {
  const { type, bytes } = multipartBody({ Interest: 'x'.repeat(2 * underWay.uncounted.formBytes) }, {});
  const stalled = Array.from({ length: underWay.forms.inAll + 5 }, (_, number) => {
    const attack = send(head('/Directory/Create', `198.51.${number}.1`, type, bytes.length + 1));
    attack.socket.write(bytes.subarray(0, -20));
    return attack;
  });
  const register = async () => {
    const id = scannedId();
    const document = { ...id, bytes: Buffer.concat([id.bytes, Buffer.alloc(2 * underWay.uncounted.formBytes)]) };
    const files = { document, picture: await pictureFile() };
    return (await site.call(registerMember, { body: registrationBody(), files }, { from: '203.0.113.10' })).status;
  };
  await eventually(async () => stalled.some(({ seen }) => seen.text.includes(' 503 ')), 'all slots are taken');
  const gaveWay = async () => (await register()) === 200 && stalled.some(({ seen }) => seen.closed);
  await eventually(gaveWay, 'one gave way', 20_000);
});

test('a request that names two hosts is refused', async () => {
  const { seen } = send('GET /healthz HTTP/1.1\r\nhost: one.example\r\nHost: two.example\r\nconnection: close\r\n\r\n');
  await eventually(async () => seen.closed, 'it is answered');
  expect(seen.text).toMatch(/^HTTP\/1\.1 400 /);
});
