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

/** Runs in a copy of the project by `one-more-field.test.ts`, where a person has an additional office telephone. */
const name = 'officeTelephone';

const site = await startTestApp();

const register = async (telephone: string) =>
  site.call(registerMember, {
    body: { ...registrationBody(), [name]: telephone },
    files: { picture: await pictureFile(), document: scannedId() },
  });

test('an application may contain it, and a wrong one is refused at its field', async () => {
  expect((await register('')).status).toBe(200);
  expect((await register('5123456789')).status).toBe(200);
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

test('exports, the import template, the policy and the sample people contain it', async () => {
  const as = { token: await confirmedToken(site) };
  const answer = await site.call(exportDirectory, { query: { format: 'csv' } }, as);
  expect(answer.raw.toString('utf8')).toContain('Office telephone');
  expect(answer.raw.toString('utf8')).toContain('5123456780');
  const template = await site.call(importTemplate, { query: { format: 'csv' } }, as);
  expect(template.raw.toString('utf8')).toContain('Office Telephone');
  expect(collectedOfPersons.join(' ')).toContain('office telephone');
  const rows = Array.from({ length: 10 }, (_, n) => sampleMember(n, new Date()).registration as object);
  expect(rows.some((registration) => /^5\d{9}$/.test(String(Reflect.get(registration, name))))).toBe(true);
});
