import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { members } from '#server/features/members/tables.ts';
import { clock } from '#shared/clock.ts';
import * as contract from '#shared/contracts/bearers.ts';
import { updateMember } from '#shared/contracts/members.ts';
import { startTestApp } from '#tests/app.ts';
import { pictureFile, registrationBody } from '#tests/factories/members.ts';
import { adminToken, memberToken, newMember } from '#tests/logins.ts';
import { waitForMail } from '#tests/mail.ts';
import { enterElected } from './bearers.service.ts';

const site = await startTestApp();
const token = await adminToken(site);
beforeEach(() => site.database.pool.query('delete from office_bearers'));
afterEach(() => clock.set(new Date()));

const term = { office: 'President', name: 'Asha Rao', from: '2026-01-01' };
const enter = async (values: object = {}) =>
  (await site.ok(contract.createBearer, { body: { ...term, ...values } }, { token })).bearer;
const refused = (values: object) => site.fails(contract.createBearer, { body: { ...term, ...values } }, { token });
const change = (id: string, body: object) => site.call(contract.updateBearer, { params: { id }, body }, { token });
const list = async (query: object = {}) => (await site.ok(contract.listBearers, { query })).data;

describe('the holders of offices', () => {
  it('are shown for a day, in the office’s order, without internal details', async () => {
    const president = await enter({ address: '1 Court Road', occupation: 'Advocate' });
    const secretary = await enter({ office: 'General Secretary', name: 'Om Das', until: '2026-03-31' });
    await enter({ office: 'General Secretary', name: 'Ravi Iyer', from: '2026-04-01' });
    expect([president.order, secretary.order]).toEqual([1, 2]);
    await site.ok(contract.updateBearer, { params: { id: president.id }, body: { order: 3 } }, { token });
    expect((await list({ on: '2026-03-31' })).map(({ name }) => name)).toEqual(['Om Das', 'Asha Rao']);
    expect((await list({ on: '2025-12-31' })).length).toBe(0);
    const [first] = await list({ on: '2026-04-01' });
    expect(first).toEqual({
      id: expect.any(String),
      office: 'General Secretary',
      name: 'Ravi Iyer',
      photo: null,
      state: '',
      from: '2026-04-01',
      until: null,
      order: 2,
    });
    const all = await list({ on: '2026-04-01', all: 'true' });
    expect(all.map(({ name }) => name)).toEqual(['Ravi Iyer', 'Asha Rao', 'Om Das']);
    expect(JSON.stringify(all)).not.toContain('Court Road');
    const office = (await site.ok(contract.listAllBearers, {}, { token })).data;
    expect(office.find(({ name }) => name === 'Asha Rao')).toMatchObject({
      address: '1 Court Road',
      occupation: 'Advocate',
      memberNumber: null,
      showPhoto: false,
      several: false,
      version: 2,
    });
    expect((await site.fails(contract.listBearers, { query: { on: '2026-02-30' } })).status).toBe(400);
  });

  it('may be members, who are notified, and whose record is used while the term runs', async () => {
    const member = await newMember(site, { name: 'Lakshmi Menon', state: 'Kerala' });
    const running = await enter({ name: '', memberNumber: member.memberNumber });
    expect(running).toMatchObject({ name: 'Lakshmi Menon', state: 'Kerala', memberNumber: member.memberNumber });
    const mail = await waitForMail(site, { to: member.email });
    expect(mail.text).toContain('President');
    await enter({
      office: 'Treasurer',
      name: '',
      memberNumber: member.memberNumber,
      from: '2020-01-01',
      until: '2021-01-01',
    });
    await site.database.update(members).set({ name: 'Lakshmi Pillai', state: 'Goa' }).where(eq(members.id, member.id));
    const shown = async () => (await list({ all: 'true' })).map(({ office, name, state }) => [office, name, state]);
    expect(await shown()).toEqual([
      ['President', 'Lakshmi Pillai', 'Goa'],
      ['Treasurer', 'Lakshmi Menon', 'Kerala'],
    ]);
    await site.database.update(members).set({ status: 'Rejected' }).where(eq(members.id, member.id));
    expect((await shown())[0]).toEqual(['President', 'Lakshmi Menon', 'Kerala']);
  });

  it('have a picture only while the office and the member allow it', async () => {
    const member = await newMember(site);
    const result = { token: await memberToken(site, member.id) };
    const edit = { params: { id: member.id }, body: registrationBody(), files: { picture: await pictureFile() } };
    await site.ok(updateMember, edit, result);
    const entered = await enter({ name: '', memberNumber: member.memberNumber, showPhoto: true });
    expect(entered.photo).toBeNull();
    await site.database.update(members).set({ cardPhoto: true }).where(eq(members.id, member.id));
    const photo = (await list())[0]!.photo!;
    const served = await site.app.inject(photo);
    expect([served.statusCode, served.headers['cache-control']]).toEqual([200, 'no-cache']);
    await site.database.update(members).set({ cardPhoto: false }).where(eq(members.id, member.id));
    expect((await site.app.inject(photo)).statusCode).toBe(404);
    await site.database.update(members).set({ cardPhoto: true }).where(eq(members.id, member.id));
    await change(entered.id, { showPhoto: false });
    expect((await site.app.inject(photo)).statusCode).toBe(404);
    expect((await list())[0]!.photo).toBeNull();
  });
});

describe('terms', () => {
  it('of one office do not overlap, in any spelling, unless several people may hold it', async () => {
    await enter({ until: '2026-06-30' });
    for (const overlapping of [
      { from: '2026-06-30' },
      { from: '2025-01-01' },
      { office: ' pre SIDENT', from: '2026-02-01' },
    ]) {
      expect(await refused({ name: 'B', ...overlapping })).toMatchObject({ status: 409, body: { code: 'OVERLAP' } });
    }
    const next = await enter({ name: 'B', from: '2026-07-01' });
    await enter({ name: 'C', from: '2026-01-01', several: true });
    const early = await change(next.id, { from: '2026-06-30' });
    expect(early).toMatchObject({ status: 409, body: { code: 'OVERLAP' } });
    expect((await change(next.id, { from: '2026-06-30', several: true })).status).toBe(200);
    expect((await change(next.id, { several: false })).status).toBe(409);
    await enter({ office: 'Treasurer' });
  });

  it('of several who were elected to one office are held together, also when two questions were about it', async () => {
    const elected = (office: string, ...names: string[]) => ({
      office,
      people: names.map((name) => ({ memberNumber: null, name })),
    });
    const offices = [elected('Zonal Secretary', 'A'), elected('zonal  secretary', 'B'), elected('Treasurer', 'C')];
    const held = { from: '2026-01-01', until: '2027-12-31' };
    await site.database.transaction((tx) => enterElected(tx, offices, held, 'office@example.org'));
    const { data } = await site.ok(contract.listAllBearers, {}, { token });
    expect(data.map(({ name, several }) => [name, several]).sort()).toEqual([
      ['A', true],
      ['B', true],
      ['C', false],
    ]);
    // Nobody is entered when one of the offices is held.
    const again = [elected('Auditor', 'D'), elected('TREASURER', 'E')];
    const later = site.database.transaction((tx) => enterElected(tx, again, { from: '2027-12-31', until: null }, 'x'));
    await expect(later).rejects.toMatchObject({ code: 'OVERLAP' });
    expect((await site.ok(contract.listAllBearers, {}, { token })).data).toHaveLength(3);
  });

  it('that are entered at the same time do not overlap either', async () => {
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D', 'E'].map((name) => site.call(contract.createBearer, { body: { ...term, name } }, { token })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });

  it('are reordered by office, the others keeping their positions', async () => {
    const [a, b, c] = [await enter({ office: 'A' }), await enter({ office: 'B' }), await enter({ office: 'C' })];
    await enter({ office: 'c', name: 'Earlier', from: '2020-01-01', until: '2020-12-31' });
    await site.ok(contract.orderBearers, { body: { order: [c.id, a.id] } }, { token });
    const orders = (await list({ all: 'true' })).map(({ office, order }) => [office, order]);
    expect(orders).toEqual([
      ['C', 1],
      ['B', 2],
      ['A', 3],
      ['c', 1],
    ]);
    expect(b.order).toBe(2);
  });

  it('are handed over in one step', async () => {
    const first = await enter({ order: 4 });
    const params = { id: first.id };
    const body = { until: '2026-03-31', name: 'Om Das', version: 1 };
    const { bearer } = await site.ok(contract.handOverBearer, { params, body }, { token });
    expect(bearer).toMatchObject({ office: 'President', name: 'Om Das', from: '2026-04-01', until: null, order: 4 });
    expect((await list({ on: '2026-03-31' })).map(({ name }) => name)).toEqual(['Asha Rao']);
    expect((await site.fails(contract.handOverBearer, { params, body }, { token })).body.code).toBe('RECORD_CHANGED');
  });

  it.each([
    [{ office: ' ' }, 'office'],
    [{ name: '' }, 'name'],
    [{ memberNumber: 'AIP-M-000001' }, 'memberNumber'],
    [{ name: '', memberNumber: 'AIP-M-999999' }, 'memberNumber'],
    [{ from: '2026-02-30' }, 'from'],
    [{ until: 'soon' }, 'until'],
    [{ until: '2025-12-31' }, 'until'],
    [{ order: 0 }, 'order'],
  ])('are refused with %j', async (values, field) => {
    const { status, body } = await refused(values);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, expect.arrayContaining([field])]);
    expect(await list({ all: 'true' })).toEqual([]);
  });

  it('are not overwritten with a stale version, and can be deleted', async () => {
    const { id } = await enter();
    const answers = await Promise.all(['X', 'Y'].map((office) => change(id, { office, version: 1 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await change(id, { until: '2026-12-31' })).status).toBe(200);
    expect(
      (await site.ok(contract.updateBearer, { params: { id }, body: { until: '' } }, { token })).bearer.until,
    ).toBeNull();
    await site.ok(contract.deleteBearer, { params: { id } }, { token });
    expect((await change(id, { office: 'Z' })).status).toBe(404);
  });
});

it('the annual list has the office bearers of a day, with addresses and occupations', async () => {
  const member = await newMember(site, {
    name: 'Om Das',
    state: 'Bihar',
    district: 'Gaya',
    designation: 'Public Prosecutor',
  });
  await enter({ address: '1 Court Road', occupation: '=cmd()' });
  await enter({ office: 'Secretary', name: '', memberNumber: member.memberNumber, until: '2026-12-31' });
  const query = { on: '2026-11-30', format: 'csv' };
  const { raw } = await site.call(contract.annualList, { query }, { token });
  expect(raw.toString('utf8').split('\r\n').slice(0, 3)).toEqual([
    '\uFEFF"Office","Name","Address","Occupation","From","Until"',
    `"President","Asha Rao","1 Court Road","'=cmd()","2026-01-01",""`,
    '"Secretary","Om Das","Gaya, Bihar","Public Prosecutor","2026-01-01","2026-12-31"',
  ]);
  const { data } = await site.ok(contract.annualList, { query: { ...query, format: 'json' } }, { token });
  expect(data).toMatchObject({ on: '2026-11-30', registrationNumber: '' });
  expect(data.rows.map(({ name, until }) => [name, until])).toEqual([
    ['Asha Rao', null],
    ['Om Das', '2026-12-31'],
  ]);
});
