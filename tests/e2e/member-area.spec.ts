import { expect, type Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { notify } from '#server/database/client.ts';
import { hashPassword } from '#server/features/auth/password-hashing.ts';
import { memberFactory, pictureFile } from '#tests/factories/members.ts';
import { memberToken, newMember } from '#tests/logins.ts';
import { expectAccessible } from './accessible.ts';
import { type Site, test } from './site.ts';

const password = 'Neem-tree-bench-27';

/** A logged-in member's page; the token is there from the first paint on. */
async function enter(page: Page, token: string, path: string) {
  await page.addInitScript((value) => {
    if (!sessionStorage.getItem('given')) localStorage.setItem('token', value);
    sessionStorage.setItem('given', 'yes');
  }, token);
  await page.goto(path);
}

const cards = (page: Page) => page.getByRole('main').getByRole('article');

async function choose(page: Page, label: string, option: string) {
  await page.getByLabel(label, { exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Approved members of one place; the one who looks is hidden, so that only these are counted. */
async function colleagues(site: Site, count: number, values: Partial<Parameters<typeof memberFactory>[1]> = {}) {
  for (let number = 0; number < count; number += 1) await memberFactory(site, values);
  await notify(site.database, 'members');
}

test.beforeEach(({ site }) => site.reset());

test.describe('directory', () => {
  test('three members make one page without a pager, in the order of the tiers', async ({ page, site }) => {
    const me = await newMember(site, { hideEntry: true });
    await memberFactory(site, { name: 'Anil Rao', nameSearch: 'anil rao', tier: 'Individual member' });
    await memberFactory(site, { name: 'Zubin Mistry', nameSearch: 'zubin mistry', tier: 'Patron member' });
    await memberFactory(site, { name: 'Meera Joshi', nameSearch: 'meera joshi', tier: 'lifetime member' });
    await enter(page, await memberToken(site, me.id), '/directory');
    await expect(cards(page).getByRole('heading')).toHaveText(['Zubin Mistry', 'Meera Joshi', 'Anil Rao']);
    await expect(page.getByText('3 members')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Pages of the directory' })).toHaveCount(0);
    await expect(
      cards(page)
        .first()
        .getByRole('link', { name: /^\+91 \d{5} \d{5}$/ }),
    ).toHaveAttribute('href', /^tel:\+91\d{10}$/);
  });

  test('eleven members make two pages, kept in the address; a filter leads back to the first', async ({
    page,
    site,
  }) => {
    const me = await newMember(site, { hideEntry: true });
    await colleagues(site, 10, { state: 'Kerala', district: 'Ernakulam' });
    await colleagues(site, 1, { state: 'Punjab', district: 'Ludhiana' });
    await enter(page, await memberToken(site, me.id), '/directory');
    await expect(cards(page)).toHaveCount(10);
    await page.getByRole('button', { name: 'Go to page 2' }).click();
    await expect(cards(page)).toHaveCount(1);
    await expect(page).toHaveURL(/page=2/);
    await page.reload();
    await expect(cards(page)).toHaveCount(1);
    await choose(page, 'State', 'Punjab');
    await expect(page).toHaveURL(/State=Punjab/);
    expect(page.url()).not.toContain('page=');
    await expect(page.getByText('1 member', { exact: true })).toBeVisible();
  });

  test('a thousand members: the pager reaches the last page', async ({ page, site }) => {
    const me = await newMember(site, { hideEntry: true });
    const row = await memberFactory(site);
    await site.database.execute(sql`
      insert into members (reference, member_number, status, tier, name, name_search, gender, email, mobile, date_of_birth,
        court, id_number, years_of_experience, years_of_recruitment, interest, contribution, specialisations, international,
        state, district, sub_district, terms_version, consent_at, consent_to)
      select 'R-' || n, 'N-' || n, 'Approved', tier, 'Member ' || n, 'member ' || n, gender, 'many' || n || '@example.org', mobile,
        date_of_birth, court, id_number, years_of_experience, years_of_recruitment, interest, contribution, specialisations,
        international, state, district, sub_district, terms_version, consent_at, consent_to
      from members, generate_series(1, 999) n where id = ${row.id}`);
    await notify(site.database, 'members');
    await enter(page, await memberToken(site, me.id), '/directory?page=100');
    await expect(page.getByText('1,000 members')).toBeVisible();
    await expect(cards(page)).toHaveCount(10);
    await expect(page.getByRole('button', { name: 'page 100', exact: true })).toHaveAttribute('aria-current', 'page');
  });

  test('all filters work together, depend on each other, and Reset clears them', async ({ page, site }) => {
    const me = await newMember(site, { hideEntry: true });
    const wanted = {
      name: 'Gayatri Menon',
      nameSearch: 'gayatri menon',
      state: 'Kerala',
      district: 'Kottayam',
      subDistrict: 'Vaikom',
      specialisations: ['NDPS Act, 1985'],
    };
    await memberFactory(site, wanted);
    await memberFactory(site, {
      ...wanted,
      name: 'Gopal Menon',
      nameSearch: 'gopal menon',
      specialisations: ['POCSO Act, 2012'],
    });
    await colleagues(site, 4, { state: 'Bihar', district: 'Patna', subDistrict: 'Danapur' });
    await enter(page, await memberToken(site, me.id), '/directory');
    await expect(cards(page)).toHaveCount(6);
    await page.getByLabel('District', { exact: true }).click();
    await expect(page.getByRole('option', { name: 'No Data Found' })).toBeVisible();
    await page.keyboard.press('Escape');
    await choose(page, 'State', 'Kerala');
    await choose(page, 'District', 'Kottayam');
    await choose(page, 'Sub-district', 'Vaikom');
    await expect(cards(page)).toHaveCount(2);
    await choose(page, 'Specialisation', 'NDPS Act, 1985');
    await expect(cards(page).getByRole('heading')).toHaveText(['Gayatri Menon']);
    await page.getByLabel('Search by name').fill('gopal');
    await expect(page.getByText('No Active Directorys')).toBeVisible();
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(cards(page)).toHaveCount(6);
    expect(new URL(page.url()).search).toBe('');
    await expect(page.getByLabel('Search by name')).toHaveValue('');
    // A shared address shows the same.
    await page.goto('/directory?State=Kerala&ProsecutorName=gayatri');
    await expect(cards(page).getByRole('heading')).toHaveText(['Gayatri Menon']);
  });

  test('what a member hides is not in the answer', async ({ page, site }) => {
    const me = await newMember(site, { hideEntry: true });
    await memberFactory(site, { hideEmail: true, hideMobile: true, email: 'secret@example.org', mobile: '9111122222' });
    const answer = page.waitForResponse(/searchDirectory/);
    await enter(page, await memberToken(site, me.id), '/directory');
    const text = await (await answer).text();
    expect(text).not.toContain('secret@example.org');
    expect(text).not.toContain('9111122222');
    expect(text).not.toMatch(/DateofBirth|councilMembership|document|screenShot|payment_status|Gender/);
    await expect(cards(page).getByRole('link')).toHaveCount(0);
  });

  test('a failed load says so quietly, and Try again helps', async ({ page, site }) => {
    const me = await newMember(site);
    await page.route('**/searchDirectory**', (route) => route.abort());
    await enter(page, await memberToken(site, me.id), '/directory');
    const again = page.getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    await page.unroute('**/searchDirectory**');
    await again.click();
    await expect(cards(page)).toHaveCount(1);
  });
});

test.describe('profile', () => {
  test('values outside the options appear as Others with their text, and are saved so', async ({ page, site }) => {
    const me = await newMember(site, {
      organization: 'Legal Remembrancer',
      interest: 'Mediation',
      contribution: 'Translations',
      specialisations: ['IPS', 'Arms ACT'],
    });
    const token = await memberToken(site, me.id);
    await enter(page, token, '/Profile');
    await expect(page.getByLabel('Organization Other Role')).toHaveValue('Legal Remembrancer');
    await expect(page.getByLabel('Other Area of Interest')).toHaveValue('Mediation');
    await expect(page.getByLabel('Contribution Other Role')).toHaveValue('Translations');
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(page.locator('.Toastify__toast--success')).toBeVisible();
    const answer = await page.request.get('/api/Directory/getbyid', { headers: { authorization: `Bearer ${token}` } });
    const { data } = await answer.json();
    expect(data).toMatchObject({
      Organization: 'Others',
      OrganizationotherRole: 'Legal Remembrancer',
      Interest: 'Others',
      InterestotherRole: 'Mediation',
      SpecialisationotherRole: 'IPS, Arms ACT',
    });
  });

  test('every message stands at its field, and nothing typed is lost', async ({ page, site }) => {
    const me = await newMember(site);
    await enter(page, await memberToken(site, me.id), '/Profile');
    await page.getByLabel('Full Name').fill('');
    await page.getByRole('textbox', { name: /^Mobile Number/ }).fill('12345');
    await page.getByLabel('Name of the Court').fill('');
    await page.getByLabel('ID Number').fill('');
    await page.getByLabel('Years of Experience').fill('');
    await page.getByLabel('Years of Recruitment').fill('x2011y');
    await page.getByRole('button', { name: 'Update' }).click();
    for (const message of [
      'Please enter Full Name',
      'Please enter a valid 10-digit Mobile Number',
      'Please enter Name of the Court',
      'Please enter ID Number',
      'Please enter years of Experience',
      'Please enter Organization',
    ]) {
      await expect(page.getByText(message, { exact: true })).toBeVisible();
    }
    await expect(page.getByLabel('Full Name')).toBeFocused();
    await expect(page.getByLabel('Years of Recruitment')).toHaveValue('2011');
    await page.getByLabel('Full Name').fill('Kavita D');
    await expect(page.getByText('Please enter Full Name', { exact: true })).toBeHidden();
    await expectAccessible(page);
  });

  test('a picture is cropped to a square and saved; the entry can be hidden', async ({ page, site }) => {
    const me = await newMember(site, { organization: 'Dist Head' });
    const other = await newMember(site, { hideEntry: true });
    await enter(page, await memberToken(site, me.id), '/Profile');
    const file = await pictureFile();
    await page
      .getByLabel('Profile picture file')
      .setInputFiles({ name: file.name, mimeType: file.type, buffer: Buffer.from(file.bytes) });
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Use this picture' }).click();
    await expect(page.getByText('saved with the Update button')).toBeVisible();
    await page.getByLabel('Hide my whole entry in the directory').check();
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(page.locator('.Toastify__toast--success')).toBeVisible();
    const picture = page.getByRole('button', { name: /Upload Profile Pic/ }).locator('img');
    await expect(picture).toHaveAttribute('src', /\/api\/Directory\/picture\//);
    const shape = await picture.evaluate((image: { naturalWidth: number; naturalHeight: number }) => [
      image.naturalWidth,
      image.naturalHeight,
    ]);
    expect(shape[0]).toBe(shape[1]);
    const answer = await page.request.get('/api/Directory/searchDirectory', {
      headers: { authorization: `Bearer ${await memberToken(site, other.id)}` },
    });
    expect((await answer.json()).pagination.totalCount).toBe(0);
  });

  test('own data can be taken away, and erasure asked for and taken back', async ({ page, site }) => {
    const me = await newMember(site);
    await enter(page, await memberToken(site, me.id), '/Profile');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.zip$/);
    await page.getByRole('button', { name: 'Ask for erasure' }).click();
    const dialog = page.getByRole('dialog');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Ask for erasure' }).click();
    await expect(page.getByText('You asked for erasure of your data')).toBeVisible();
    await page.getByRole('button', { name: 'Take the request back' }).click();
    await expect(page.getByRole('button', { name: 'Ask for erasure' })).toBeVisible();
  });

  test('a session that ends while a form is filled in loses nothing', async ({ page, site }) => {
    const me = await newMember(site, { passwordHash: await hashPassword(password), organization: 'Dist Head' });
    await enter(page, await memberToken(site, me.id), '/Profile');
    await page.getByLabel('Name of the Court').fill('High Court of Bombay');
    await site.database.execute(sql`delete from sessions`);
    await page.getByRole('button', { name: 'Update' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email', { exact: true }).fill(me.email);
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Login', exact: true }).click();
    // The save goes on by itself.
    await expect
      .poll(async () => (await site.database.execute(sql`select court from members where id = ${me.id}`)).rows)
      .toEqual([{ court: 'High Court of Bombay' }]);
    await expect(page.getByLabel('Name of the Court')).toHaveValue('High Court of Bombay');
  });
});

test.describe('change password', () => {
  test('messages, toggles, and a new password that works', async ({ page, site }) => {
    const me = await newMember(site, { passwordHash: await hashPassword(password) });
    await enter(page, await memberToken(site, me.id), '/ChangePassword');
    const update = page.getByRole('button', { name: 'Update' });
    await update.click();
    for (const message of [
      'Please enter your old password',
      'Please enter your new password',
      'Please enter your confirm password',
    ]) {
      await expect(page.getByText(message, { exact: true })).toBeVisible();
    }
    await page.getByLabel(/^Current Password/).fill('not the right one');
    await expect(page.getByText('Please enter your old password')).toBeHidden();
    await page.getByLabel(/^New Password/).fill('Tamarind-window-63');
    await page.getByLabel(/^Confirm Password/).fill('Tamarind-window-64');
    await update.click();
    await expect(page.getByText('Password does not match', { exact: true })).toBeVisible();
    await page.getByLabel(/^Confirm Password/).fill('Tamarind-window-63');
    await update.click();
    await expect(page.locator('.Toastify__toast--error')).toBeVisible();
    await expect(page.getByLabel(/^New Password/)).toHaveValue('Tamarind-window-63');
    await page.getByRole('button', { name: 'Show current password' }).click();
    await expect(page.getByLabel(/^Current Password/)).toHaveAttribute('type', 'text');
    await expectAccessible(page);
    await page.getByLabel(/^Current Password/).fill(password);
    await update.click();
    await expect(page.locator('.Toastify__toast--success')).toBeVisible();
    await expect(page.getByLabel(/^New Password/)).toHaveValue('');
    const login = await page.request.post('/api/Directory/Login', {
      data: { email: me.email, password: 'Tamarind-window-63' },
    });
    expect(login.ok()).toBe(true);
  });
});

for (const width of [360, 1280]) {
  test(`axe finds nothing on the member area at ${width} pixels, and nothing is wider than the screen`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const me = await newMember(site);
    await colleagues(site, 11);
    await enter(page, await memberToken(site, me.id), '/directory');
    for (const path of ['/directory', '/Profile', '/ChangePassword']) {
      await page.goto(path, { waitUntil: 'networkidle' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(width);
    }
  });
}
