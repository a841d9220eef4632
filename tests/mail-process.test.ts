import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import type { Database } from '#server/platform/database/client.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { setUpProcesses } from './processes.ts';
import { startSmtpPeer } from './smtp.ts';
import { eventually } from './wait.ts';

// Real server processes that are stopped and killed while they send mails.

const clean: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of clean.splice(0).reverse()) await step();
});

async function setUp() {
  const peer = await startSmtpPeer();
  clean.push(() => peer.close());
  const site = await setUpProcesses({ SMTP_URL: peer.url });
  clean.push(() => site.close());
  const start = async () => {
    const server = await site.start();
    // Killed, because a regular stop would wait for the peer.
    clean.push(server.kill);
    return server;
  };
  return { database: site.database, peer, start };
}

/** Delays the answer to every mail until it is opened. */
function gate() {
  let open = () => {};
  const opened = new Promise<undefined>((resolve) => {
    open = () => resolve(undefined);
  });
  return { open, opened };
}

const send = (database: Database, to: string) =>
  enqueueMail(database, { kind: 'password-changed', to, data: { name: 'A. Rao', passkeys: '' } });

test('a stopping server finishes the mail that it is sending and starts no other', async () => {
  const { database, peer, start } = await setUp();
  const { open, opened } = gate();
  let arrived = 0;
  peer.behaviour.data = () => {
    arrived++;
    return opened;
  };
  const server = await start();
  for (let number = 0; number < 3; number++) await send(database, `first-${number}@example.org`);
  await eventually(() => arrived === 3, 'three mails under way');
  await send(database, 'late@example.org');
  server.child.kill('SIGTERM');
  const gone = () =>
    fetch(`${server.address}/healthz`).then(
      () => false,
      () => true,
    );
  await eventually(gone, 'no more requests are taken');
  open();
  expect(await server.ended()).toBe(0);
  expect(peer.received).toHaveLength(3);
  const rows = await database.select({ to: mail.recipient, state: mail.state }).from(mail).orderBy(mail.recipient);
  expect(rows.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'waiting']);
});

test('two servers share the mails; one that a killed server was sending is sent by the other after its claim has expired', async () => {
  const { database, peer, start } = await setUp();
  const { open, opened } = gate();
  const values: string[] = [];
  peer.behaviour.data = ({ to }) => {
    values.push(to);
    return opened;
  };
  const first = await start();
  await send(database, 'interrupted@example.org');
  await eventually(() => values.length === 1, 'the mail under way');
  first.child.kill('SIGKILL');
  await first.ended();
  peer.behaviour = {};
  await start();
  await start();
  for (let number = 0; number < 20; number++) await send(database, `shared-${number}@example.org`);
  await eventually(() => peer.received.length === 20, 'twenty mails');
  expect(new Set(peer.received.map(({ to }) => to)).size).toBe(20);
  expect(peer.received.some(({ to }) => to === 'interrupted@example.org')).toBe(false);
  // As if three minutes had passed.
  await database.update(mail).set({ nextAttemptAt: sql`now()` }).where(sql`recipient = 'interrupted@example.org'`);
  await send(database, 'wakes@example.org');
  await eventually(() => peer.received.length === 22, 'the interrupted mail');
  open();
  const states = await eventually(async () => {
    const rows = await database.select({ state: mail.state }).from(mail);
    return rows.every(({ state }) => state === 'sent') && rows;
  }, 'all noted as sent');
  expect(states).toHaveLength(22);
});
