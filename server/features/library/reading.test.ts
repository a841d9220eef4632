import { readFileSync } from 'node:fs';
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { notify } from '#server/platform/database/client.ts';
import { pathOf } from '#server/platform/storage/storage.ts';
import * as contract from '#shared/contracts/library.ts';
import { startTestApp } from '#tests/app.ts';
import { hostilePdfs, picturePdf, plainPdf } from '#tests/factories/pdfs.ts';
import { adminToken, memberToken, newMember } from '#tests/logins.ts';
import { eventually } from '#tests/wait.ts';
import { setDocument } from '../../../scripts/sample/set-document.ts';
import { dateOfText, titleOfFile } from './facts-of-text.ts';
import { readPdf } from './reader/reader.ts';
import { libraryDocuments, libraryPages, libraryVersions } from './tables.ts';

const site = await startTestApp();
const token = await adminToken(site);
beforeEach(() => site.database.pool.query('delete from library_documents'));

const fields = { category: 'Judgments', date: '2026-03-04', language: 'English', access: 'everybody' } as const;
const file = (bytes: Uint8Array, name = 'file.pdf') => ({ name, type: 'application/pdf', bytes });

async function read(id: string) {
  return eventually(async () => {
    const { document } = await site.ok(contract.getDocument, { params: { id } }, { token });
    return document.state === 'reading' ? undefined : document;
  }, 'the file is read');
}
async function add(title: string, bytes: Uint8Array, values: object = {}) {
  const body = { ...fields, title, ...values };
  const { document } = await site.ok(contract.createDocument, { body, files: { file: file(bytes) } }, { token });
  return read(document.id);
}
const find = async (search: string, query: object = {}) =>
  (await site.ok(contract.listDocuments, { query: { search, ...query } })).data;
const titles = async (search: string) => (await find(search)).map(({ title }) => title);

const fromField = (name: string) => readFileSync(new URL(`../../../tests/field/${name}`, import.meta.url));
const field = async (name: string) => {
  const pdf = await readPdf(Readable.from([fromField(name)]), new AbortController().signal);
  return pdf.texts[0]!.text;
};

describe('files that went wrong', () => {
  it('a hyphen at a line’s end stays where it belongs, and a divided word is found in both spellings', async () => {
    await add('Compounds', fromField('10-compound-at-line-end.pdf'));
    await add('Sections', fromField('10b-section-letter-at-line-end.pdf'));
    for (const search of [
      'co-accused',
      'coaccused',
      '"the co-accused"',
      'accused non-bailable',
      'post-mortem examination',
      '"accused was recorded"',
    ])
      expect(await titles(search), search).toEqual(['Compounds']);
    for (const search of ['304-A', '304A', '120-B', '"section 304-A"'])
      expect(await titles(search), search).toEqual(['Sections']);
    const [hit] = await find('co-accused');
    expect(hit!.hit!.excerpt.filter(({ mark }) => mark).map(({ text }) => text)).toEqual(['co\u2010accused']);
  });

  it.each([
    ['11-last-date-taken-for-the-date.pdf', '2026-11-01'],
    ['11b-candidate-born.pdf', '2024-02-10'],
  ])('the date of %s is its own', async (name, date) => {
    expect(dateOfText(await field(name), '2026-11-25')).toBe(date);
  });

  it('a page of a few letters is text', async () => {
    expect(await add('Annexure', plainPdf(['Annexure A']))).toMatchObject({ state: 'searchable', reason: '' });
    expect(await titles('annexure a')).toEqual(['Annexure']);
  });

  it('a page of numbers alone is text, and found by them', async () => {
    const added = await add('Account', plainPdf(['Statement of an account', '30214567890 2026/0117 1,25,000.00']));
    expect(added).toMatchObject({ state: 'searchable', reason: '' });
    expect(await titles('30214567890')).toEqual(['Account']);
    expect(await titles('"2026/0117"')).toEqual(['Account']);
  });

  it('wrong fields and a wrong file are named together', async () => {
    const body = { ...fields, title: '', category: 'Unknown' };
    const answer = await site.fails(
      contract.createDocument,
      { body, files: { file: file(Buffer.from('<p>')) } },
      { token },
    );
    expect(Object.keys(answer.body.fields ?? {}).sort()).toEqual(['category', 'file', 'title']);
  });

  it('a file named as a page is served as a PDF', async () => {
    const body = { ...fields, title: 'Named' };
    const files = { file: file(plainPdf(['Some words of a page']), 'page.html') };
    const { document } = await site.ok(contract.createDocument, { body, files }, { token });
    const { headers } = await site.app.inject({ url: document.file.address });
    expect(headers['content-disposition']).toContain('page.html.pdf');
    expect(headers['content-type']).toBe('application/pdf');
  });
});

describe('a search', () => {
  it('finds other forms of a word, below the word itself', async () => {
    const text = (words: string) => plainPdf([`${words} was heard by the court on that day.`]);
    await add('Third', text('A motor vehicle'));
    await add('Second', text('One of the witnesses'));
    await add('First', text('One witness'), { date: '2020-01-01' });
    expect(await titles('witness')).toEqual(['First', 'Second']);
    expect(await titles('witnesses')).toEqual(['Second', 'First']);
    expect(await titles('"witness"')).toEqual(['First', 'Second']);
    const [, second] = await find('witness');
    expect(second!.hit!.excerpt.filter(({ mark }) => mark)).toEqual([{ text: 'witnesses', mark: true }]);
  });

  it('that nothing has as a whole finds what has most of it, and says so', async () => {
    await add('Near', plainPdf(['A dying declaration was recorded by the doctor.']));
    await add('Far', plainPdf(['A declaration of assets was recorded.']));
    const result = await site.ok(contract.listDocuments, {
      query: { search: 'dying declaration magistrate telephone' },
    });
    expect(result.partial).toBe(true);
    expect(result.data.map(({ title }) => title)).toEqual(['Near']);
    expect((await site.ok(contract.listDocuments, { query: { search: 'dying declaration' } })).partial).toBeUndefined();
    expect(await titles('magistrate telephone')).toEqual([]);
  });
});

describe('the text of a document', () => {
  it('is found in any script, by words, phrases and without words, at the page that has most of them', async () => {
    await add(
      'State of Kerala v. Asha',
      setDocument({
        title: 'Judgment',
        line: '2023 SCC OnLine SC 512',
        paragraphs: [
          ...Array.from({ length: 60 }, () => 'The facts of the case are told at length, and nothing else is here.'),
          'Grave and sudden provocation under section 304-A is a question of fact, s. 302 IPC.',
        ],
      }),
    );
    await add(
      'Sanction',
      setDocument({ title: 'Order', paragraphs: ['The provocation was sudden, and it was grave. Section 1302.'] }),
    );
    await add(
      'Hindi order',
      setDocument({ title: 'आदेश', paragraphs: ['धारा ३०२ के अंतर्गत दण्ड का प्रावधान है। अभियोजन पक्ष ने साक्ष्य प्रस्तुत किए।'] }),
      { language: 'Hindi' },
    );
    await add(
      'Urdu',
      setDocument({ title: 'فیصلہ', paragraphs: ['عدالت عالیہ نے ملزم کی درخواست ضمانت مسترد کر دی۔'] }),
      { language: 'Urdu' },
    );
    expect((await titles('provocation')).sort()).toEqual(['Sanction', 'State of Kerala v. Asha']);
    expect(await titles('"grave and sudden provocation"')).toEqual(['State of Kerala v. Asha']);
    expect(await titles('provocation -304A')).toEqual(['Sanction']);
    expect(await titles('provocation -"grave and sudden"')).toEqual(['Sanction']);
    expect(await titles('2023 SCC OnLine SC 512')).toEqual(['State of Kerala v. Asha']);
    expect((await titles('302')).sort()).toEqual(['Hindi order', 'State of Kerala v. Asha']);
    expect(await titles('धारा ३०२ दंड')).toEqual(['Hindi order']);
    expect(await titles('Kerala provocation')).toEqual(['State of Kerala v. Asha']);
    expect(await titles('درخواست ضمانت')).toEqual(['Urdu']);
    expect(await titles('%')).toEqual([]);
    expect(await titles(`' \\ "zzz`)).toEqual([]);
    const [hit] = await find('grave provocation kerala');
    expect(hit!.hit!.page).toBe(2);
    expect(hit!.hit!.excerpt.filter(({ mark }) => mark).map(({ text }) => text)).toEqual(['Grave', 'provocation']);
    expect(hit!.hit!.excerpt.map(({ text }) => text).join('').length).toBeLessThanOrEqual(300);
    expect((await find('304A', { language: 'Hindi' })).length).toBe(0);
    // Each pair of the phrase's words, and not the phrase.
    await add('Pairs', plainPdf(['A blow both grave and mild, and sudden too, was the sudden provocation of it']));
    expect(await titles('"grave and sudden provocation"')).toEqual(['State of Kerala v. Asha']);
    expect(await titles('"sudden provocation"')).toHaveLength(2);
    expect((await titles('provocation -"grave and sudden provocation"')).sort()).toEqual(['Pairs', 'Sanction']);
    // A title weighs most.
    await add(
      'Provocation',
      setDocument({ title: 'Note', paragraphs: ['Nothing of it in this text, which is about something else.'] }),
    );
    expect((await titles('provocation'))[0]).toBe('Provocation');
  });

  it('tells nothing of what one may not read', async () => {
    const goa = await newMember(site, { state: 'Goa' });
    const result = { token: await memberToken(site, goa.id) };
    await add(
      'Secret',
      setDocument({ title: 'S', paragraphs: ['The word xylophone stands in this text of the office alone.'] }),
      {
        access: 'States',
        states: ['Kerala'],
      },
    );
    const hidden = await site.ok(contract.listDocuments, { query: { search: 'xylophone' } }, result);
    const unknown = await site.ok(contract.listDocuments, { query: { search: 'zylophone' } }, result);
    expect(hidden).toEqual(unknown);
  });

  it('is replaced with the file, and not searched meanwhile', async () => {
    const { id } = await add('Text', plainPdf(['The first version speaks of elephants in the forest']));
    expect(await titles('elephants')).toEqual(['Text']);
    const next = plainPdf(['The second version speaks of tigers in the forest']);
    const body = { version: 1 };
    await site.ok(contract.updateDocument, { params: { id }, body, files: { file: file(next) } }, { token });
    expect(await titles('elephants')).toEqual([]);
    expect((await read(id)).state).toBe('searchable');
    expect([await titles('elephants'), await titles('tigers')]).toEqual([[], ['Text']]);
  });

  it('that is missing is said why, and the document is kept', async () => {
    const files = hostilePdfs();
    const states: Record<string, [string, RegExp]> = {};
    const of = async (name: string, bytes: Uint8Array) => {
      const { state, reason } = await add(name, bytes);
      states[name] = [state, new RegExp(reason)];
      return [state, reason];
    };
    expect(await of('pictures', picturePdf())).toEqual([
      'pictures',
      'This file holds pictures only; its text is not searched.',
    ]);
    expect(await of('legacy', files['Kruti Dev by its name']!.make())).toEqual([
      'pictures',
      'This file holds pictures only; its text is not searched.',
    ]);
    expect((await of('locked', files['a password']!.make()))[0]).toBe('unreadable');
    expect((await of('broken', files['cut in half']!.make()))[0]).toBe('unreadable');
    expect((await of('long', files['three thousand pages']!.make()))[0]).toBe('tooLong');
    expect(await titles('locked')).toEqual(['locked']);
    expect((await find('pictures'))[0]!.hit).toBeNull();
  });

  it('that the store refuses holds no other', async () => {
    const refused = await add('Refused', plainPdf(['A text behind a lock']));
    const waiting = await add('Waiting', plainPdf(['A text that waits behind it']));
    const { file: key } = (await site.database.select().from(libraryVersions)).find(
      ({ documentId }) => documentId === refused.id,
    )!;
    const path = join(site.config.dataDir, 'files', pathOf(key!));
    await rm(path);
    await symlink(path, path);
    await site.database.update(libraryDocuments).set({ state: 'reading', tries: 0 });
    await notify(site.database, 'library');
    expect((await read(waiting.id)).state).toBe('searchable');
    const stateOf = async () =>
      (await site.database.select().from(libraryDocuments).where(eq(libraryDocuments.id, refused.id)))[0]!;
    expect(await stateOf()).toMatchObject({ state: 'reading', tries: 0 });
    await rm(path);
  });

  it('that has ended its reader twice is not tried again', async () => {
    const { id } = await add('Bomb', plainPdf(['A text that would be read if there were no two tries before']));
    const row = eq(libraryDocuments.id, id);
    await site.database.update(libraryDocuments).set({ state: 'reading', tries: 2 }).where(row);
    await notify(site.database, 'library');
    const { state, reason } = await read(id);
    expect([state, reason]).toEqual(['unreadable', 'This file could not be read; its text is not searched.']);
    expect(await site.database.$count(libraryPages)).toBe(0);
  });

  it('names and dates a draft that nobody has touched', async () => {
    const bytes = setDocument({
      title: 'Guidelines on plea bargaining',
      line: 'Dated: 05.03.2024',
      paragraphs: ['Office order of 1 January 2020.'],
    });
    const { document } = await site.ok(
      contract.createDocument,
      { body: { draft: true }, files: { file: file(bytes, 'scan_0012.pdf') } },
      { token },
    );
    expect(document.title).toBe('scan 0012');
    expect(await read(document.id)).toMatchObject({
      title: 'Guidelines on plea bargaining',
      date: '2024-03-05',
      version: 1,
    });
  });
});

describe('the reader', () => {
  it('is killed when it takes too long, and stops with the server', async () => {
    const body = () =>
      Readable.from([hostilePdfs()['five hundred pages of one full page']!.make()], { objectMode: false });
    const slow = await readPdf(body(), new AbortController().signal, { seconds: 0.2 });
    expect(slow.outcome).toBe('died');
    const stop = new AbortController();
    const stopped = readPdf(body(), stop.signal);
    stop.abort();
    await expect(stopped).rejects.toThrow('stopped');
  });
});

describe('facts of a text', () => {
  it.each([
    ['No. 12/2024\nDated: 05.03.2024\nWhereas on 1.1.2020', '2024-03-05'],
    ['New Delhi, the 5th March, 2024', '2024-03-05'],
    ['दिनांक ०५/०३/२०२४', '2024-03-05'],
    ['March 5, 2024', '2024-03-05'],
    ['on 1.1.2020 and 2.2.2021', null],
    ['31.02.2024', null],
    ['Date 01.01.2090', null],
    ['No date at all', null],
    ['Last date: 20.11.2026', null],
    ['Date of birth: 01.01.1990. Dated 02.03.2020', '2020-03-02'],
    ['Applications till 20.11.2026', null],
  ])('the date of %j', (text, date) => {
    expect(dateOfText(text, '2026-11-25')).toBe(date);
  });
  it.each([
    ['Manual of prosecution', 'Manual of prosecution'],
    ['Microsoft Word - order.doc', null],
    ['untitled', null],
    ['scan0001', null],
    ['Scanning of records', 'Scanning of records'],
    ['अभियोजन की मार्गदर्शिका', 'अभियोजन की मार्गदर्शिका'],
    ['आदेश', 'आदेश'],
    ['', null],
  ])('the title %j', (text, title) => {
    expect(titleOfFile(text)).toBe(title);
  });
});
