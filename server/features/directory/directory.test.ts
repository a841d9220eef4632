import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { createPictureAddresses } from '#server/features/members/picture-addresses.ts';
import { members } from '#server/features/members/tables.ts';
import { type Database, notify } from '#server/platform/database/client.ts';
import { Reach } from '#server/platform/database/reach.ts';
import { directoryEntry, searchDirectory } from '#shared/contracts/directory.ts';
import { getOwnRecord, memberPicture, officeRecord, updateMember } from '#shared/contracts/members.ts';
import { decideRegistration, registerMember } from '#shared/contracts/registrations.ts';
import { recordNames } from '#shared/person-fields.ts';
import { startTestApp } from '#tests/app.ts';
import { memberFactory, pictureFile, registrationBody, scannedId } from '#tests/factories/members.ts';
import { adminToken, memberToken } from '#tests/logins.ts';
import { countUpTo } from './directory.queries.ts';

let asMember: { token: string };
const site = await startTestApp();
const asOffice = { token: await adminToken(site) };
beforeAll(async () => {
  const self = await memberFactory(site, { state: 'Goa', name: 'Reader of the Directory' });
  asMember = { token: await memberToken(site, self.id) };
});

const search = (query: object, as = asMember) => site.ok(searchDirectory, { query }, as);
const namesOf = async (query: object, as = asMember) => (await search(query, as)).data.map((row) => row.name);

const publicKeys = [
  'id',
  'membership',
  'name',
  'picture',
  'designation',
  'organization',
  'organizationOther',
  'associationOffice',
  'associationOfficeOther',
  'court',
  'state',
  'district',
  'subDistrict',
  'specialisations',
  // What a member has written for 'Others' is as public as the choice itself.
  'specialisationOther',
  'whatsapp',
];
/** All that is asked of a person, and: */
const officeKeys = [
  ...recordNames,
  'id',
  'createdAt',
  'paymentStatus',
  'standing',
  'status',
  'reference',
  'memberNumber',
  'consent',
  'erasureRequestedAt',
  'version',
  'language',
  'incomplete',
  'screenshot',
  'utr',
  'paymentSentAt',
  'approvedAt',
  'decidedAt',
  'rejectionReason',
];

describe('what is shown to whom', () => {
  it('a member sees exactly the public keys of others', async () => {
    const other = await memberFactory(site, { state: 'Bihar', district: 'Gaya' });
    const answer = await site.call(searchDirectory, { query: { state: 'Bihar' } }, asMember);
    const [entry] = (await search({ state: 'Bihar' })).data;
    expect(Object.keys(entry!).sort()).toEqual([...publicKeys, 'email', 'mobile'].sort());
    expect(entry).toMatchObject({ email: other.email, mobile: other.mobile });
    const raw = answer.raw.toString('utf8');
    for (const secret of [other.dateOfBirth, other.idNumber, other.reference, other.memberNumber!]) {
      expect(raw).not.toContain(secret);
    }
  });

  it('the office sees exactly the office keys', async () => {
    const [record] = (await search({ state: 'Bihar' }, asOffice)).data;
    expect(Object.keys(record!).sort()).toEqual([...officeKeys].sort());
  });

  it('hidden e-mail and mobile number are no keys at all, and nowhere in the answer', async () => {
    const hidden = await memberFactory(site, { state: 'Assam', hideEmail: true, hideMobile: true });
    const answer = await site.call(searchDirectory, { query: { state: 'Assam' } }, asMember);
    const [entry] = (await search({ state: 'Assam' })).data;
    expect(Object.keys(entry!).sort()).toEqual([...publicKeys].sort());
    expect(answer.raw.toString('utf8')).not.toContain(hidden.email);
    expect(answer.raw.toString('utf8')).not.toContain(hidden.mobile);
    expect((await search({ state: 'Assam' }, asOffice)).data[0]).toMatchObject({ email: hidden.email });
  });

  it('a hidden entry is absent and not counted, but for the office', async () => {
    await memberFactory(site, { state: 'Tripura', hideEntry: true });
    expect(await search({ state: 'Tripura' })).toMatchObject({ data: [], pagination: { totalCount: 0 } });
    expect((await search({ state: 'Tripura' }, asOffice)).pagination.totalCount).toBe(1);
  });

  it.each(['New', 'Rejected'] as const)('%s records are in nobody’s directory', async (status) => {
    await memberFactory(site, { state: 'Manipur', status });
    for (const as of [asMember, asOffice]) expect((await search({ state: 'Manipur' }, as)).data).toEqual([]);
  });

  it('the office finds who asked for erasure, longest waiting first and in any status; a member learns nothing', async () => {
    const wish = (name: string, day: number, values: object = {}) =>
      memberFactory(site, { name, state: 'Mizoram', erasureRequestedAt: new Date(Date.UTC(2026, 5, day)), ...values });
    await wish('Asked later', 9);
    await wish('Asked first', 2, { hideEntry: true });
    await wish('Rejected meanwhile', 5, { status: 'Rejected' });
    await memberFactory(site, { name: 'Content', state: 'Mizoram' });
    const query = { state: 'Mizoram', erasure: 'asked' };
    const result = await search(query, asOffice);
    expect(result.data.map((row) => row.name)).toEqual(['Asked first', 'Rejected meanwhile', 'Asked later']);
    expect(result.pagination.totalCount).toBe(3);
    expect(result.data[0]).toMatchObject({ erasureRequestedAt: '2026-06-02T00:00:00.000Z' });
    expect(await namesOf({ ...query, state: 'Goa' }, asOffice)).toEqual([]);
    // As if it had not been asked for.
    expect(await namesOf(query)).toEqual(await namesOf({ state: 'Mizoram' }));
    expect(await namesOf(query)).toEqual(['Asked later', 'Content']);
    expect((await site.fails(searchDirectory, { query: { erasure: 'yes' } }, asOffice)).status).toBe(400);
  });

  it('a private field cannot pass a member’s schema even by mistake', async () => {
    const [record] = (await search({ state: 'Bihar' }, asOffice)).data;
    expect(directoryEntry.safeParse(record).success).toBe(false);
    const memberSchema = searchDirectory.responses?.member;
    const page = { currentPage: 1, totalPages: 1, totalCount: 1, pageSize: 10 };
    expect(memberSchema?.safeParse({ success: true, data: [record], pagination: page }).success).toBe(false);
    expect(officeRecord.safeParse(record).success).toBe(true);
  });
});

describe('finding', () => {
  const state = 'Meghalaya';
  beforeAll(async () => {
    const rows = [
      { name: 'Zara Individual', membership: 'Individual member' },
      { name: 'aman Patron', membership: 'Patron member' },
      { name: 'Écrin Individual', membership: 'Individual member' },
      { name: 'Bina Lifetime', membership: 'lifetime member' },
      { name: 'Abel Lifetime', membership: 'lifetime member' },
      { name: '100% Sure', membership: 'Individual member' },
      { name: 'snake_case', membership: 'Individual member' },
      { name: 'back\\slash', membership: 'Individual member' },
    ] as const;
    for (const [index, row] of rows.entries()) {
      await memberFactory(site, {
        ...row,
        state,
        district: index < 4 ? 'East Khasi Hills' : 'Ri Bhoi',
        subDistrict: index < 2 ? 'Shillong' : 'Nongpoh',
        specialisations: index === 3 ? ['NDPS Act, 1985', 'My own {law}, "quoted"'] : ['POCSO Act, 2012'],
        organization: 'Others',
        designation: index === 4 ? 'Chief Prosecutor' : '',
        positionSearch: index === 4 ? 'others\nchief prosecutor' : 'others',
        associationOffice: index === 0 ? 'Treasurer' : index === 4 ? 'President' : '',
      });
    }
  });
  const found = (query: object, as = asMember) => namesOf({ state, ...query }, as);

  it('is in order of tier, then name', async () => {
    expect((await found({})).slice(0, 4)).toEqual(['aman Patron', 'Abel Lifetime', 'Bina Lifetime', '100% Sure']);
    expect((await found({})).slice(-2)).toEqual(['Zara Individual', 'Écrin Individual']);
  });

  it.each<[object, string[]]>([
    [{ district: 'East Khasi Hills', subDistrict: 'Shillong' }, ['aman Patron', 'Zara Individual']],
    [{ subDistrict: 'Shillong' }, ['aman Patron', 'Zara Individual']],
    [{ membership: 'lifetime member' }, ['Abel Lifetime', 'Bina Lifetime']],
    [{ membership: 'No such member' }, []],
    [{ specialisations: 'NDPS Act, 1985' }, ['Bina Lifetime']],
    [{ specialisations: 'My own {law}, "quoted"' }, ['Bina Lifetime']],
    [{ specialisations: 'NDPS' }, []],
    [{ associationOffice: 'President' }, ['Abel Lifetime']],
    [{ associationOffice: 'any' }, ['Abel Lifetime', 'Zara Individual']],
    [{ associationOffice: 'any', district: 'East Khasi Hills' }, ['Zara Individual']],
    [{ associationOffice: 'Joint Secretary' }, []],
    [{ name: ' LIFE ' }, ['Abel Lifetime', 'Bina Lifetime']],
    [{ name: 'ÉCRIN' }, ['Écrin Individual']],
    [{ name: 'e\u0301crin' }, ['Écrin Individual']],
    [{ name: '%' }, ['100% Sure']],
    [{ name: '_' }, ['snake_case']],
    [{ name: "Z'ara-Individual" }, ['Zara Individual']],
    [{ name: "'" }, []],
    [{ name: '\\' }, ['back\\slash']],
    [{ name: "'; drop table members; --" }, []],
    [{ name: 'patron', membership: 'Patron member', district: 'East Khasi Hills' }, ['aman Patron']],
  ])('%j finds %j', async (query, names) => {
    expect(await found(query)).toEqual(names);
    expect((await search({ state, ...query })).pagination.totalCount).toBe(names.length);
  });

  it('by designation works for all, by organization for the office only', async () => {
    expect(await found({ name: 'Chief  PROS' }, asOffice)).toEqual(['Abel Lifetime']);
    expect(await found({ name: 'Chief pros' })).toEqual(['Abel Lifetime']);
    expect(await found({ name: 'dist head' })).toEqual([]);
    // The end of one part and the beginning of the next are no text that anybody wrote.
    expect(await found({ name: 'others chief' }, asOffice)).toEqual([]);
  });

  it('answers 400 to what is no page and to texts that are too long, never 500', async () => {
    for (const query of [{ page: 0 }, { page: -1 }, { page: 'two' }, { page: 1.5 }, { name: 'x'.repeat(201) }]) {
      expect((await site.fails(searchDirectory, { query }, asMember)).status).toBe(400);
    }
    expect((await site.call(searchDirectory, { query: { state: 'a\u0000' } }, asMember)).status).toBe(400);
    expect((await site.call(searchDirectory, { query: { page: 1_000_000 } }, asMember)).status).toBe(200);
  });
});

describe('paging', () => {
  it.each([
    [0, 0, []],
    [3, 1, [3]],
    [10, 1, [10]],
    [11, 2, [10, 1]],
    [25, 3, [10, 10, 5]],
  ])('of %i members: %i pages, each member once', async (count, pages, sizes) => {
    const state = `Paging ${count}`;
    for (let number = 0; number < count; number += 1) await memberFactory(site, { state, name: 'Same Name' });
    const rows: string[] = [];
    for (let page = 1; page <= pages; page += 1) {
      const { data, pagination } = await search({ state, page });
      expect(pagination).toEqual({ currentPage: page, totalPages: pages, totalCount: count, pageSize: 10 });
      expect(data).toHaveLength(sizes[page - 1]!);
      rows.push(...data.map((row) => row.id));
    }
    expect(new Set(rows).size).toBe(count);
    expect((await search({ state, page: pages + 1 })).data).toEqual([]);
  });

  it('counts again after every change, in this and in any other process', async () => {
    const state = 'Counting';
    const count = async () => (await search({ state })).pagination.totalCount;
    expect(await count()).toBe(0);
    const applicant = await memberFactory(site, { state, status: 'New' });
    await site.ok(decideRegistration, { body: { id: applicant.id, status: 'Approved' } }, asOffice);
    expect(await count()).toBe(1);
    // Another process changes the record and gives notice of it.
    await site.database.update(members).set({ hideEntry: true }).where(eq(members.id, applicant.id));
    await site.database.pool.query(`select pg_notify('members', '')`);
    await expect.poll(count).toBe(0);
  });
});

describe('profile pictures', () => {
  it('come by a signed address that works without a token, and by no other', async () => {
    const { directory } = await site.ok(registerMember, {
      body: registrationBody({ state: 'Nagaland' }),
      files: { document: scannedId(), picture: await pictureFile() },
    });
    await site.ok(decideRegistration, { body: { id: directory.id, status: 'Approved' } }, asOffice);
    const address = (await search({ state: 'Nagaland' })).data[0]!.picture!;
    const good = await site.app.inject(address);
    expect(good.statusCode).toBe(200);
    expect(good.headers['content-type']).toBe('image/webp');
    expect(good.headers['x-content-type-options']).toBe('nosniff');
    const maxAge = Number(/^private, max-age=(\d+), immutable$/.exec(String(good.headers['cache-control']))?.[1]);
    expect(maxAge).toBeGreaterThan(3_500);
    expect(maxAge).toBeLessThanOrEqual(7_200);
    // The same for everybody within the hour, so that browsers keep it.
    expect((await search({ state: 'Nagaland' }, asOffice)).data[0]!.picture).toBe(address);

    const url = new URL(address, 'http://localhost');
    const other = await memberFactory(site);
    const tampered: ((url: URL) => void)[] = [
      (each) => each.searchParams.set('expires', String(Number(each.searchParams.get('expires')) + 3_600)),
      (each) => each.searchParams.set('signature', `${each.searchParams.get('signature')!.slice(0, -2)}xx`),
      (each) => each.searchParams.set('signature', ''),
      (each) => each.searchParams.set('signature', 'ü'.repeat(43)),
      (each) => each.searchParams.set('file', 'f'.repeat(32)),
      (each) => {
        each.pathname = each.pathname.replace(directory.id, other.id);
      },
    ];
    for (const change of tampered) {
      const changed = new URL(url);
      change(changed);
      expect((await site.app.inject(changed.pathname + changed.search)).statusCode).toBe(404);
    }
    for (const name of ['expires', 'signature', 'file']) {
      const without = new URL(url);
      without.searchParams.delete(name);
      expect((await site.app.inject(without.pathname + without.search)).statusCode).toBe(400);
    }
    expect((await site.fails(memberPicture, { params: { id: other.id } })).status).toBe(400);
  });

  it('stay at one address for an hour and open for one to two', () => {
    const id = '7b0c5c9e-3c5f-4e8a-9f6b-1f2e3d4c5b6a';
    fc.assert(
      fc.property(fc.integer({ min: 1_600_000_000, max: 4_000_000_000 }), fc.nat(7_300), (start, later) => {
        let now = start;
        const addresses = createPictureAddresses('a secret', () => now);
        const made = new URL(addresses.address(id, 'file')!, 'http://localhost').searchParams;
        const claim = { id, file: 'file', expires: Number(made.get('expires')) };
        const left = addresses.secondsLeft(claim, made.get('signature')!)!;
        expect(left).toBeGreaterThan(3_600 - 1);
        expect(left).toBeLessThanOrEqual(7_200);
        now += later;
        expect(addresses.secondsLeft(claim, made.get('signature')!)).toBe(later < left ? left - later : null);
        if (Math.floor(start / 3_600) === Math.floor(now / 3_600)) {
          expect(addresses.address(id, 'file')).toContain(made.get('signature')!);
        }
        const stranger = createPictureAddresses('another secret', () => now);
        expect(stranger.secondsLeft(claim, made.get('signature')!)).toBeNull();
      }),
      { seed: 20260101 },
    );
  });
});

// Last, because the first app takes no more uploads once the second one has closed.
it('counts again at once after a change by this process, whose notice comes later', async () => {
  const deaf: Database = Object.assign(Object.create(site.database), { listen: () => {} });
  const app = await createApp({ config: site.config, database: deaf, pages: false });
  try {
    const ask = (request: InjectOptions) =>
      app.inject({ ...request, headers: { authorization: `Bearer ${asOffice.token}` } });
    const count = async () =>
      (await ask({ url: '/api/Directory/searchDirectory?State=Unheard' })).json().pagination.totalCount;
    expect(await count()).toBe(0);
    const { id } = await memberFactory(site, { state: 'Unheard', status: 'New' });
    await ask({ method: 'PATCH', url: '/api/Directory/updatebystatus', payload: { id, status: 'Approved' } });
    expect(await count()).toBe(1);
  } finally {
    await app.close();
  }
});

describe('similar names', () => {
  const similar = async (text: string, more: object = {}, as = asMember) =>
    (await search({ name: text, state: 'Sikkim', ...more }, as)).data.map(
      (row) => `${row.name}${(row as { similar?: true }).similar ? ' ~' : ''}`,
    );
  beforeAll(async () => {
    const of = (name: string, values: object = {}) => memberFactory(site, { name, state: 'Sikkim', ...values });
    await of('Rahim Siddiqui');
    await of('Lakshmi Menon', { membership: 'Patron member' });
    await of('Laxman Gurung');
    await of('Mohammed Ali');
    await of('लक्ष्मी शर्मा');
    await of('Suresh Sharma', { court: 'High Court of Sikkim', designation: 'Senior Counsel' });
    await of('Hidden Siddiqi', { hideEntry: true });
  });

  it('follow what is found exactly: alike by sound, or but for one letter', async () => {
    expect(await similar('siddiqi')).toEqual(['Rahim Siddiqui ~']);
    expect(await similar('Siddiqui')).toEqual(['Rahim Siddiqui']);
    expect(await similar('Laxmi')).toEqual(['Lakshmi Menon ~', 'लक्ष्मी शर्मा ~']);
    expect(await similar('लक्ष्मी')).toEqual(['लक्ष्मी शर्मा', 'Lakshmi Menon ~']);
    expect(await similar('Muhamad Ali')).toEqual(['Mohammed Ali ~']);
    expect(await similar('Shrama')).toEqual(['Suresh Sharma ~', 'लक्ष्मी शर्मा ~']);
    // Every word must be alike, and short words alone are not enough.
    expect(await similar('Laxmi Gurung')).toEqual([]);
    expect(await similar('Aly')).toEqual([]);
    expect(await similar('%\'"\\ ;--')).toEqual([]);
  });

  it('keep to the filters and to who is hidden, and are counted', async () => {
    expect(await similar('siddiqi', {}, asOffice)).toEqual(['Hidden Siddiqi', 'Rahim Siddiqui ~']);
    expect(await similar('Laxmi', { membership: 'Patron member' })).toEqual(['Lakshmi Menon ~']);
    expect(await similar('Laxmi', { state: 'Goa' })).toEqual([]);
    expect((await search({ name: 'Laxmi', state: 'Sikkim' })).pagination.totalCount).toBe(2);
    expect(await similar('Laxmi', { page: 2 })).toEqual([]);
  });

  it('are not looked for beside five exact ones', async () => {
    for (let number = 0; number < 4; number += 1) await memberFactory(site, { name: 'Zoya Lepcha', state: 'Sikkim' });
    await memberFactory(site, { name: 'Zoya Lapcha', state: 'Sikkim' });
    expect(await similar('Lepcha')).toEqual([...Array(4).fill('Zoya Lepcha'), 'Zoya Lapcha ~']);
    await memberFactory(site, { name: 'Zoya Lepcha', state: 'Sikkim' });
    await notify(site.database, 'members');
    await expect.poll(() => similar('Lepcha')).toEqual(Array(5).fill('Zoya Lepcha'));
  });

  it('members are also found by court and designation', async () => {
    expect(await similar('court of sikk')).toEqual(['Suresh Sharma']);
    expect(await similar('senior couns')).toEqual(['Suresh Sharma']);
    expect(await similar('senior couns', {}, asOffice)).toEqual(['Suresh Sharma']);
  });

  it('are counted up to so many where there are many, and else all', async () => {
    for (let number = 0; number < 3; number += 1) await memberFactory(site, { court: 'Wide Sessions Court' });
    await memberFactory(site, { court: 'Wide Sessions Court', hideEntry: true });
    const places = { state: '', district: '', subDistrict: '' };
    const none = { ...places, specialisations: '', membership: '', associationOffice: '' };
    const filter = { ...none, name: 'wide sessions' };
    const count = (records: number, most: number) => countUpTo(site.database, filter, 'member', { records, most });
    expect(await count(2, 2)).toEqual({ count: 2, more: true });
    expect(await count(2, 3)).toEqual({ count: 3 });
    expect(await count(1_000, 2)).toEqual({ count: 3 });
    const reach = Reach.ofAdministrator({ states: [] });
    const ofOffice = { ...filter, reach, erasure: '', incomplete: '', standing: '' } as const;
    const bounds = { records: 2, most: 3 };
    expect(await countUpTo(site.database, ofOffice, 'office', bounds)).toEqual({ count: 3, more: true });
  });
});

it('WhatsApp: only with the consent of its owner, whose number is shown', async () => {
  const member = await memberFactory(site, { state: 'Tripura', name: 'Writes Messages', organization: 'Dist Head' });
  const token = await memberToken(site, member.id);
  const shown = async () => (await search({ state: 'Tripura' }, { token })).data[0]!.whatsapp;
  expect(await shown()).toBe(false);
  const result = (await site.ok(getOwnRecord, {}, { token })).data;
  const params = { id: member.id };
  const { document: _document, picture: _picture, version: _version, ...sent } = result;
  await site.ok(updateMember, { params, body: { ...sent, whatsapp: true } }, { token });
  expect(await shown()).toBe(true);
  await site.ok(updateMember, { params, body: { ...sent, whatsapp: false } }, asOffice);
  expect(await shown()).toBe(true);
  await site.ok(updateMember, { params, body: { ...sent, whatsapp: true, hideMobile: true } }, { token });
  expect(await shown()).toBe(false);
});
