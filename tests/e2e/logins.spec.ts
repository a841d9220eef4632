import { expect } from '@playwright/test';
import { desc } from 'drizzle-orm';
import { createSession } from '#server/features/auth/sessions.service.ts';
import { log } from '#server/platform/log/tables.ts';
import { adminToken, memberToken, newAdministrator, newMember } from '#tests/logins.ts';
import { enter } from './member.ts';
import { enterOffice, expectAccessiblePage, expectToast, widths } from './office.ts';
import { type Site, test } from './site.ts';

test.beforeEach(({ site }) => site.reset());

const alive = async (site: Site, token: string) =>
  (await fetch(`${site.url}/api/Session`, { headers: { authorization: `Bearer ${token}` } })).ok;

test('a member sees on a phone where they are logged in, and ends it by keyboard', async ({ page, site }) => {
  await page.setViewportSize(widths[0]);
  const me = await newMember(site);
  const phone = await createSession(site.database, { memberId: me.id }, { browser: 'Chrome on Android' });
  const other = await createSession(site.database, { memberId: me.id }, { browser: 'Firefox on Windows' });
  const here = await memberToken(site, me.id);
  await enter(page, here, '/ChangePassword');
  const list = page.getByRole('region', { name: 'Where you are logged in' });
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await expect(list.getByRole('listitem').filter({ hasText: '(this device)' })).toHaveCount(1);
  await list.getByRole('button', { name: /^Log out: Chrome on Android/ }).focus();
  await page.keyboard.press('Enter');
  await expect(list.getByRole('listitem')).toHaveCount(2);
  expect([await alive(site, phone), await alive(site, other)]).toEqual([false, true]);
  await list.getByRole('button', { name: 'Log out all other devices' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  expect([await alive(site, other), await alive(site, here)]).toEqual([false, true]);
  await expect(list.getByRole('button', { name: 'Log out all other devices' })).toBeHidden();
});

test('the office ends the logins of a member and of a colleague, after a question', async ({ page, site }) => {
  const member = await newMember(site);
  const token = await memberToken(site, member.id);
  const colleague = await newAdministrator(site, { lastLoginAt: new Date() });
  const theirs = await adminToken(site, colleague.id);
  await enterOffice(page, site, '/admin/Directory', { confirmed: true });
  await page
    .getByRole('button', { name: /Kavita Deshmukh/ })
    .first()
    .click();
  const details = page.getByRole('dialog', { name: 'Member details' });
  await details.getByRole('button', { name: 'End logins' }).click();
  const question = page.getByRole('dialog', { name: "End this member's logins?" });
  await expectAccessiblePage(page);
  await question.getByRole('button', { name: 'End logins' }).click();
  await expectToast(page, 'One login was ended.');
  expect(await alive(site, token)).toBe(false);
  const [line] = await site.database.select().from(log).orderBy(desc(log.at)).limit(1);
  expect(line).toMatchObject({ kind: 'member', by: site.admin.email, action: 'ended all logins' });

  await page.goto('/admin/Administrators');
  await page.getByRole('button', { name: `End logins: ${colleague.email}` }).click();
  await page
    .getByRole('dialog', { name: "End this administrator's logins?" })
    .getByRole('button', { name: 'End logins' })
    .click();
  await expect.poll(() => alive(site, theirs)).toBe(false);
});
