import { expect, test } from 'vitest';
import { exportDirectory } from '#shared/contracts/directory.ts';
import { importTemplate } from '#shared/contracts/imports.ts';
import { getOwnRecord, updateMember } from '#shared/contracts/members.ts';
import { registerMember } from '#shared/contracts/registrations.ts';
import { startTestApp } from '#tests/app.ts';
import { memberFactory, pictureFile, registrationBody, scannedId } from '#tests/factories/members.ts';
import { confirmedToken, memberToken } from '#tests/logins.ts';
import { collectedOfPersons } from '#web/features/policies/personal-data.ts';
import { sampleMember } from '../../scripts/sample/people.ts';

/** Runs in a copy of the project by `one-more-field.test.ts`, where a person has an rope telephone, a blood group and a switch besides. */
const name = 'ropeTelephone';

const site = await startTestApp();

const register = async (telephone: string) =>
  site.call(registerMember, {
    body: { ...registrationBody(), [name]: telephone, lettersByPost: true } as never,
    files: { picture: await pictureFile(), document: scannedId() },
  });

test('an application may contain it, and a wrong one is refused at its field', async () => {
  expect((await register('')).status).toBe(200);
  expect((await register('5123456789')).status).toBe(200);
  const { rows } = await site.database.pool.query('select letters_by_post from members');
  expect(rows).toEqual([{ letters_by_post: true }, { letters_by_post: true }]);
  const refused = await register('12');
  expect(refused.status).toBe(400);
  expect(refused.body).toHaveProperty(`fields.${name}`);
});

test('the member can change and see it', async () => {
  const member = await memberFactory(site);
  const as = { token: await memberToken(site, member.id) };
  const { data } = await site.ok(getOwnRecord, {}, as);
  expect(data).toHaveProperty(name, '');
  const { version } = data;
  const body = { ...data, [name]: '5123456780', version };
  const changed = await site.call(updateMember, { params: { id: member.id }, body: body as never }, as);
  expect(changed.status).toBe(200);
  expect((await site.ok(getOwnRecord, {}, as)).data).toHaveProperty(name, '5123456780');
});

test('nothing that member or office send is lost, and what a form does not have stays', async () => {
  const member = await memberFactory(site);
  const own = { token: await memberToken(site, member.id) };
  const office = { token: await confirmedToken(site) };
  const change = async (as: { token: string }, fields: object) => {
    const { data } = await site.ok(getOwnRecord, {}, own);
    const body = { ...data, ...fields };
    expect((await site.call(updateMember, { params: { id: member.id }, body: body as never }, as)).status).toBe(200);
    return (await site.ok(getOwnRecord, {}, own)).data;
  };
  expect(await change(own, { caseDiary: 'Blue', lettersByPost: true })).toMatchObject({
    caseDiary: 'Blue',
    lettersByPost: true,
  });
  expect(await change(office, { caseDiary: 'Green' })).toMatchObject({ caseDiary: 'Green', lettersByPost: true });
});

test('exports, the import template, the policy and the sample people contain it', async () => {
  const as = { token: await confirmedToken(site) };
  const answer = await site.call(exportDirectory, { query: { format: 'csv' } }, as);
  expect(answer.raw.toString('utf8')).toContain('Rope telephone');
  expect(answer.raw.toString('utf8')).toContain('5123456780');
  const template = await site.call(importTemplate, { query: { format: 'csv' } }, as);
  expect(template.raw.toString('utf8')).toContain('Rope Telephone');
  expect(collectedOfPersons.join(' ')).toContain('rope telephone');
  const rows = Array.from({ length: 10 }, (_, n) => sampleMember(n, new Date()).registration as object);
  expect(rows.some((registration) => /^5\d{9}$/.test(String(Reflect.get(registration, name))))).toBe(true);
});
