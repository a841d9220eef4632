import { expect, type Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { hashPassword } from '#server/features/auth/password-hashing.ts';
import { emailBounces } from '#server/platform/mail/tables.ts';
import { paths } from '#shared/paths.ts';
import { newMember } from '#tests/logins.ts';
import { waitForMail } from '#tests/mail.ts';
import { logIn, password } from './member.ts';
import { enterOffice, expectSoundAtEachWidth, expectToast } from './office.ts';
import { type Site, test } from './site.ts';

test.beforeEach(async ({ site }) => {
  await site.reset();
  await site.database.execute(sql`insert into letter_settings default values on conflict do nothing`);
});

/** A member with three bounced mails. */
async function unreachable(site: Site) {
  const member = await newMember(site, { passwordHash: await hashPassword(password), organization: 'Dist Head' });
  const since = new Date('2026-11-02T06:00:00Z');
  const reason = 'The mail came back: there is no such mailbox (5.1.1).';
  const values = { memberId: member.id, address: member.email, times: 3, since, last: since, reason };
  await site.database.insert(emailBounces).values(values);
  return member;
}
const dialog = (page: Page) => page.getByRole('dialog').last();

test('a member whose mails do not arrive is asked at the login, and confirms another address by a press', async ({
  page,
  site,
}) => {
  const member = await unreachable(site);
  await page.goto('/?login');
  await logIn(page, member.email);
  await expect(dialog(page)).toContainText(`Our mails to ${member.email} did not arrive 3 times since 2 Nov 2026.`);
  await expectSoundAtEachWidth(page);
  await dialog(page).getByRole('button', { name: 'Ask me at the next login' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.goto(paths.profile);
  await expect(page.getByRole('region', { name: 'E-mail address' })).toContainText('did not arrive 3 times');
  await expectSoundAtEachWidth(page);
  await page.getByRole('button', { name: 'Change e-mail address' }).click();
  await dialog(page).getByRole('button', { name: 'Send me the link' }).click();
  await expect(dialog(page).getByLabel('New e-mail')).toHaveAccessibleDescription(/e-?mail/i);
  await dialog(page).getByLabel('New e-mail').fill('kavita.new@example.org');
  await dialog(page).getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('status')).toContainText('a mail with a link is on its way');
  await dialog(page).getByRole('button', { name: 'Close' }).click();

  const mail = await waitForMail(site, { to: 'kavita.new@example.org', kind: 'email-asked' });
  await page.goto(/^Confirm: (\S+)$/m.exec(mail.text)![1]!);
  await expectSoundAtEachWidth(page);
  await page.getByRole('button', { name: 'Confirm this e-mail address' }).click();
  await expect(page.getByRole('main').getByRole('status')).toContainText('has been changed');
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await logIn(page, 'kavita.new@example.org');
  await expectToast(page, 'Login successful');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the office lists addresses that do not work, and says that one works again', async ({ page, site }) => {
  const member = await unreachable(site);
  await enterOffice(page, site, paths.admin.directory);
  await page.getByRole('link', { name: 'Addresses that do not work' }).click();
  await expect(page.getByRole('row', { name: member.name })).toContainText('there is no such mailbox');
  await page.getByRole('link', { name: `Open the record of ${member.name}` }).click();
  await expect(dialog(page)).toContainText('Circulars are no longer sent to it.');
  await page.goBack();
  await page.getByRole('button', { name: `Works again: ${member.email}` }).click();
  await dialog(page).getByRole('button', { name: 'It works again' }).click();
  await expectToast(page, 'Mails are sent to this address again.');
  await expect(page.getByText('All mails have arrived.')).toBeVisible();
});
