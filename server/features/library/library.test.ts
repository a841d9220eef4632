import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { members } from '#server/features/members/tables.ts';
import { clock } from '#shared/clock.ts';
import * as contract from '#shared/contracts/library.ts';
import { messages } from '#shared/messages.ts';
import { startTestApp } from '#tests/app.ts';
import { adminToken, memberToken, newMember } from '#tests/logins.ts';
import { libraryDocuments } from './tables.ts';

const site = await startTestApp();
const token = await adminToken(site);
beforeEach(() => site.database.pool.query('delete from library_documents'));
afterEach(() => clock.set(new Date()));

const pdf = (mark = 'one', name = 'circular 12.pdf') => ({
  name,
  type: 'application/pdf',
  bytes: Buffer.from(`%PDF-1.4\n% ${mark} ${'0123456789'.repeat(20)}\n%%EOF`),
});
const fields = {
  title: 'Circular on sanction for prosecution',
  category: 'Circulars',
  date: '2026-03-04',
  language: 'English',
  access: 'everybody',
} as const;
const create = async (values: object = {}, file = pdf()) =>
  (await site.ok(contract.createDocument, { body: { ...fields, ...values }, files: { file } }, { token })).document;
const change = async (id: string, version: number, body: object, file?: ReturnType<typeof pdf>) =>
  (
    await site.ok(
      contract.updateDocument,
      { params: { id }, body: { version, ...body }, files: file ? { file } : {} },
      { token },
    )
  ).document;
const list = (query: object = {}, as: { token?: string } = {}) => site.ok(contract.listDocuments, { query }, as);
const titles = async (query: object = {}, as: { token?: string } = {}) =>
  (await list(query, as)).data.map(({ title }) => title).sort();
const hidden = async (id: string, as: { token?: string } = {}) => {
  const { status, body } = await site.fails(contract.getDocument, { params: { id } }, as);
  return [status, body];
};

describe('who may read', () => {
  it('is one condition of lists, counts, categories, documents and addresses', async () => {
    const kerala = await newMember(site, { state: 'Kerala' });
    const goa = await newMember(site, { state: 'Goa' });
    await create({ title: 'For everybody' });
    await create({ title: 'For members', access: 'members', category: 'Manuals' });
    const states = await create({ title: 'For Kerala', access: 'States', states: ['Kerala'], category: 'Forms' });
    const { document: draft } = await site.ok(
      contract.createDocument,
      { body: { draft: true }, files: { file: pdf() } },
      { token },
    );
    expect(draft).toMatchObject({ title: 'circular 12', draft: true, category: '', access: '', date: '' });

    const of = async (as: { token?: string }) => {
      const { data, pagination, categories } = await list({}, as);
      for (const each of data) expect(Object.keys(each)).not.toContain('by');
      expect(pagination.totalCount).toBe(data.length);
      return [
        data
          .map(({ title }) => title)
          .sort()
          .join(),
        categories
          .filter(({ count }) => count > 0)
          .map((c) => c.name)
          .join(),
      ];
    };
    const keralas = { token: await memberToken(site, kerala.id) };
    const goas = { token: await memberToken(site, goa.id) };
    expect(await of({})).toEqual(['For everybody', 'Circulars']);
    expect(await of(goas)).toEqual(['For everybody,For members', 'Circulars,Manuals']);
    expect(await of(keralas)).toEqual(['For Kerala,For everybody,For members', 'Circulars,Manuals,Forms']);
    expect((await of({ token }))[0]).toBe('For Kerala,For everybody,For members,circular 12');
    const office = async (powers: string[], states_: string[] = []) => ({
      token: await adminToken(site, { powers, states: states_ } as never),
    });
    expect((await of(await office(['money'])))[0]).toBe('For Kerala,For everybody,For members');
    expect((await of(await office(['members'], ['Goa'])))[0]).toBe('For everybody,For members');
    expect((await of(await office(['members'], ['Goa', 'Kerala'])))[0]).toBe('For Kerala,For everybody,For members');

    const unknown = await hidden('00000000-0000-4000-8000-000000000000');
    expect(unknown[0]).toBe(404);
    for (const as of [{}, goas, await office(['members'], ['Goa'])])
      expect(await hidden(states.id, as)).toEqual(unknown);
    for (const as of [{}, keralas, await office(['money'])]) expect(await hidden(draft.id, as)).toEqual(unknown);
    expect(await titles({ search: 'Kerala' }, goas)).toEqual([]);
    expect((await list({ search: 'for' }, goas)).categories.find(({ name }) => name === 'Forms')?.count).toBe(0);

    const result = await site.ok(contract.getDocument, { params: { id: states.id } }, keralas);
    expect(result.document).not.toHaveProperty('states');
    expect(result.document).not.toHaveProperty('versions');
    await site.database.update(members).set({ state: 'Goa' }).where(eq(members.id, kerala.id));
    expect(await hidden(states.id, keralas)).toEqual(unknown);
  });
});

describe('the address of a file', () => {
  const get = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers });

  it('is lasting for everybody, with ranges, and ends with a narrower access and a new version', async () => {
    const first = await create();
    const { address } = first.file;
    expect(address).toMatch(/^\/documents\/[\w-]+\/1\.pdf$/);
    const whole = await get(address);
    expect(whole.rawPayload.equals(pdf().bytes)).toBe(true);
    expect(whole.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'public, max-age=600',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
    expect(whole.headers['content-disposition']).toMatch(/^inline;/);
    expect((await get(`${address}?download`)).headers['content-disposition']).toMatch(
      /^attachment; filename="circular 12.pdf"/,
    );
    const part = await get(address, { range: 'bytes=5-8' });
    expect([part.statusCode, part.payload, part.headers['content-range']]).toEqual([
      206,
      '1.4\n',
      `bytes 5-8/${first.size}`,
    ]);
    expect((await get(address, { range: 'bytes=-5' })).payload).toBe('%%EOF');
    expect((await get(address, { range: 'bytes=9999-' })).statusCode).toBe(416);
    expect((await get(address, { range: 'bytes=0-1,4-5' })).statusCode).toBe(200);
    expect((await get(address, { 'if-none-match': String(whole.headers.etag) })).statusCode).toBe(304);

    const second = await change(first.id, 1, {}, pdf('two', 'new.pdf'));
    const dead = await get(address);
    expect(dead.statusCode).toBe(404);
    expect((await get(second.file.address)).payload).toContain('two');
    expect(second.versions).toMatchObject([{ name: 'circular 12.pdf', size: first.size }]);
    expect((await get(second.versions![0]!.address)).payload).toContain('one');
    await change(first.id, 2, { access: 'members' });
    expect((await get(second.file.address)).json()).toEqual(dead.json());
    for (const wrong of ['/documents/x/1.pdf', `/documents/${first.id}/9.pdf`, `/documents/${first.id}/01.pdf`])
      expect([(await get(wrong)).statusCode, (await get(wrong)).json()]).toEqual([404, dead.json()]);
  });

  it('is signed for two hours for others, and follows none of their rights but the document’s', async () => {
    const member = await newMember(site, { state: 'Kerala' });
    const result = { token: await memberToken(site, member.id) };
    const { id } = await create({ access: 'States', states: ['Kerala', 'Goa'] });
    const addressOf = async () =>
      (await site.ok(contract.getDocument, { params: { id } }, result)).document.file.address;
    const address = await addressOf();
    const answer = await get(address);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, no-store']);
    const tampered = address.replace(/.{8}\.pdf$/, 'AAAAAAAA.pdf');
    expect((await get(tampered)).statusCode).toBe(404);
    expect((await get(address.replace(/\.(\d{10})\./, (_all, until) => `.${Number(until) + 9}.`))).statusCode).toBe(
      404,
    );
    await change(id, 1, { states: ['Goa', 'Kerala', 'Assam'] });
    expect((await get(address)).statusCode).toBe(200);
    await change(id, 2, { states: ['Kerala'] });
    expect((await get(address)).statusCode).toBe(404);
    const next = await addressOf();
    clock.set(new Date(clock.ms() + 2 * 3_600_000 + 1_000));
    expect((await get(next)).statusCode).toBe(404);
    clock.set(new Date());
    await site.ok(contract.deleteDocument, { params: { id }, query: {} }, { token });
    expect((await get(next)).json()).toEqual((await get(tampered)).json());
  });
});

describe('the office', () => {
  it('is told everything that is missing, and publishes drafts only when nothing is', async () => {
    const refused = await site.fails(
      contract.createDocument,
      { body: { title: '', category: 'Nothing', date: '2026-02-30', access: 'States' }, files: {} },
      { token },
    );
    expect(refused.body.fields).toEqual({
      title: messages.library.title,
      category: messages.library.category,
      date: messages.general.noDay,
      language: messages.library.language,
      states: messages.library.states,
      file: messages.library.file,
    });
    const missing = await site.fails(contract.createDocument, { body: {}, files: {} }, { token });
    expect(Object.keys(missing.body.fields ?? {}).sort()).toEqual([
      'access',
      'category',
      'date',
      'file',
      'language',
      'title',
    ]);
    const text = { name: 'x.pdf', type: 'application/pdf', bytes: Buffer.from('<html>%PDF-') };
    const wrong = await site.fails(contract.createDocument, { body: fields, files: { file: text } }, { token });
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['file']]);
    const states = { body: { ...fields, access: 'States' as const }, files: { file: pdf() } };
    expect((await site.fails(contract.createDocument, states, { token })).body.fields).toHaveProperty('states');

    const { document: draft } = await site.ok(
      contract.createDocument,
      { body: { draft: true, title: 'Named' }, files: { file: pdf() } },
      { token },
    );
    const publish = (body: object) =>
      site.call(
        contract.updateDocument,
        { params: { id: draft.id }, body: { version: 1, draft: false, ...body }, files: {} },
        { token },
      );
    const left = (await publish({ category: 'Forms' })).body as { fields: object };
    expect(Object.keys(left.fields).sort()).toEqual(['access', 'date', 'language']);
    expect((await publish({ ...fields })).status).toBe(200);
    expect((await publish({ ...fields })).status).toBe(409);
    expect(await titles()).toEqual([fields.title]);
  });

  it('finds documents by what became of their text, drafts too', async () => {
    await create({ title: 'Published' });
    await create({ title: 'Draft', draft: true });
    await site.database.update(libraryDocuments).set({ state: 'unreadable' });
    expect(await titles({ state: 'unreadable' }, { token })).toEqual(['Draft', 'Published']);
    expect(await titles({ state: 'draft' }, { token })).toEqual(['Draft']);
    expect(await titles({ state: 'unreadable' })).toEqual(['Published']);
    expect(await titles({ state: 'draft' })).toEqual([]);
  });

  it('keeps categories: renames, adds, reorders, and removes only those not in use', async () => {
    const { categories, version } = await site.ok(contract.listCategories, {}, { token });
    await create();
    const save = (list_: object[], of = version) =>
      site.call(contract.saveCategories, { body: { categories: list_ as never, version: of } }, { token });
    expect((await save([{ name: 'Only' }])).status).toBe(409);
    const renamed = [
      { name: 'Orders', was: 'Circulars' },
      ...categories.filter(({ name }) => name !== 'Circulars' && name !== 'Minutes'),
    ];
    expect(
      (await save(renamed.map(({ name, was }: { name: string; was?: string }) => (was ? { name, was } : { name }))))
        .status,
    ).toBe(200);
    expect((await list()).data[0]).toMatchObject({ category: 'Orders', hi: { category: 'परिपत्र' } });
    const [older] = (await list()).categories;
    expect(older).toEqual({ name: 'Orders', count: 1, hi: { name: 'परिपत्र' }, older: ['name'] });
    expect((await save([{ name: 'Orders' }])).status).toBe(409);
    expect(await save([{ name: 'Orders' }, { name: 'orders' }], version + 1)).toMatchObject({
      status: 400,
      body: { fields: { 'categories.1.name': 'This name is there twice' } },
    });
    expect(
      (
        await save(
          [
            { name: 'Circulars', was: 'Orders', hi: { name: ' परिपत्र ' } },
            ...['Judgments', 'Manuals', 'Forms', 'Minutes'].map((name) => ({ name })),
          ],
          version + 1,
        )
      ).status,
    ).toBe(200);
    const named = (await list()).categories.map(({ name, hi, older }) => [name, hi.name, older.length]);
    expect(named).toEqual([
      ['Circulars', 'परिपत्र', 0],
      ['Judgments', 'निर्णय', 0],
      ['Manuals', 'नियमावलियाँ', 0],
      ['Forms', 'प्रपत्र', 0],
      ['Minutes', undefined, 0],
    ]);
    expect((await list({ search: 'zzzz' })).categories[0]?.hi).toEqual({ name: 'परिपत्र' });
  });

  it('deletes a document with all files', async () => {
    const { id } = await create();
    await change(id, 1, {}, pdf('gone'));
    const wrong = await site.fails(contract.deleteDocument, { params: { id }, query: { version: 1 } }, { token });
    expect(wrong.status).toBe(409);
    await site.ok(contract.deleteDocument, { params: { id }, query: { version: 2 } }, { token });
    expect(await site.database.$count(libraryDocuments)).toBe(0);
    const hash = createHash('sha256').update(pdf('gone').bytes).digest('hex');
    const left = await site.database.pool.query("select from files where hash = $1 and state = 'attached'", [hash]);
    expect(left.rowCount).toBe(0);
  });
});

describe('a member', () => {
  it('keeps documents, and only those they may read', async () => {
    const member = await newMember(site, { state: 'Goa' });
    const result = { token: await memberToken(site, member.id) };
    const seen = await create({ title: 'Seen' });
    const other = await create({ access: 'States', states: ['Kerala'] });
    const star = (id: string, starred: boolean) =>
      site.call(contract.starDocument, { params: { id }, body: { starred } }, result);
    expect((await star(seen.id, true)).status).toBe(200);
    expect((await star(seen.id, true)).status).toBe(200);
    expect((await star(other.id, true)).status).toBe(404);
    expect(await titles({ starred: 'true' }, result)).toEqual(['Seen']);
    expect((await list({}, result)).data.map(({ starred }) => starred)).toEqual([true]);
    await star(seen.id, false);
    expect(await titles({ starred: 'true' }, result)).toEqual([]);
  });
});
