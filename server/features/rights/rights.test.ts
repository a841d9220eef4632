import { afterEach, describe, expect, it } from 'vitest';
import { clock } from '#shared/clock.ts';
import { getOwnRecord } from '#shared/contracts/members.ts';
import { reviewRegistration } from '#shared/contracts/registrations.ts';
import { changeConsent, listRetention, mySummary, privacyNotice } from '#shared/contracts/rights.ts';
import { personField, personNames } from '#shared/person-fields.ts';
import { startTestApp } from '#tests/app.ts';
import { adminToken, memberToken, newAdministrator, newMember } from '#tests/logins.ts';

const site = await startTestApp();
afterEach(() => clock.set(new Date()));

async function member(values = {}) {
  const { id } = await newMember(site, values);
  return { id, as: { token: await memberToken(site, id) } };
}
const summaryOf = async (as: { token: string }) => (await site.ok(mySummary, {}, as)).data;

describe('the page of one’s own data', () => {
  it('names every declared field but switches, with what it is for, who sees it and how long', async () => {
    const { as } = await member({ designation: '' });
    const { held } = await summaryOf(as);
    const fields = personNames.filter((name) => personField(name).kind !== 'flag');
    expect(held.map(({ field }) => field)).toEqual(fields.map((name) => personField(name).wire ?? name));
    for (const each of held) expect(Object.values(each).filter((text) => text === '')).toEqual([]);
    const given = Object.fromEntries(held.map((each) => [each.field, each.given]));
    expect(given).toMatchObject({ ProsecutorName: true, Designation: false });
  });

  it('tells by month what the office has opened, without who it was', async () => {
    const { id, as } = await member();
    const office = await newAdministrator(site);
    await site.ok(reviewRegistration, { params: { id } }, { token: await adminToken(site, office.id) });
    const summary = await summaryOf(as);
    expect(summary.readings).toEqual([
      { month: clock.today().slice(0, 7), power: null, state: null, what: 'record', times: 1 },
    ]);
    expect(JSON.stringify(summary)).not.toContain(office.email);
    expect(JSON.stringify(summary)).not.toContain(office.id);
  });

  it('is for members alone', async () => {
    const office = await newAdministrator(site);
    expect((await site.fails(mySummary, {}, { token: await adminToken(site, office.id) })).status).toBe(403);
    expect((await site.fails(mySummary, {})).status).toBe(401);
  });
});

describe('a consent', () => {
  it('is given and taken back by the same press, and is the switch of the profile', async () => {
    const { as } = await member();
    const press = (purpose: 'whatsapp' | 'directory', given: boolean) =>
      site.ok(changeConsent, { body: { purpose, given } }, as);
    for (const given of [true, false]) {
      expect((await press('whatsapp', given)).consent).toMatchObject({ purpose: 'whatsapp', given });
      expect((await site.ok(getOwnRecord, {}, as)).data.whatsapp).toBe(given);
      expect((await press('directory', given)).consent.given).toBe(given);
      expect((await site.ok(getOwnRecord, {}, as)).data.hideEntry).toBe(!given);
    }
    expect((await summaryOf(as)).consents.map(({ purpose }) => purpose)).toEqual([
      ...['membership', 'directory', 'directoryEmail', 'directoryMobile', 'whatsapp', 'circulars'],
      ...['cardPhoto', 'cardPaidUntil', 'salaryDeduction', 'officeBearers'],
    ]);
    const version = async () => (await site.ok(getOwnRecord, {}, as)).data.version;
    const before = await version();
    await press('whatsapp', false);
    expect(await version()).toBe(before);
  });

  it('is refused where membership needs it, where a letter is needed, and for what is no purpose', async () => {
    const { as } = await member();
    const refused = async (body: object) => {
      const { status, body: answer } = await site.fails(changeConsent, { body: body as never }, as);
      return [status, answer.code, Object.keys(answer.fields ?? {})];
    };
    expect(await refused({ purpose: 'membership', given: false })).toEqual([409, 'NEEDED', []]);
    expect(await refused({ purpose: 'salaryDeduction', given: true })).toEqual([409, 'WRONG_STATE', []]);
    expect(await refused({ purpose: 'officeBearers', given: true })).toEqual([409, 'WRONG_STATE', []]);
    expect(await refused({ purpose: 'advertising', given: true })).toEqual([400, 'VALIDATION', ['purpose']]);
    for (const given of ['true', 1, null, undefined])
      expect(await refused({ purpose: 'whatsapp', given })).toEqual([400, 'VALIDATION', ['given']]);
  });
});

it('the notice is public, in two languages, and names each field of the registration', async () => {
  const { items, days, rights } = (await site.ok(privacyNotice, {})).data;
  const asked = items.filter(({ form }) => form === 'registration').map(({ field }) => field);
  expect(asked).toEqual(expect.arrayContaining(['ProsecutorName', 'email', 'document', 'Screenshot']));
  expect(days).toBe(30);
  expect(rights.length).toBeGreaterThan(4);
  const hindi = (await site.ok(privacyNotice, { query: { language: 'hi' } })).data;
  for (const [index, item] of hindi.items.entries()) {
    expect(item.purpose).not.toBe(items[index]!.purpose);
    expect(item.kept).not.toBe(items[index]!.kept);
    expect(item.seenBy).not.toBe(items[index]!.seenBy);
    expect(item.label).not.toBe(items[index]!.label);
  }
  const other = await site.fails(privacyNotice, { query: { language: 'ta' as never } });
  expect([other.status, Object.keys(other.body.fields ?? {})]).toEqual([400, ['language']]);
});

it('every table is listed once with its class and period, for full administrators', async () => {
  const full = { token: await adminToken(site, (await newAdministrator(site)).id) };
  const { data } = await site.ok(listRetention, {}, full);
  // That each table is declared, another test demands.
  expect(data.map(({ table }) => table)).toEqual(
    expect.arrayContaining(['members', 'payments', 'log', 'mail', 'settings']),
  );
  expect(new Set(data.map(({ table }) => table)).size).toBe(data.length);
  for (const row of data) expect(Object.values(row).filter((text) => text === '')).toEqual([]);
  const letters = await newAdministrator(site, { powers: ['letters'] });
  expect((await site.fails(listRetention, {}, { token: await adminToken(site, letters.id) })).status).toBe(403);
});
