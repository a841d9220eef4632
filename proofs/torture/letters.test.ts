import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { letterRecipients, letterSettings, letters } from '#server/features/letters/tables.ts';
import { type Database, notify } from '#server/platform/database/client.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { getLetter, type Letter } from '#shared/contracts/letters.ts';
import { fromWire } from '#shared/wire-names.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { confirmedToken } from '#tests/logins.ts';
import { type SmtpPeer, startSmtpPeer } from '#tests/smtp.ts';
import { eventually } from '#tests/wait.ts';
import { type OneServer, startOneServer } from './servers.ts';
import { figure, isLong, size } from './size.ts';

// A circular is sent while the server and its database are killed again and again: everybody gets one mail.

const people = size(200, 20_000);
const kills = { server: isLong ? 20 : 2, database: isLong ? 5 : 1 };

let peer: SmtpPeer;
let site: OneServer;

beforeAll(async () => {
  peer = await startSmtpPeer();
  site = await startOneServer({ SMTP_URL: peer.url });
}, 120_000);
afterAll(async () => {
  await site?.close();
  await peer.close();
});

/** Creates the members by SQL from one of them. */
async function makePeople(database: Database): Promise<void> {
  const one = await memberFactory({ database });
  const { rows } = await database.execute<{ name: string }>(sql`select quote_ident(column_name) as name
    from information_schema.columns where table_name = 'members' and table_schema = 'public' and is_generated = 'NEVER'`);
  const other: Record<string, string> = {
    id: 'gen_random_uuid()',
    email: `'reader' || n || '@example.org'`,
    reference: `'AIP-2026-8' || n`,
    member_number: `'AIP-M-8' || n`,
    submission_hash: 'null',
  };
  const names = rows.map(({ name }) => name);
  await database.execute(
    sql.raw(`insert into members (${names.join(', ')}) select ${names.map((name) => other[name] ?? `m.${name}`).join(', ')}
      from members m, generate_series(2, ${people}) n where m.id = '${one.id}'`),
  );
}

test('every recipient of a circular gets one mail, however often server and database are killed', async () => {
  const token = await site.withDatabase(async (database) => {
    await makePeople(database);
    await database.update(letterSettings).set({ perMinute: 6_000 });
    return confirmedToken({ database }, { powers: ['letters'] });
  });
  const call = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${site.address()}/api/Letters/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return fromWire((await answer.json()) as { circular: Letter }, getLetter.names?.answer).circular;
  };
  const form = new FormData();
  for (const [name, value] of Object.entries({ kind: 'circular', title: 'Court hours', text: 'From Monday on.' }))
    form.set(name, value);
  const drafted = await fetch(`${site.address()}/api/Letters/create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { circular: draft } = fromWire((await drafted.json()) as { circular: Letter }, getLetter.names?.answer);
  const began = performance.now();
  expect((await call('PATCH', `send/${draft.id}`, { version: draft.version })).state).toBe('sending');

  const plan = [
    ...Array.from({ length: kills.server }, () => 'server' as const),
    ...Array.from({ length: kills.database }, () => 'database' as const),
  ];
  for (const [index, what] of plan.entries()) {
    const until = Math.floor((people * (index + 0.5)) / (plan.length + 1));
    await eventually(() => peer.received.length >= until, `${until} mails have come`, 180_000);
    await site.kill(what);
  }
  await site.withDatabase(async (database) => {
    const state = async () => {
      // Mails that killed processes had claimed, or could not send without a database, are retried later: make that now.
      const isIdle = sql`coalesce(${mail.startedAt} < now() - interval '5 seconds', true)`;
      await database
        .update(mail)
        .set({ nextAttemptAt: sql`now()` })
        .where(sql`${mail.state} = 'waiting' and ${isIdle}`);
      await notify(database, 'mail');
      const [row] = await database.select().from(letters).where(eq(letters.id, draft.id));
      return row?.state === 'sent';
    };
    // The server may still be recovering from the last kill.
    const isSent = () => state().catch(() => false);
    await eventually(isSent, 'the circular has been sent', 600_000);
    const rows = await database.select().from(letterRecipients).orderBy(asc(letterRecipients.position));
    expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: people }, (_, index) => index + 1));
    expect(rows.filter((row) => row.mail !== 'sent')).toEqual([]);
    const ids = new Map<string, Set<string>>();
    for (const { to, messageId } of peer.received) ids.set(to, (ids.get(to) ?? new Set()).add(messageId));
    expect([...ids.keys()].sort()).toEqual(rows.map(({ email }) => email).sort());
    expect([...ids.values()].filter((each) => each.size !== 1)).toEqual([]);
    const twice = peer.received.length - people;
    expect(twice).toBeLessThanOrEqual(plan.length * 3);
    const seconds = (performance.now() - began) / 1_000;
    figure(`${people} people, ${plan.length} kills, ${twice} handed over again; ${seconds.toFixed(0)} s`);
  });
}, 1_800_000);
