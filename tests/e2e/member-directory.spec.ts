import { expect } from '@playwright/test';
import { notify } from '#server/platform/database/client.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { memberToken, newMember } from '#tests/logins.ts';
import { cards, choose, colleagues, enter } from './member.ts';
import { test } from './site.ts';

test.beforeEach(({ site }) => site.reset());

test('going back undoes the filters one by one, and then leaves', async ({ page, site }) => {
  const me = await newMember(site, { hideEntry: true });
  await colleagues(site, 11, { state: 'Kerala', district: 'Kottayam', name: 'Gayatri Menon' });
  await colleagues(site, 1, { state: 'Kerala', district: 'Wayanad', name: 'Gopal Menon' });
  await colleagues(site, 1, { state: 'Bihar', district: 'Gaya', name: 'Anil Rao' });
  await enter(page, await memberToken(site, me.id), '/about');
  await page.getByRole('banner').getByRole('link', { name: 'Directory' }).click();
  await expect(page.getByText('13 members')).toBeVisible();
  await choose(page, 'State', 'Kerala');
  await expect(page.getByText('12 members')).toBeVisible();
  await page.getByRole('button', { name: 'Go to page 2' }).click();
  await expect(cards(page)).toHaveCount(2);
  await choose(page, 'District', 'Wayanad');
  await expect(page.getByText('1 member', { exact: true })).toBeVisible();
  // The letters of a word are one step.
  await page.getByLabel('Search by name').pressSequentially('gayatri', { delay: 150 });
  await expect(page.getByText('No Active Directorys')).toBeVisible();

  await page.goBack();
  await expect(page.getByLabel('Search by name')).toHaveValue('');
  await expect(page.getByText('1 member', { exact: true })).toBeVisible();
  await expect(page.getByLabel('District', { exact: true })).toHaveValue('Wayanad');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'page 2', exact: true })).toHaveAttribute('aria-current', 'page');
  await expect(cards(page)).toHaveCount(2);
  await expect(page.getByLabel('District', { exact: true })).toHaveValue('');
  await page.goBack();
  await expect(cards(page)).toHaveCount(10);
  await page.goBack();
  await expect(page.getByText('13 members')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
  await page.goForward();
  await expect(page.getByText('13 members')).toBeVisible();
  await page.goForward();
  await expect(page.getByLabel('State', { exact: true })).toHaveValue('Kerala');
});

test('no answer to a member contains data that others keep private', async ({ page, site }) => {
  const me = await newMember(site, { hideEntry: true });
  const secrets = {
    email: 'well.hidden@example.org',
    mobile: '9111122222',
    idNumber: 'SECRET-ID-77',
    dateOfBirth: '1961-02-03',
    utr: 'SECRETUTR88',
    interestOther: 'SECRET-INTEREST',
    reference: 'AIP-2026-SECRET',
  };
  await memberFactory(site, { ...secrets, name: 'Asha Rao', hideEmail: true, hideMobile: true });
  await memberFactory(site, { name: 'Wholly Hidden', hideEntry: true, email: 'wholly.hidden@example.org' });
  await notify(site.database, 'members');
  const bodies: Promise<string>[] = [];
  page.on('response', (answer) => {
    if (answer.url().includes('/api/')) bodies.push(answer.text().catch(() => ''));
  });
  await enter(page, await memberToken(site, me.id), '/directory');
  await expect(cards(page)).toHaveCount(1);
  await page.getByLabel('Search by name').fill('Wholly');
  await expect(page.getByText('No Active Directorys')).toBeVisible();
  await page.goto('/Profile');
  await expect(page.getByLabel('Full Name')).toBeVisible();
  const all = (await Promise.all(bodies)).join('\n');
  expect(all).toContain('Asha Rao');
  expect(all).toContain(me.idNumber);
  for (const secret of [...Object.values(secrets), 'Wholly Hidden', 'wholly.hidden@example.org']) {
    expect(all).not.toContain(secret);
  }
});
