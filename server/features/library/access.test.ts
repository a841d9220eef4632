import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { members } from '#server/features/members/tables.ts';
import { askAll } from '#server/features/subscription/dues.ts';
import { subscription } from '#server/features/subscription/tables.ts';
import { files } from '#server/platform/storage/tables.ts';
import { clock } from '#shared/clock.ts';
import * as contract from '#shared/contracts/library.ts';
import { searchAll } from '#shared/contracts/search.ts';
import { paths } from '#shared/paths.ts';
import { bindablePowers, powers } from '#shared/powers.ts';
import { startTestApp } from '#tests/app.ts';
import { inTurn } from '#tests/length.ts';
import { adminToken, memberToken, newMember } from '#tests/logins.ts';
import { findCategory } from './categories.queries.ts';
import { insertDocument, saveReading } from './documents.queries.ts';
import { libraryDocuments } from './tables.ts';
import { vectorOf, wordsOf } from './words.ts';

// Every document for every reader: what one may not read must look, word for word, as if it were not there.

const site = await startTestApp();
afterAll(() => clock.set(new Date()));

type Access = (typeof contract.documentAccesses)[number];
interface CreatedDocuments {
  id: string;
  access: Access;
  states: string[];
  draft: boolean;
  /** Words that no other document has: of the title, and of the text. */
  titled: string;
  written: string;
}
const kinds: { access: Access; states: string[] }[] = [
  { access: 'everybody', states: [] },
  { access: 'members', states: [] },
  { access: 'States', states: ['Kerala'] },
  { access: 'States', states: ['Goa'] },
  { access: 'States', states: ['Goa', 'Kerala'] },
];
const letters = 'abcdefghijklmnop';

/** Each kind of access, published and as a draft, in a category, year and language of its own. */
async function makeDocuments(): Promise<CreatedDocuments[]> {
  const key = 'access';
  await site.database
    .insert(files)
    .values({ key, writer: 0, type: 'application/pdf', bytes: 1, hash: key, state: 'attached' });
  const made: CreatedDocuments[] = [];
  for (const [number, { access, states }] of kinds.entries()) {
    for (const draft of [false, true]) {
      const letter = letters[made.length]!;
      const [titled, written] = [`title${letter}`, `written${letter}`];
      const id = await site.database.transaction(async (tx) => {
        const categoryId = (await findCategory(
          tx,
          ['Circulars', 'Judgments', 'Manuals', 'Forms', 'Minutes'][number]!,
        ))!;
        const values = {
          title: titled,
          number: '',
          summary: '',
          categoryId,
          language: 'English',
          access,
          states,
          draft,
        };
        const file = { file: key, name: 'a.pdf', bytes: 1, by: 'office@example.org' };
        const inserted = await insertDocument(
          tx,
          { ...values, date: `${2000 + made.length}-01-01`, by: file.by },
          file,
        );
        const { rows } = await tx.execute<{ version: string }>(
          sql`select version_id as version from library_documents where id = ${inserted}`,
        );
        const unread = {
          id: inserted,
          versionId: rows[0]!.version,
          title: titled,
          date: null,
          draft,
          tries: 0,
          ...file,
        };
        const text = `Common words, and ${written}, of a text of a page in the library.`;
        await saveReading(tx, unread, {
          ...{ state: 'searchable', reason: '', pages: 1, title: null, date: null },
          texts: [{ page: 1, text, vector: vectorOf(wordsOf(text)) }],
        });
        return inserted;
      });
      made.push({ id, access, states, draft, titled, written });
    }
  }
  return made;
}

interface Reader {
  name: string;
  token?: string;
  isMember?: true;
  isContent?: true;
  may(document: CreatedDocuments): boolean;
}
const toAll = ({ access, draft }: CreatedDocuments) => !draft && access === 'everybody';
const ofStates =
  (...rows: string[]) =>
  ({ access, states, draft }: CreatedDocuments) =>
    !draft && (access !== 'States' || states.some((state) => rows.includes(state)));

async function makeReaders(): Promise<Reader[]> {
  clock.set(new Date('2026-11-20T06:00:00Z'));
  const unpaid = await newMember(site, { state: 'Kerala' });
  await site.database
    .update(subscription)
    .set({ enabled: true, firstYear: '2026-27', lapseAfterDays: 30, lapsedKeeps: 'noDirectory' });
  await askAll(site.database);
  clock.set(new Date('2026-12-24T06:00:00Z'));
  const member = async (state: string, id?: string): Promise<Reader> => ({
    name: `a member of ${state}${id ? ' whose subscription has lapsed' : ''}`,
    token: await memberToken(site, id ?? (await newMember(site, { state })).id),
    isMember: true,
    may: ofStates(state),
  });
  const gone = await newMember(site, { state: 'Kerala' });
  const goneToken = await memberToken(site, gone.id);
  await site.database.update(members).set({ status: 'Rejected' }).where(sql`id = ${gone.id}`);
  const readers: Reader[] = [
    { name: 'a visitor', may: toAll },
    { name: 'a dead token', token: `member_${randomUUID()}`, may: toAll },
    { name: 'somebody who was a member', token: goneToken, may: (each) => !each.draft && each.access === 'everybody' },
    await member('Kerala'),
    await member('Goa'),
    await member('Assam'),
    await member('Kerala', unpaid.id),
  ];
  for (const power of powers) {
    const isContent = power === 'content' || power === 'full';
    readers.push({
      name: `the office with ${power}`,
      token: await adminToken(site, { powers: [power] }),
      ...(isContent ? { isContent } : {}),
      may: isContent ? () => true : ({ draft }) => !draft,
    });
    if (!bindablePowers.includes(power)) continue;
    for (const states of [['Kerala'], ['Assam', 'Goa']])
      readers.push({
        name: `the office with ${power} of ${states.join(' and ')}`,
        token: await adminToken(site, { powers: [power], states }),
        may: ofStates(...states),
      });
  }
  return readers;
}

const made = await makeDocuments();
const readers = await makeReaders();
let turn = 0;

test.each(readers)('$name', async ({ token, isMember, isContent, may }) => {
  const as = token === undefined ? {} : { token };
  const list = (query: object) => site.ok(contract.listDocuments, { query: { ...query } }, as);
  const raw = async (id: string) => {
    const { status, body } = await site.call(contract.getDocument, { params: { id } }, as);
    return { status, body };
  };
  const matches = made.filter(may);
  const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id).sort();
  const expected = (documents: CreatedDocuments[]) => documents.map(({ id }) => id).sort();

  const all = await list({});
  expect(idsOf(all)).toEqual(expected(matches));
  expect(all.pagination.totalCount).toBe(matches.length);
  expect(all.categories.map(({ count }) => count)).toEqual(
    kinds.map((_kind, number) => made.slice(number * 2, number * 2 + 2).filter(may).length),
  );
  for (const each of all.data) {
    expect('states' in each).toBe(isContent === true);
    expect('starred' in each).toBe(isMember === true);
    expect(JSON.stringify(each)).not.toContain('office@example.org');
  }
  expect(idsOf(await list({ search: 'common words' }))).toEqual(expected(matches));
  expect(idsOf(await list({ search: '-nothing' }))).toEqual(expected(matches));
  expect(idsOf(await list({ state: 'draft' }))).toEqual(expected(matches.filter(({ draft }) => draft)));

  const unknownId = await raw(randomUUID());
  expect(unknownId.status).toBe(404);
  const unknownWord = await list({ search: 'neverwritten' });
  const unknownYear = await list({ year: '1999' });
  for (const document of made) {
    const { id, titled, written } = document;
    const isOwn = may(document);
    const year = String(2000 + made.indexOf(document));
    const searches = [titled, written, `"and ${written}"`, `"words and ${written}"`, `common ${written}`];
    for (const search of inTurn(searches, turn++)) {
      const answer = await list({ search });
      if (isOwn) expect(idsOf(answer), search).toEqual([id]);
      else if (search.startsWith('common')) expect(answer).toEqual(await list({ search: 'common neverwritten' }));
      else expect(answer, search).toEqual(unknownWord);
    }
    // What is not wanted of a hidden document changes nothing.
    if (!isOwn)
      expect(await list({ search: `common -${written}` })).toEqual(await list({ search: 'common -neverwritten' }));
    if (isOwn) expect(idsOf(await list({ year }))).toEqual([id]);
    else expect(await list({ year })).toEqual(unknownYear);

    const opened = await raw(id);
    if (isOwn) expect(opened.status).toBe(200);
    else expect(opened).toEqual(unknownId);
    // A lasting address is for what everybody may read, also when others ask.
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const address = await site.app.inject({ url: paths.documentFile(id, '1.pdf'), method: 'HEAD', headers });
    expect(address.statusCode).toBe(toAll(document) ? 200 : 404);
    if (isMember) {
      const star = (of: string) =>
        site.call(contract.starDocument, { params: { id: of }, body: { starred: true } }, as);
      const [value, unknown] = [await star(id), await star(randomUUID())];
      if (isOwn) expect(value.status).toBe(200);
      else expect([value.status, value.body]).toEqual([unknown.status, unknown.body]);
    }
  }
  if (isMember) expect(idsOf(await list({ starred: 'true' }))).toEqual(expected(matches));
  if (token?.startsWith('admin_')) {
    const { data } = await site.ok(searchAll, { query: { search: 'common words' } }, as);
    expect(idsOf({ data: data.filter(({ kind }) => kind === 'document') })).toHaveLength(isContent ? 8 : 0);
  }
});

test('search engines and the lists of others are told what everybody may read, and nothing else', async () => {
  const sitemap = (await site.app.inject({ url: '/sitemap.xml' })).payload;
  for (const document of made) expect(sitemap.includes(document.id)).toBe(toAll(document));
});

test('a document that is no longer for a member is no longer among those they keep', async () => {
  const { id } = await newMember(site, { state: 'Goa' });
  const as = { token: await memberToken(site, id) };
  const match = made.find(({ access, draft }) => access === 'members' && !draft)!;
  await site.ok(contract.starDocument, { params: { id: match.id }, body: { starred: true } }, as);
  await site.database
    .update(libraryDocuments)
    .set({ access: 'States', states: ['Kerala'] })
    .where(sql`id = ${match.id}`);
  const mine = await site.ok(contract.listDocuments, { query: { starred: 'true' } }, as);
  expect([mine.data, mine.pagination.totalCount]).toEqual([[], 0]);
});
