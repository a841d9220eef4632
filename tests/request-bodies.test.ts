import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { networkOf } from '#server/platform/throttles/network.ts';
import { throttles } from '#server/platform/throttles/tables.ts';
import { createNews, listActiveNews } from '#shared/contracts/news.ts';
import { registerMember } from '#shared/contracts/registrations.ts';
import { updateSettings } from '#shared/contracts/settings.ts';
import type { AnyEndpoint } from '#shared/endpoint.ts';
import { callsPerNetwork, limits, underWay } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { formOf, multipartBody, startTestApp } from './app.ts';
import { pictureFile, registrationBody, scannedId } from './factories/members.ts';
import { adminToken, newMember } from './logins.ts';
import { eventually } from './wait.ts';

const site = await startTestApp();
const office = `Bearer ${await adminToken(site)}`;

const form = 'multipart/form-data; boundary=x';
const part = (name: string, text: string, more = '') =>
  `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`;

interface Sent {
  body?: string | Buffer | Readable;
  type?: string;
  from?: string;
  headers?: Record<string, string>;
}

const send = async ({ method, path }: AnyEndpoint, { body, type = form, from = '203.0.113.1', headers = {} }: Sent) => {
  const answer = await site.app.inject({
    method,
    url: `/api${path.replace(/\{\w+\}/g, randomUUID())}`,
    remoteAddress: from,
    headers: { 'content-type': type, ...(body instanceof Readable && { 'transfer-encoding': 'chunked' }), ...headers },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
};

/** More than a form may send before it needs a place. */
const something = part('Interest', 'x'.repeat(8 * 1024)).repeat(5);

/** A form that never ends. */
const unfinished = (begin = '') => {
  const body = new Readable({ read: () => {} });
  body.push(begin + part('ProsecutorName', 'Asha').slice(0, -2));
  return body;
};

test('the limits of a network, by the first half of an IPv6 address, apply before a body is read', async () => {
  const throttled = site.app.endpoints.filter(({ throttle }) => throttle !== undefined);
  expect([...new Set(throttled.map(({ throttle }) => throttle))].sort()).toEqual(Object.keys(callsPerNetwork).sort());
  const network = networkOf('2001:db8:1:2::1');
  for (const target of throttled) {
    // Several calls may share a limit.
    await site.database.delete(throttles);
    await site.app.countCall(target.throttle!, network);
    await site.database.update(throttles).set({ count: callsPerNetwork[target.throttle!].count });
    const refused = await send(target, { body: unfinished(), from: '2001:db8:1:2:ffff::9' });
    expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const other = await send(target, { body: '--x--', from: '2001:db8:1:3::1' });
    expect(other.status).not.toBe(429);
    const byOffice = await send(target, { body: '--x--', from: '2001:db8:1:2::1', headers: { authorization: office } });
    expect(byOffice.status).not.toBe(429);
  }
});

test('the record and its due payment are checked before the file is read', async () => {
  const proof = (id: string) =>
    site.app.inject({
      method: 'PATCH',
      url: `/api/Directory/updatePaymentScreenshot/${id}`,
      headers: { 'content-type': form, 'transfer-encoding': 'chunked' },
      payload: unfinished(),
    });
  expect((await proof(randomUUID())).statusCode).toBe(404);
  expect((await proof('nobody')).statusCode).toBe(404);
  expect((await proof((await newMember(site)).id)).statusCode).toBe(409);
});

test('the number of simultaneous forms is limited, by network and in total; the office does not count', async () => {
  const rows: { body: Readable; answer: ReturnType<typeof send> }[] = [];
  const begin = (from: string) => {
    const body = unfinished(something);
    rows.push({ body, answer: send(registerMember, { body, from }) });
  };
  const isRefused = (from: string, code: string) => async () => {
    const answer = await send(registerMember, { body: `${something}--x--`, from });
    return answer.body.code === code && Number(answer.headers['retry-after']) > 0;
  };
  const { inAll, perNetwork } = underWay.forms;
  for (let number = 0; number < perNetwork; number += 1) begin('203.0.113.1');
  await eventually(isRefused('203.0.113.1', 'TOO_MANY'), 'one network is full');
  // Another network is not affected until the total limit is reached.
  for (let number = perNetwork; number < inAll; number += 1) begin(`198.51.100.${number}`);
  await eventually(isRefused('192.0.2.1', 'UNAVAILABLE'), 'all is full');
  // A tiny form needs no place.
  expect((await send(registerMember, { body: '--x--', from: '192.0.2.1' })).status).toBe(400);
  expect((await send(registerMember, { body: `${something}--x--`, headers: { authorization: office } })).status).toBe(
    400,
  );
  expect((await send(createNews, { body: '{}', type: 'application/json' })).status).toBe(401);
  for (const { body } of rows) body.push(null);
  expect((await Promise.all(rows.map(({ answer }) => answer))).every(({ status }) => status === 400)).toBe(true);
  expect((await send(registerMember, { body: '--x--' })).status).toBe(400);
});

test('the total size of current uploads is limited', async () => {
  const { space, folder } = site.app.uploads;
  const before = space.total;
  const files = { document: scannedId(), picture: await pictureFile() };
  const sendAll = () => {
    const { type, bytes } = formOf(registerMember, registrationBody(), files);
    return send(registerMember, { type, body: bytes });
  };
  for (const network of ['203.0.113.1', '198.51.100.1'] as const) {
    expect(space.take(networkOf(network), underWay.uploads.perNetwork - 100)).toBeUndefined();
  }
  expect(await sendAll()).toMatchObject({ status: 429 });
  space.give(networkOf('203.0.113.1'), underWay.uploads.perNetwork - 100);
  expect(space.take(networkOf('192.0.2.1'), underWay.uploads.perNetwork - 100)).toBeUndefined();
  // In whatever order a refusal and the opening of the file happen, no file is left.
  const refused = await Promise.all(Array.from({ length: underWay.forms.perNetwork }, sendAll));
  expect(refused.filter(({ status }) => status !== 503)).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
  for (const network of ['192.0.2.1', '198.51.100.1']) {
    space.give(networkOf(network), underWay.uploads.perNetwork - 100);
  }
  expect(await sendAll()).toMatchObject({ status: 200 });
  await eventually(() => space.total === before, 'the uploads are gone');
});

test('the text of a form is limited: each field with a message, the total at once', async () => {
  const long = 'x'.repeat(limits.formFieldBytes + 1);
  const one = await send(registerMember, { body: `${part('Practice', long)}${part('Specialisation[]', long)}--x--` });
  expect(one.status).toBe(400);
  expect(one.body.fields).toMatchObject({
    Practice: messages.general.tooLong,
    Specialisation: messages.general.tooLong,
  });
  const chunk = 'x'.repeat(limits.formFieldBytes);
  const many = Math.ceil(limits.formTextBytes / limits.formFieldBytes) + 1;
  for (const texts of [part('any', chunk), part('any', 'x', `; filename="${'é'.repeat(1_000)}"`).repeat(20)]) {
    const all = await send(registerMember, { body: `${texts.repeat(many)}--x--` });
    expect([all.status, all.body.code]).toEqual([413, 'TOO_LARGE']);
  }
  const choices = part('Specialisation[]', 'x').repeat(limits.multipartFields + 100);
  const chosen = await send(registerMember, { body: `${part('Practice', 'x')}${choices}--x--` });
  expect([chosen.status, chosen.body.fields]).toEqual([400, { Specialisation: 'Please choose fewer of them' }]);
  const names = Array.from({ length: limits.multipartFields + 100 }, (_, at) => part(`any${at}`, 'x')).join('');
  const parts = await send(registerMember, { body: `${names}--x--` });
  expect([parts.status, parts.body.message]).toEqual([413, 'This form has too many parts.']);
  const body = { Newstitle: 'हिन्दी', Location: 'Delhi', Description: 'अ'.repeat(limits.articleLength) };
  const news = multipartBody(body, { news_pic: await pictureFile() });
  const result = await send(createNews, { type: news.type, body: news.bytes, headers: { authorization: office } });
  expect(result.status).toBe(200);
});

test('a text in a form keeps its original line ends, and is measured with them', async () => {
  const lines = `${'One line.\n'.repeat(limits.articleLength / 10 - 1)}The last.\n`;
  const texts = { Newstitle: 'A title', Location: 'Delhi', Description: lines.replaceAll('\n', '\r\n') };
  const { type, bytes } = multipartBody(texts, { news_pic: await pictureFile() });
  const answer = await send(createNews, { type, body: bytes, headers: { authorization: office } });
  expect(answer.body).toMatchObject({ success: true });
  const { news } = await site.ok(listActiveNews, {});
  expect(news.find(({ title }) => title === 'A title')?.description).toBe(lines.trim());
});

test('every call accepts the largest body that its own rules allow', () => {
  const json = site.app.endpoints.filter(({ body, files, bodyLimit }) => body && !files && (bodyLimit ?? 0) < 1e6);
  const tooSmall = json.filter(({ body, bodyLimit = limits.jsonBytes }) => largest(schemaOf(body)) > bodyLimit);
  expect(tooSmall.map(({ path }) => path)).toEqual([]);
  expect(json).toContain(updateSettings);
  const forms = site.app.endpoints.filter(({ body, files }) => body && files);
  for (const { body, path, fieldLimit = limits.formFieldBytes } of forms) {
    const schema = schemaOf(body);
    const fields = Object.values(schema.properties ?? {}).map((field) => largest(field.items ?? field));
    expect(Math.max(...fields), path).toBeLessThanOrEqual(fieldLimit);
    expect(largest(schema), path).toBeLessThanOrEqual(Math.max(limits.formTextBytes, fieldLimit));
  }
});

test('a larger body is refused, and so is a compressed one', async () => {
  const login = site.app.endpoints.find(({ path }) => path === '/Directory/Login')!;
  const text = JSON.stringify({ email: 'x'.repeat(limits.jsonBytes) });
  for (const body of [text, Readable.from([text.slice(0, 1_000), text.slice(1_000)])]) {
    const answer = await send(login, { type: 'application/json', body });
    expect([answer.status, answer.body.code]).toEqual([413, 'TOO_LARGE']);
  }
  for (const encoding of ['br', 'gzip', 'deflate']) {
    const headers = { 'content-encoding': encoding };
    expect((await send(login, { type: 'application/json', body: '{}', headers })).status).toBe(415);
    expect((await send(registerMember, { body: '--x--', headers })).status).toBe(415);
  }
});

interface JsonSchema {
  type?: string;
  format?: string;
  maxLength?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
}

const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** The size in bytes of the largest valid JSON, with characters of three bytes; unbounded parts count little. */
function largest({ type, format, maxLength, maxItems = 100, items, properties, anyOf = [] }: JsonSchema): number {
  if (type === 'string') return format === 'uuid' ? 38 : 3 * (maxLength ?? 100);
  if (type === 'array') return maxItems * (largest(items ?? {}) + 3);
  const fields = Object.entries(properties ?? {}).map(([name, field]) => name.length + 6 + largest(field));
  return Math.max(30, ...anyOf.map(largest)) + fields.reduce((sum, bytes) => sum + bytes, 0);
}
