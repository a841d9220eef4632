import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { log } from '#server/platform/log/tables.ts';
import { createText, deleteText, listTexts, updateText } from '#shared/contracts/canned-replies.ts';
import { startTestApp } from '#tests/app.ts';
import { adminToken } from '#tests/logins.ts';

const site = await startTestApp();
const asOffice = { token: await adminToken(site) };

test('a fresh site has some, for both', async () => {
  const { data } = await site.ok(listTexts, { query: {} }, asOffice);
  expect(new Set(data.map(({ kind }) => kind))).toEqual(new Set(['reject', 'correction']));
  for (const { text } of data) expect(text.length).toBeLessThanOrEqual(1_000);
  // A note for a correction ticks what it asks for.
  for (const { kind, fields } of data) expect(fields.length > 0).toBe(kind === 'correction');
  expect(data.find(({ title }) => title === 'ID cannot be read')?.fields).toEqual(['document']);
  for (const { id } of data) await site.ok(deleteText, { params: { id } }, asOffice);
});

test('texts are saved, changed and deleted, each kind by title, and logged', async () => {
  const scan = {
    kind: 'correction' as const,
    title: 'Scan',
    text: 'Please send a scan that can be read.',
    fields: ['document', 'name'],
  };
  const unpaid = { kind: 'reject' as const, title: 'Unpaid', text: 'No payment was received.' };
  const { text } = await site.ok(createText, { body: scan }, asOffice);
  expect(text).toEqual({ id: expect.any(String), ...scan });
  const second = await site.ok(createText, { body: unpaid }, asOffice);
  const third = await site.ok(createText, { body: { ...unpaid, title: 'Foreign' } }, asOffice);
  const fields = ['document', 'email'];
  expect((await site.fails(createText, { body: { ...scan, fields } }, asOffice)).body.fields).toHaveProperty('fields');
  const list = async (query = {}) => (await site.ok(listTexts, { query }, asOffice)).data;
  expect((await list({ kind: 'reject' })).map(({ title }) => title)).toEqual(['Foreign', 'Unpaid']);
  expect(await list()).toHaveLength(3);

  const params = { id: text.id };
  const changed = await site.ok(updateText, { params, body: { title: 'A better scan' } }, asOffice);
  expect(changed.text).toEqual({ ...text, title: 'A better scan' });
  await site.ok(deleteText, { params: { id: second.text.id } }, asOffice);
  expect(await list()).toEqual([changed.text, third.text]);
  const lines = (await site.database.select().from(log)).map(({ kind, action, subject }) => [kind, action, subject]);
  expect(lines).toContainEqual(['content', 'changed a ready-made text', 'A better scan']);
  expect(lines).toContainEqual(['content', 'deleted a ready-made text', 'Unpaid']);
});

test('empty, too long and unknown kinds are refused with messages, and an unknown text is a 404', async () => {
  const body = { kind: 'praise', title: ' ', text: 'x'.repeat(1_001) };
  const { status, body: failure } = await site.fails(createText, { body }, asOffice);
  expect([status, Object.keys(failure.fields ?? {}).sort()]).toEqual([400, ['kind', 'text', 'title']]);
  expect((await site.fails(updateText, { params: { id: randomUUID() }, body: { title: 'x' } }, asOffice)).status).toBe(
    404,
  );
  expect((await site.fails(deleteText, { params: { id: randomUUID() } }, asOffice)).status).toBe(404);
  expect((await site.fails(listTexts, { query: { kind: 'praise' } }, asOffice)).status).toBe(400);
});
