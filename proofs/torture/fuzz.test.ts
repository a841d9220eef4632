import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '#server/features/auth/password-hashing.ts';
import { insertCorrection } from '#server/features/corrections/corrections.queries.ts';
import { makeLink } from '#server/features/corrections/links.ts';
import { withClient } from '#server/platform/database/with-client.ts';
import * as auth from '#shared/contracts/auth.ts';
import { createContact } from '#shared/contracts/contact.ts';
import { registerMember, uploadPaymentScreenshot } from '#shared/contracts/registrations.ts';
import { faultOf } from '#tests/answers.ts';
import { openTestApp, type TestApp } from '#tests/app.ts';
import { pictureFile, registrationBody, scannedId } from '#tests/factories/members.ts';
import { adminToken, confirmedToken, memberToken, newAdministrator, newMember } from '#tests/logins.ts';
import {
  type ApiDocument,
  type Emails,
  type FuzzRequest,
  type Ids,
  knownPassword,
  named,
  type Role,
  requestsOf,
} from './requests.ts';
import { figure, isLong, seed, size } from './size.ts';

// Valid and invalid requests from the OpenAPI document, in every role, against the listening app.

const atOnce = 8;
const slowMs = 2_000;
/** The number of calls of one session before the next one's turn. */
const callsOfALogin = 40;

// Data of people who make no calls, which nobody outside the office may see.
const others = {
  email: 'canary-of-others@example.net',
  mobile: '6111222399',
  idNumber: 'CANARY 7731',
  utr: 'CANARYUTR8812',
  scan: 'canary in the scan',
  message: 'canary in a message',
};

let site: TestApp;
let address: string;
let secrets: string[];
/** The hash of `knownPassword`, which all accounts share. */
let passwordHash: string;
/** Ids of the others' records, which every role but the office tries; the office could change them. */
let othersIds: Map<string, string[]>;
let ids: Ids = new Map();
/** The e-mail addresses of those who can log in. */
const emails: Emails = { member: [], admin: [] };
const complaints: string[] = [];
beforeAll(async () => {
  const logTo = {
    write(line: string) {
      const { level, err, msg } = JSON.parse(line) as { level: number | string; err?: object; msg: string };
      if (Number(level) >= 50 || level === 'error') complaints.push(`${msg} ${JSON.stringify(err ?? '')}`);
    },
  };
  site = await openTestApp({ TRUST_PROXY: 'loopback' }, { logTo });
  address = await site.app.listen({ host: '127.0.0.1', port: 0 });
  const { email, idNumber, mobile, utr } = others;
  passwordHash = await hashPassword(knownPassword);
  const shy = { idNumber, mobile, utr, passwordHash, hideEmail: true, hideMobile: true };
  await newMember(site, { ...shy, email, paymentStatus: 'PAYMENT_SUCCESS' });
  const body = registrationBody({ email: `new-${email}`, mobile, idNumber });
  const files = { document: scannedId(others.scan), picture: await pictureFile() };
  const applicant = (await site.ok(registerMember, { body, files })).directory.id;
  const paid = { params: { id: applicant }, body: { utr }, files: { screenshot: await pictureFile(77) } };
  await site.call(uploadPaymentScreenshot, paid);
  const written = { fullname: 'Canary', email, mobile, message: others.message };
  await site.ok(createContact, { body: written });
  othersIds = await someIds();
  // The settings belong to nobody.
  othersIds.delete('settings');
  const { rows } = await site.database.pool.query<{ value: string }>('select value from secrets');
  secrets = [
    passwordHash,
    site.config.dataDir,
    import.meta.dirname.replace(/\/tests\/torture$/, '/'),
    ...rows.map(({ value }) => value),
  ];
});
afterAll(() => site.close());

/** Ids of some records of every kind. */
async function someIds(): Promise<Map<string, string[]>> {
  return withClient(site.ownerConnection, async (client) => {
    const tables = await client.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'id' and data_type = 'uuid'`,
    );
    const byKey = new Map<string, string[]>();
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ id: string }>(`select id from ${name} order by random() limit 6`);
      byKey.set(
        name,
        rows.map(({ id }) => id),
      );
    }
    return byKey;
  });
}

const both = (one: Ids, other: Ids): Ids =>
  new Map([...other].map(([table, rows]) => [table, [...rows, ...(one.get(table) ?? [])]]));

function without(ids: Ids, left: Ids): Ids {
  return new Map([...ids].map(([table, rows]) => [table, rows.filter((id) => !left.get(table)?.includes(id))]));
}

const logins = new Map<Role, { token: Promise<string | undefined>; left: number }>();

function tokenOf(role: Role): Promise<string | undefined> {
  let login = logins.get(role);
  if (!login || login.left === 0) {
    login = { token: newToken(role), left: callsOfALogin };
    logins.set(role, login);
  }
  login.left -= 1;
  return login.token;
}

function known<Person extends { email: string }>(as: keyof Emails, person: Person): Person {
  emails[as].push(person.email);
  return person;
}

async function newToken(role: Role): Promise<string | undefined> {
  switch (role) {
    case 'nobody':
      return undefined;
    case 'dead': {
      const token = await memberToken(site);
      await site.ok(auth.logout, {}, { token });
      return token;
    }
    case 'member':
      return memberToken(site, known('member', await newMember(site, { passwordHash })).id);
    case 'admin':
      return adminToken(site, known('admin', await newAdministrator(site, { passwordHash })).id);
    case 'confirmed':
      return confirmedToken(site, known('admin', await newAdministrator(site, { passwordHash })).id);
    default: {
      const { id } = await newMember(site, { status: 'New' });
      const wish = { memberId: id, fields: ['court', 'document'], note: 'x', by: 'x', askedAt: new Date() };
      const expiresAt = new Date(Date.now() + 3_600_000);
      const correction = await site.database.transaction((tx) => insertCorrection(tx, { ...wish, expiresAt }));
      const to =
        role === 'application'
          ? { kind: role, memberId: id }
          : { kind: role, memberId: id, correctionId: correction.id };
      return (await makeLink(site.database, site.config.publicUrl, to)).split('#')[1];
    }
  }
}

const counts = { sent: 0, slowest: 0, slow: [] as string[], statuses: new Map<number, number>() };
/** The messages of refusals, with their counts. */
const reasons = new Map<string, Map<string, number>>();
/** The numbers of successes, refused requests and other answers by call. */
const shares = new Map<string, { well: number; refused: number; other: number }>();

/** Sends a request. @returns the faults of its answer */
async function attempt(request: FuzzRequest, number: number): Promise<string[]> {
  const isOffice = request.role === 'admin' || request.role === 'confirmed';
  const { name, method, path, role, type, body } = named(request, isOffice ? ids : both(othersIds, ids), emails);
  const token = await tokenOf(role);
  const began = performance.now();
  const where = `${name} by ${role}: ${path.slice(0, 200)} ${type ?? ''} ${body?.subarray(0, 400).toString('latin1') ?? ''}`;
  let text: string;
  let status: number;
  try {
    const answer = await fetch(address + path, {
      method,
      redirect: 'manual',
      headers: {
        // Another network each time, as the limits of one are tested elsewhere.
        'x-forwarded-for': `2001:db8:${(number >> 16).toString(16)}:${(number & 0xffff).toString(16)}::1`,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(type && { 'content-type': type }),
      },
      ...(body && { body: new Uint8Array(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    status = answer.status;
  } catch (error) {
    return [`${where}: no answer: ${error}`];
  }
  const took = performance.now() - began;
  counts.sent += 1;
  counts.slowest = Math.max(counts.slowest, took);
  if (took > slowMs) counts.slow.push(`${name} ${Math.round(took)} ms`);
  counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1);
  const share = shares.get(name) ?? { well: 0, refused: 0, other: 0 };
  share[status < 300 ? 'well' : status >= 400 && status < 500 ? 'refused' : 'other'] += 1;
  shares.set(name, share);
  if (status >= 400) {
    const byKey = reasons.get(name) ?? new Map<string, number>();
    const reason = `${status} ${/"message":"([^"]{0,80})/.exec(text)?.[1] ?? ''}`;
    byKey.set(reason, (byKey.get(reason) ?? 0) + 1);
    reasons.set(name, byKey);
  }
  const fault = path.startsWith('/api/') ? faultOf(status, Buffer.from(text, 'latin1').toString('utf8')) : '';
  const rows = fault ? [`${where}: ${fault}`] : [];
  const hidden = isOffice ? secrets : [...secrets, ...Object.values(others)];
  for (const secret of hidden) if (text.includes(secret)) rows.push(`${where}: tells ${secret}`);
  return rows;
}

test('whatever is sent, nothing fails, and nobody sees others’ data', async () => {
  const total = size(1_500, 100_000);
  const document = (await (await fetch(`${address}/api/openapi.json`)).json()) as ApiDocument;
  const arbitrary = await requestsOf(document);
  figure(`${total} requests from the OpenAPI document, seed ${seed}`);
  const rows: string[] = [];
  const batch = 500;
  const began = performance.now();
  for (let first = 0; first < total; first += batch) {
    ids = without(await someIds(), othersIds);
    const numRuns = Math.min(batch, total - first);
    const requests = fc.sample(arbitrary, { numRuns, seed: seed + first }).entries();
    const caller = async () => {
      for (const [number, request] of requests) rows.push(...(await attempt(request, first + number)));
    };
    await Promise.all(Array.from({ length: atOnce }, caller));
    if (first % 10_000 === 0 && first > 0) figure(`${first} sent, ${rows.length} findings`);
  }
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const never = operations.filter((name) => !shares.get(name)?.well);
  const seconds = (performance.now() - began) / 1_000;
  figure(
    `${counts.sent} answered in ${seconds.toFixed(0)} s: ${JSON.stringify(Object.fromEntries([...counts.statuses].sort()))}`,
  );
  for (const name of operations) {
    const { well, refused, other } = shares.get(name) ?? { well: 0, refused: 0, other: 0 };
    const percent = (count: number) =>
      `${Math.round((100 * count) / Math.max(well + refused + other, 1))}%`.padStart(4);
    figure(
      `${percent(well)} 2xx ${percent(refused)} 4xx ${percent(other)} other of ${well + refused + other}: ${name}`,
    );
  }
  figure(`${operations.length - never.length} of ${operations.length} calls succeeded; never:`);
  for (const name of never) {
    const [values] = [...(reasons.get(name) ?? [])].sort((one, other) => other[1] - one[1]);
    figure(`  ${name}, mostly ${values?.[0] ?? 'not called'}`);
  }
  figure(`slowest ${Math.round(counts.slowest)} ms, over ${slowMs} ms: ${counts.slow.join(', ') || 'none'}`);
  expect([...new Set(rows)], `seed ${seed}`).toEqual([]);
  expect([...new Set(complaints)], `seed ${seed}`).toEqual([]);
  // Only refused requests would prove little; how many calls a short run makes succeed is random, about a fifth.
  expect(operations.length - never.length).toBeGreaterThan(operations.length / (isLong ? 2 : 10));
  if (isLong) expect(counts.slow).toEqual([]);
}, 3_600_000);
