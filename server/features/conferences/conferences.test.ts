import { beforeEach, describe, expect, it } from 'vitest';
import * as contract from '#shared/contracts/conferences.ts';
import { limits } from '#shared/limits.ts';
import { startTestApp, type TestFile } from '#tests/app.ts';
import { conferenceFactory, testPicture } from '#tests/factories/content.ts';
import { participantFactory } from '#tests/factories/participations.ts';
import { adminToken, memberToken, newMember } from '#tests/logins.ts';

const site = await startTestApp();
const token = await adminToken(site);
const member = await memberToken(site);
beforeEach(() => site.database.pool.query('delete from participations; delete from conferences'));

const text = {
  title: 'Electronic evidence',
  meetingType: 'Online',
  meetingAddress: 'Zoom',
  startsAt: '2027-03-01T17:30:00+05:30',
  meetingId: '812 345',
  meetingPassword: 'evidence',
  meetingLink: 'https://meet.example.org/812345',
  description: 'Sections 61 to 63.\n\nWith questions.',
};
const all = async () => (await site.ok(contract.listConferences, {}, { token })).newConference;
const active = async (options = {}) => (await site.ok(contract.listActiveConferences, {}, options)).newConference;
const one = async (id: string, options = {}) =>
  (await site.ok(contract.getConference, { params: { id } }, options)).newConference;
const create = (body: object = text, files: Record<string, TestFile> = {}) =>
  site.call(contract.createConference, { body, files }, { token });
const update = (id: string, body: object, files: Record<string, TestFile> = {}) =>
  site.call(contract.updateConference, { params: { id }, body, files }, { token });
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const isServed = async (address: string | null) => (await site.app.inject(address!)).statusCode === 200;
const nothingToJoin = { meetingId: '', meetingPassword: '', meetingLink: '' };
const unknownId = '7f0e3c1a-58a4-4f5e-9a53-0d9c9f8d2b11';

describe('reading conferences', () => {
  it('puts the upcoming soonest first, then the past latest first', async () => {
    for (const [title, hours] of [
      ['last year', -9_000],
      ['next week', 168],
      ['yesterday', -24],
      ['going on', -1],
      ['tomorrow', 24],
      ['just over', -3],
    ] as const) {
      await conferenceFactory(site, { title, startsAt: hoursFromNow(hours) });
    }
    await conferenceFactory(site, { title: 'hidden', startsAt: hoursFromNow(48), active: false });
    const order = ['going on', 'tomorrow', 'next week', 'just over', 'yesterday', 'last year'];
    expect((await active()).map(({ title }) => title)).toEqual(order);
    const whole = ['going on', 'tomorrow', 'hidden', 'next week', 'just over', 'yesterday', 'last year'];
    expect((await all()).map(({ title }) => title)).toEqual(whole);
  });

  it('lists all of them for the office only, and says which are over', async () => {
    const shown = await conferenceFactory(site, { startsAt: hoursFromNow(-1.9), joinMembersOnly: true });
    const past = await conferenceFactory(site, { startsAt: hoursFromNow(-2) });
    const hidden = await conferenceFactory(site, { active: false });
    expect((await active()).map(({ id, over }) => [id, over])).toEqual([
      [shown.id, false],
      [past.id, true],
    ]);
    const dead = `admin_${'x'.repeat(43)}`;
    for (const token of [undefined, member, dead]) {
      const answer = await site.call(contract.listConferences, {}, { token });
      expect(answer.raw.toString()).not.toContain(hidden.id);
      expect(answer.raw.toString().includes(shown.meetingLink)).toBe(token === member);
      expect(answer.headers['x-session']).toBe(token === dead ? 'ended' : undefined);
    }
    expect(await all()).toHaveLength(3);
  });

  it('lists those after the cards in an archive, page by page, in the same order', async () => {
    const rows: string[] = [];
    for (let hour = 1; hour <= limits.conferenceList + limits.archivePage; hour++) {
      rows.push((await conferenceFactory(site, { startsAt: hoursFromNow(hour) })).id);
    }
    const past = await conferenceFactory(site, { startsAt: hoursFromNow(-100) });
    await conferenceFactory(site, { active: false });
    const { newConference: cards } = await site.ok(contract.listActiveConferences, {
      query: { limit: limits.conferenceList },
    });
    const first = await site.ok(contract.listConferenceArchive, { query: { page: 1 } });
    expect([...cards, ...first.data].map(({ id }) => id)).toEqual(rows);
    expect(await site.ok(contract.listConferenceArchive, { query: { page: 2 } })).toEqual({
      success: true,
      data: [
        {
          id: past.id,
          title: past.title,
          meetingType: past.meetingType,
          startsAt: past.startsAt.toISOString(),
          over: true,
        },
      ],
      pagination: { currentPage: 2, totalPages: 2, totalCount: limits.archivePage + 1, pageSize: limits.archivePage },
    });
    expect((await site.fails(contract.listConferenceArchive, { query: { page: 3 } })).status).toBe(404);
  });

  it('finds one; an inactive one only for the office', async () => {
    const hidden = await conferenceFactory(site, { active: false });
    expect((await one(hidden.id, { token })).status).toBe(false);
    for (const options of [{}, { token: member }]) {
      const answer = await site.fails(contract.getConference, { params: { id: hidden.id } }, options);
      expect(answer).toMatchObject({ status: 404, body: { message: 'This conference was not found.' } });
    }
    expect((await site.fails(contract.getConference, { params: { id: unknownId } })).status).toBe(404);
    expect((await site.fails(contract.getConference, { params: { id: 'x' } })).status).toBe(404);
  });

  it('keeps joining details from visitors where they are for members only, in list and single', async () => {
    const row = await conferenceFactory(site, { joinMembersOnly: true });
    const hidden = { meetingId: '', meetingPassword: '', meetingLink: '', joinHidden: true, joinMembersOnly: true };
    const shown = {
      meetingId: row.meetingId,
      meetingPassword: row.meetingPassword,
      meetingLink: row.meetingLink,
      joinHidden: false,
      joinMembersOnly: true,
    };
    // Administrators of other work are told what visitors are.
    const others = await Promise.all(
      (['money', 'letters'] as const).map((power) => adminToken(site, { powers: [power] })),
    );
    for (const options of [{}, { token: `member_${'x'.repeat(43)}` }, ...others.map((each) => ({ token: each }))]) {
      expect(await one(row.id, options)).toMatchObject(hidden);
      const list = await site.call(contract.listActiveConferences, {}, options);
      expect(list.raw.toString()).not.toContain(row.meetingPassword);
      expect(list.raw.toString()).not.toContain(row.meetingLink);
    }
    for (const options of [{ token: member }, { token }]) {
      expect(await one(row.id, options)).toMatchObject(shown);
      expect((await active(options))[0]).toMatchObject(shown);
    }
    const open = await conferenceFactory(site);
    expect(await one(open.id)).toMatchObject({ meetingId: open.meetingId, joinHidden: false });
    const without = await conferenceFactory(site, { ...nothingToJoin, joinMembersOnly: true });
    expect((await one(without.id)).joinHidden).toBe(false);
  });

  it.each(['members', 'everybody'] as const)(
    'gives joining details of a conference for registered %s to those who have a place, whatever the switch',
    async (participation) => {
      const row = await conferenceFactory(site, { participation, places: 1, joinMembersOnly: false });
      const [inside, waiting] = [await newMember(site), await newMember(site)];
      await participantFactory(site, { conferenceId: row.id, memberId: inside.id });
      await participantFactory(site, { conferenceId: row.id, memberId: waiting.id, state: 'waiting' });
      const money = { token: await adminToken(site, { powers: ['money'] }) };
      const [insider, waiter] = [await memberToken(site, inside.id), await memberToken(site, waiting.id)];
      const seenBy = async (options: object) => {
        const answers = await Promise.all([
          site.call(contract.getConference, { params: { id: row.id } }, options),
          site.call(contract.listActiveConferences, {}, options),
          site.call(contract.listConferences, {}, options),
        ]);
        return answers.map(({ raw }) => [row.meetingLink, row.meetingPassword].some((part) => raw.includes(part)));
      };
      for (const options of [{}, { token: member }, { token: waiter }, money]) {
        expect(await seenBy(options)).toEqual([false, false, false]);
      }
      for (const options of [{ token: insider }, { token }]) {
        expect(await seenBy(options)).toEqual([true, true, true]);
      }
      for (const address of [`/conferences/${row.id}.ics`, `/ConferencesDetails/${row.id}`, '/conferences', '/']) {
        expect((await site.app.inject(address)).body).not.toContain(row.meetingLink);
      }
    },
  );
});

describe('adding conferences', () => {
  it('stores what was entered; the picture is optional, and re-encoded', async () => {
    expect((await create()).body).toEqual({ success: true, message: 'Conference added successfully' });
    const [plain] = await active();
    expect(plain).toMatchObject({
      ...text,
      startsAt: '2027-03-01T12:00:00.000Z',
      status: true,
      joinMembersOnly: false,
      pictureAddress: null,
      picture: null,
    });
    await create({ ...text, joinMembersOnly: 'true' }, { picture: await testPicture(31) });
    const pictured = (await all()).find(({ picture }) => picture)!;
    expect(pictured.pictureAddress).toBe(pictured.picture!.src);
    expect(pictured.joinMembersOnly).toBe(true);
    expect(await isServed(pictured.pictureAddress)).toBe(true);
  });

  it('needs the specified fields, for an online conference an address as well', async () => {
    expect(await create({})).toMatchObject({
      status: 400,
      body: {
        fields: {
          title: 'Please enter Conference title',
          meetingAddress: 'Please enter Meeting Address',
          startsAt: 'Please enter Meeting Date',
          meetingType: 'Please enter Meeting Type',
          description: 'Please enter Description',
        },
      },
    });
    const { meetingId: _i, meetingPassword: _p, meetingLink: _l, ...least } = text;
    expect((await create({ ...least, meetingType: 'Offline' })).status).toBe(200);
  });

  it.each([
    [{ meetingType: 'Hybrid' }, { meetingType: 'Please enter Meeting Type' }],
    [{ startsAt: 'tomorrow' }, { startsAt: 'Please enter Meeting Date' }],
    [{ startsAt: '2027-03-01T17:30:00' }, { startsAt: 'Please enter Meeting Date' }],
    [{ startsAt: '2027-02-30T17:30:00Z' }, { startsAt: 'Please enter Meeting Date' }],
    [{ startsAt: '2027-03-01T25:30:00Z' }, { startsAt: 'Please enter Meeting Date' }],
    [{ startsAt: '1899-12-31T00:00:00Z' }, { startsAt: 'Please enter Meeting Date' }],
    [{ startsAt: '2100-01-01T00:00:00Z' }, { startsAt: 'Please enter Meeting Date' }],
    [
      { meetingLink: 'javascript:alert(1)' },
      { meetingLink: 'Please enter a link that begins with https:// or http://' },
    ],
    [{ meetingLink: 'meet.example.org' }, { meetingLink: 'Please enter a link that begins with https:// or http://' }],
    [
      { meetingLink: 'https://user:secret@example.org' },
      { meetingLink: 'Please enter a link that begins with https:// or http://' },
    ],
    [{ meetingId: 'x'.repeat(101) }, { meetingId: 'Please use a shorter text' }],
  ])('refuses %j', async (wrong, fields) => {
    const answer = await create({ ...text, ...wrong });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ fields });
    expect(await all()).toEqual([]);
  });

  it('accepts any valid offset, and no other', async () => {
    for (const offset of ['+14:00', '-12:00', 'Z', '+05:45']) {
      expect((await create({ ...text, startsAt: `2027-03-01T17:30:00${offset}` })).status).toBe(200);
    }
    for (const offset of ['+99:99', '+24:00', '']) {
      expect((await create({ ...text, startsAt: `2027-03-01T17:30:00${offset}` })).status).toBe(400);
    }
  });
});

describe('changing conferences', () => {
  it('keeps the picture when none is sent, and all when a new one cannot be used', async () => {
    await create(text, { picture: await testPicture(32) });
    const [before] = (await all()) as [contract.Conference];
    const id = before.id;
    expect((await update(id, { ...text, title: 'Changed' })).body).toEqual({
      success: true,
      message: 'Conference updated successfully',
    });
    const changed = await one(id);
    expect(changed).toMatchObject({ title: 'Changed', pictureAddress: before.pictureAddress, version: 2 });
    const bad = { name: 'a.jpg', type: 'image/jpeg', bytes: Buffer.from('<html>') };
    const answer = await update(id, text, { picture: bad });
    expect(answer.body).toMatchObject({ code: 'UNSUPPORTED_FILE', fields: { picture: expect.any(String) } });
    expect(await one(id)).toEqual(changed);
  });

  it('changes past conferences as well', async () => {
    const { id } = await conferenceFactory(site, { startsAt: hoursFromNow(-1_000) });
    expect((await update(id, { ...text, startsAt: '2020-01-01T00:00:00Z' })).status).toBe(200);
  });

  it('needs an existing conference, in the version that one knows', async () => {
    expect((await update(unknownId, text)).status).toBe(404);
    const { id } = await conferenceFactory(site);
    expect((await update(id, { ...text, version: 2 })).status).toBe(409);
  });
});

describe('showing, hiding and deleting conferences', () => {
  it('toggles the status', async () => {
    const params = { id: (await conferenceFactory(site)).id };
    expect((await site.ok(contract.toggleConference, { params }, { token })).message).toBe(
      'Conference is now InActive',
    );
    expect(await active()).toEqual([]);
    const stale = { params, query: { version: '1' } };
    expect((await site.fails(contract.toggleConference, stale, { token })).status).toBe(409);
    expect((await site.ok(contract.toggleConference, { params }, { token })).message).toBe('Conference is now Active');
    expect(await active()).toHaveLength(1);
  });

  it('deletes', async () => {
    const params = { id: (await conferenceFactory(site)).id };
    expect((await site.ok(contract.deleteConference, { params }, { token })).message).toBe(
      'Conference deleted successfully',
    );
    expect((await site.fails(contract.deleteConference, { params }, { token })).status).toBe(404);
  });
});
