import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import * as contract from '#shared/contracts/news.ts';
import { limits } from '#shared/limits.ts';
import { emptyLog, startTestApp, type TestFile } from '#tests/app.ts';
import { newsFactory, runFileCleanUp, testPicture } from '#tests/factories/content.ts';
import { adminToken, memberToken } from '#tests/logins.ts';
import { draftNews } from './news.service.ts';
import { news as newsTable } from './tables.ts';

const site = await startTestApp();
const token = await adminToken(site);
const member = await memberToken(site);
const picture = await testPicture(1);

const text = { title: 'Annual meeting', location: 'New Delhi', description: 'We met.\n\nAll of us.' };
const all = async () => (await site.ok(contract.listNews, {}, { token })).news;
const active = async () => (await site.ok(contract.listActiveNews, {})).news;
const create = (body: object = text, files: Record<string, TestFile> = { picture: picture }) =>
  site.call(contract.createNews, { body, files }, { token });
const update = (body: object, files: Record<string, TestFile> = {}) =>
  site.call(contract.updateNews, { body, files }, { token });
/** Whether the picture's files are there. */
const isServed = async (address: string | null) => (await site.app.inject(address!)).statusCode === 200;
const unknownId = '7f0e3c1a-58a4-4f5e-9a53-0d9c9f8d2b11';

describe('reading news', () => {
  it('gives the public the active items, newest first, and the office all of them', async () => {
    const old = await newsFactory(site, { title: 'Old' });
    const hidden = await newsFactory(site, { title: 'Hidden', active: false });
    const young = await newsFactory(site, { title: 'Young' });
    expect((await active()).map(({ id }) => id)).toEqual([young.id, old.id]);
    const newest = async (limit: string) =>
      (await site.ok(contract.listActiveNews, { query: { limit } })).news.map(({ id }) => id);
    expect(await newest('1')).toEqual([young.id]);
    for (const none of ['0', '-1', 'x', '', '1e9']) expect(await newest(none)).toEqual([young.id, old.id]);
    expect((await all()).map(({ id }) => id)).toEqual([young.id, hidden.id, old.id]);
    const dead = `admin_${'x'.repeat(43)}`;
    for (const token of [undefined, member, dead]) {
      const answer = await site.call(contract.listNews, {}, { token });
      expect(answer.body).toMatchObject({ success: true, news: [{ id: young.id }, { id: old.id }] });
      expect(answer.headers['x-session']).toBe(token === dead ? 'ended' : undefined);
    }
  });

  it('lists items too old for the cards in an archive, page by page', async () => {
    await site.database.pool.query('delete from news');
    const rows: Awaited<ReturnType<typeof newsFactory>>[] = [];
    for (let index = 0; index < limits.sidebarNews + limits.archivePage + 2; index++) {
      rows.unshift(await newsFactory(site));
      if (index === 3) await newsFactory(site, { active: false });
    }
    const older = rows.slice(limits.sidebarNews);
    const [first, second] = [older.slice(0, limits.archivePage), older.slice(limits.archivePage)];
    const page = async (number: number) => site.ok(contract.listNewsArchive, { query: { page: number } });
    expect((await page(1)).data.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    expect(await page(2)).toEqual({
      success: true,
      data: second.map(({ id, title, location, createdAt }) => ({
        id,
        title,
        location,
        createdAt: createdAt.toISOString(),
      })),
      pagination: { currentPage: 2, totalPages: 2, totalCount: older.length, pageSize: limits.archivePage },
    });
    expect((await site.fails(contract.listNewsArchive, { query: { page: 3 } })).status).toBe(404);
    for (const wrong of [0, -1, 1.5, 10 ** 9]) {
      expect((await site.fails(contract.listNewsArchive, { query: { page: wrong } })).status).toBe(400);
    }
    await site.database.pool.query('delete from news');
    expect((await page(1)).data).toEqual([]);
  });

  it('finds one item; an inactive one only for the office', async () => {
    const shown = await newsFactory(site);
    const hidden = await newsFactory(site, { active: false });
    const one = await site.ok(contract.getNewsItem, { params: { id: shown.id } });
    expect(one.news).toEqual({
      id: shown.id,
      title: shown.title,
      location: shown.location,
      description: shown.description,
      pictureAddress: null,
      picture: null,
      active: true,
      createdAt: shown.createdAt.toISOString(),
      updatedAt: shown.updatedAt.toISOString(),
      version: 1,
    });
    const params = { id: hidden.id };
    expect((await site.ok(contract.getNewsItem, { params }, { token })).news.active).toBe(false);
    for (const options of [{}, { token: member }, { token: `admin_${'x'.repeat(43)}` }]) {
      const answer = await site.fails(contract.getNewsItem, { params }, options);
      expect(answer).toMatchObject({ status: 404, body: { message: 'This news item was not found.' } });
    }
    for (const id of [unknownId, 'undefined', "1' or '1'='1"]) {
      expect((await site.fails(contract.getNewsItem, { params: { id } })).status).toBe(404);
    }
  });
});

describe('adding news', () => {
  it('stores the item with a picture re-encoded in several sizes', async () => {
    expect((await create()).body).toEqual({ success: true, message: 'News added successfully' });
    const item = (await active())[0]!;
    expect(item).toMatchObject({ ...text, active: true, version: 1 });
    expect(item.pictureAddress).toBe(item.picture!.src);
    expect(item.picture).toMatchObject({ width: 900, height: 600 });
    const served = await site.app.inject(item.pictureAddress!);
    expect(served.headers['content-type']).toBe('image/webp');
    for (const part of item.picture!.srcSet.split(', ')) expect(await isServed(part.split(' ')[0]!)).toBe(true);
  });

  it('keeps HTML as plain text', async () => {
    const body = { ...text, title: '<img src=x onerror=alert(1)>', description: '<script>1</script>&amp;' };
    await create(body);
    expect((await active())[0]).toMatchObject(body);
  });

  it('names every missing field, the picture included', async () => {
    const answer = await create({ title: ' ' }, {});
    expect(answer).toMatchObject({
      status: 400,
      body: {
        success: false,
        code: 'VALIDATION',
        fields: {
          title: 'Please enter News Title',
          location: 'Please enter Location',
          description: 'Please enter Description',
          picture: 'Please upload News Picture',
        },
      },
    });
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/svg+xml'],
    ['a page', '<!doctype html><script>alert(1)</script>', 'image/png'],
    ['nothing that can be read', 'not a picture', 'image/jpeg'],
  ])('refuses %s as picture, and stores nothing', async (_name, content, type) => {
    const before = (await all()).length;
    const answer = await create(text, { picture: { name: 'a.png', type, bytes: Buffer.from(content) } });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'UNSUPPORTED_FILE', fields: { picture: expect.any(String) } });
    expect((await all()).length).toBe(before);
  });

  it('refuses texts that are too long, or that the database cannot store', async () => {
    const long = await create({ ...text, title: 'x'.repeat(201), description: 'x'.repeat(20_001) });
    expect(long.body).toMatchObject({
      fields: { title: 'Please use a shorter text', description: 'Please use a shorter text' },
    });
    expect((await create({ ...text, title: 'a\u0000b' })).status).toBe(400);
  });
});

describe('changing news', () => {
  async function existing() {
    await create({ ...text, title: `Item ${Math.random()}` }, { picture: await testPicture(7) });
    return (await all())[0]!;
  }

  it('keeps the picture when none is sent', async () => {
    const item = await existing();
    const answer = await update({ ...text, newsId: item.id, title: 'Changed' });
    expect(answer.body).toEqual({ success: true, message: 'News updated successfully' });
    expect((await all())[0]).toEqual({
      ...item,
      ...text,
      title: 'Changed',
      updatedAt: expect.any(String),
      version: item.version + 1,
    });
  });

  it('replaces the picture and deletes the old one, once no item shows it', async () => {
    const file = { picture: await testPicture(9) };
    await create(text, file);
    await create(text, file);
    const [item, twin] = (await all()) as [contract.NewsItem, contract.NewsItem];
    expect(twin.pictureAddress).toBe(item.pictureAddress);
    const other = { picture: await testPicture(8) };
    await update({ ...text, newsId: item.id }, other);
    await runFileCleanUp(site);
    expect(await isServed(twin.pictureAddress)).toBe(true);
    await update({ ...text, newsId: twin.id }, other);
    await runFileCleanUp(site);
    expect(await isServed(item.pictureAddress)).toBe(false);
    const { news: now } = await site.ok(contract.getNewsItem, { params: { id: item.id } });
    expect(now.pictureAddress).not.toBe(item.pictureAddress);
    expect(await isServed(now.pictureAddress)).toBe(true);
  });

  it('keeps a picture that is replaced by itself', async () => {
    const item = await existing();
    await update({ ...text, newsId: item.id }, { picture: await testPicture(7) });
    await runFileCleanUp(site);
    expect(await isServed(item.pictureAddress)).toBe(true);
  });

  it('demands a picture where there is none', async () => {
    const { id } = await newsFactory(site);
    const answer = await update({ ...text, newsId: id });
    expect(answer).toMatchObject({ status: 400, body: { fields: { picture: 'Please upload News Picture' } } });
    expect((await update({ ...text, newsId: id }, { picture: picture })).status).toBe(200);
  });

  it('lets one of two administrators with the same version succeed, and without a version the last', async () => {
    const item = await existing();
    const change = (title: string) => update({ ...text, title, newsId: item.id, version: item.version });
    const answers = await Promise.all([change('one'), change('two')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'RECORD_CHANGED' });
    expect((await update({ ...text, title: 'last', newsId: item.id })).status).toBe(200);
    expect((await all())[0]!.title).toBe('last');
  });

  it('answers 404 for an item that is not there', async () => {
    for (const newsId of [unknownId]) expect((await update({ ...text, newsId })).status).toBe(404);
    expect((await update({ ...text, newsId: 'x' })).status).toBe(400);
  });
});

describe('showing and hiding news', () => {
  const pictured = async () => {
    await create(text, { picture: await testPicture(22) });
    return (await all())[0]!;
  };

  it('toggles the status by a PATCH without a body, with any content type', async () => {
    const { id } = await pictured();
    const toggle = (headers: Record<string, string>, path = `/api/News/toggleStatus/${id}`) =>
      site.app.inject({ method: 'PATCH', url: path, headers: { authorization: `Bearer ${token}`, ...headers } });
    const answers = [
      await toggle({}),
      await toggle({ 'content-type': 'application/json' }),
      await toggle({ 'content-type': 'application/x-www-form-urlencoded' }, `/api/news/TOGGLESTATUS/${id}`),
      await toggle({ 'content-type': 'text/plain' }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(answers.map((answer) => answer.json().message)).toEqual([
      'News is now InActive',
      'News is now Active',
      'News is now InActive',
      'News is now Active',
    ]);
  });

  it('shows no draft without a picture', async () => {
    const draft = { title: 'Result', description: 'Of 2 members on the roll, 2 took part.' };
    await site.database.transaction((tx) => draftNews(tx, draft, 'office'));
    const [row] = await site.database.select().from(newsTable).where(eq(newsTable.title, 'Result'));
    const refused = await site.fails(contract.toggleNews, { params: { id: row!.id } }, { token });
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['picture']]);
  });

  it('loses no click of many concurrent ones, and none to a stale screen', async () => {
    const { id } = await pictured();
    const params = { id };
    await Promise.all(Array.from({ length: 5 }, () => site.ok(contract.toggleNews, { params }, { token })));
    const { news: item } = await site.ok(contract.getNewsItem, { params }, { token });
    expect(item).toMatchObject({ active: false, version: 6 });
    const stale = await site.fails(contract.toggleNews, { params, query: { version: '5' } }, { token });
    expect(stale.status).toBe(409);
    expect((await site.ok(contract.getNewsItem, { params }, { token })).news.active).toBe(false);
  });

  it('needs an existing item', async () => {
    expect((await site.fails(contract.toggleNews, { params: { id: unknownId } }, { token })).status).toBe(404);
  });
});

describe('deleting news', () => {
  it('deletes the picture as well', async () => {
    await create(text, { picture: await testPicture(21) });
    const item = (await all())[0]!;
    const params = { id: item.id };
    expect(await site.ok(contract.deleteNews, { params }, { token })).toEqual({
      success: true,
      message: 'News deleted successfully',
    });
    expect((await site.fails(contract.getNewsItem, { params }, { token })).status).toBe(404);
    expect((await site.fails(contract.deleteNews, { params }, { token })).status).toBe(404);
    await runFileCleanUp(site);
    expect(await isServed(item.pictureAddress)).toBe(false);
  });

  it('is refused when another administrator has changed the item meanwhile', async () => {
    const { id, version } = await newsFactory(site);
    const asSeen = { params: { id }, query: { version: String(version) } };
    await site.ok(contract.toggleNews, { params: { id } }, { token });
    const refused = await site.fails(contract.deleteNews, asSeen, { token });
    expect(refused).toMatchObject({ status: 409, body: { code: 'RECORD_CHANGED' } });
    await site.ok(contract.deleteNews, { ...asSeen, query: { version: String(version + 1) } }, { token });
  });

  it('is logged, like every other change', async () => {
    await emptyLog(site);
    await create({ ...text, title: 'Logged' });
    const { id } = (await all())[0]!;
    await update({ ...text, newsId: id, title: 'Logged, too' });
    await site.ok(contract.toggleNews, { params: { id } }, { token });
    await site.ok(contract.toggleNews, { params: { id } }, { token });
    await site.ok(contract.deleteNews, { params: { id } }, { token });
    const { rows } = await site.database.pool.query(
      "select kind, action, subject from log where kind = 'content' order by at",
    );
    expect(rows).toEqual([
      { kind: 'content', action: 'News added', subject: 'Logged' },
      { kind: 'content', action: 'News changed', subject: 'Logged, too' },
      { kind: 'content', action: 'News set InActive', subject: 'Logged, too' },
      { kind: 'content', action: 'News set Active', subject: 'Logged, too' },
      { kind: 'content', action: 'News deleted', subject: 'Logged, too' },
    ]);
  });
});
