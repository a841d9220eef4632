import { expect } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { notify } from '#server/database/client.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { memberToken, newMember } from '#tests/logins.ts';
import { cards, choose, colleagues, enter } from './member.ts';
import { test } from './site.ts';

test.beforeEach(({ site }) => site.reset());

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

test('eleven members make two pages, kept in the address; a filter leads back to the first', async ({ page, site }) => {
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

test('for Others a card shows what was written, once each, and the rest of a long list on demand', async ({
  page,
  site,
}) => {
  const me = await newMember(site, { hideEntry: true });
  await memberFactory(site, {
    tier: 'Patron member',
    organization: 'Others',
    organizationOther: 'Legal Remembrancer',
    designation: '',
    district: 'Gaya',
    subDistrict: 'Gaya',
    state: 'Bihar',
    specialisations: ['NDPS Act, 1985', 'Others'],
    specialisationOther: 'Bihar Prohibition and Excise Act, 2016',
  });
  const many = ['UAPA, 1967', 'PMLA, 2002', 'NIA Act, 2008', 'Arms Act, 1959', 'Customs Act, 1962', 'SEBI Act, 1992'];
  await memberFactory(site, { specialisations: many, name: 'Meera Joshi' });
  await notify(site.database, 'members');
  await enter(page, await memberToken(site, me.id), '/directory');
  const [first, second] = [cards(page).first(), cards(page).nth(1)];
  await expect(first.getByRole('list').getByRole('listitem')).toHaveText([
    'NDPS Act, 1985',
    'Bihar Prohibition and Excise Act, 2016',
  ]);
  await expect(first.getByText('Legal Remembrancer')).toBeVisible();
  await expect(first.getByText('Others')).toHaveCount(0);
  await expect(first.getByText('Gaya, Bihar', { exact: true })).toBeVisible();
  await expect(second.getByRole('listitem')).toHaveCount(5);
  await second.getByRole('button', { name: '2 more specialisations of Meera Joshi' }).click();
  await expect(second.getByRole('listitem')).toHaveText(many);
  await expect(second.getByRole('list')).toBeFocused();
});

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

test('typing asks once it pauses, a late answer never takes the place of a newer one', async ({ page, site }) => {
  const me = await newMember(site, { hideEntry: true });
  await colleagues(site, 2, { name: 'Gayatri Menon' });
  await colleagues(site, 1, { name: 'Gopal Menon' });
  await enter(page, await memberToken(site, me.id), '/directory');
  await expect(cards(page)).toHaveCount(3);
  const asked: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/searchDirectory**', async (route) => {
    const text = new URL(route.request().url()).searchParams.get('ProsecutorName') ?? '';
    asked.push(text);
    if (text === 'gayatri') await held;
    await route.continue().catch(() => {});
  });
  await page.getByLabel('Search by name').pressSequentially('gayatri', { delay: 20 });
  await expect.poll(() => asked).toEqual(['gayatri']);
  await page.getByLabel('Search by name').fill('gopal');
  await expect(cards(page).getByRole('heading')).toHaveText(['Gopal Menon']);
  release();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(cards(page)).toHaveCount(3);
  expect(asked).toEqual(['gayatri', 'gopal', '']);
});

test('a filter chosen while a name is being typed loses neither', async ({ page, site }) => {
  const me = await newMember(site, { hideEntry: true });
  await colleagues(site, 1, { state: 'Kerala', name: 'Gopal Menon' });
  await colleagues(site, 1, { state: 'Kerala', name: 'Gayatri Menon' });
  await colleagues(site, 1, { state: 'Bihar', name: 'Gopal Prasad' });
  await enter(page, await memberToken(site, me.id), '/directory');
  await expect(cards(page)).toHaveCount(3);
  await page.getByLabel('Search by name').fill('gopal');
  await choose(page, 'State', 'Kerala');
  await expect(cards(page).getByRole('heading')).toHaveText(['Gopal Menon']);
  await expect(page).toHaveURL(/ProsecutorName=gopal/);
  await expect(page).toHaveURL(/State=Kerala/);
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(cards(page)).toHaveCount(2);
  // Nor does a name come back that was being typed when everything was cleared.
  await page.getByLabel('Search by name').fill('gayatri');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByLabel('Search by name')).toHaveValue('');
  await expect(cards(page)).toHaveCount(3);
});

test('who handles NDPS here, among the Patrons? Dropdowns without places say so', async ({ page, site }) => {
  const me = await newMember(site, { hideEntry: true });
  const here = { state: 'Goa', district: 'South Goa', specialisations: ['NDPS Act, 1985'] };
  await memberFactory(site, { ...here, name: 'Zubin Mistry', tier: 'Patron member' });
  await memberFactory(site, { ...here, name: 'Anil Rao' });
  await memberFactory(site, { ...here, name: 'Meera Joshi', specialisations: ['UAPA, 1967'], tier: 'Patron member' });
  await notify(site.database, 'members');
  await enter(page, await memberToken(site, me.id), '/directory');
  await choose(page, 'State', 'Goa');
  await page.getByLabel('Sub-district', { exact: true }).click();
  await expect(page.getByRole('option', { name: 'No Data', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await choose(page, 'District', 'South Goa');
  await choose(page, 'Specialisation', 'NDPS Act, 1985');
  await expect(cards(page).getByRole('heading')).toHaveText(['Zubin Mistry', 'Anil Rao']);
  await choose(page, 'Membership', 'Patron');
  await expect(cards(page).getByRole('heading')).toHaveText(['Zubin Mistry']);
  await expect(cards(page).getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:.+@example\.org$/);
  // Without a picture of their own there is a plain figure.
  await expect(cards(page).locator('svg').first()).toBeVisible();
});

test('a statute typed as a name becomes its filter, stands first on the card, and offices are seen and found', async ({
  page,
  site,
}) => {
  const me = await newMember(site, { hideEntry: true });
  const bns = 'Bharatiya Nyaya Sanhita (BNS), 2023';
  await memberFactory(site, {
    name: 'Zubin Mistry',
    nameSearch: 'zubin mistry',
    organization: 'Association Office',
    associationOffice: 'Treasurer',
    specialisations: [bns, 'Arms Act, 1959', 'NDPS Act, 1985'],
  });
  await memberFactory(site, { name: 'Anil Rao', nameSearch: 'anil rao', specialisations: [bns], state: 'Goa' });
  await notify(site.database, 'members');
  await enter(page, await memberToken(site, me.id), '/directory');
  await expect(cards(page)).toHaveCount(2);
  await expect(cards(page).nth(1)).toContainText('Treasurer');
  await expect(cards(page).nth(1)).not.toContainText('Association Office');
  await expect(cards(page).nth(1).getByRole('listitem')).toHaveText(['Arms Act, 1959', 'NDPS Act, 1985', 'BNS, 2023']);
  await expect(page.getByPlaceholder('Choose a state first').first()).toBeVisible();

  const search = page.getByLabel('Search by name');
  await search.fill('ndps');
  await expect(page.getByText('No Active Directorys')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Specialisation: NDPS Act, 1985' })).toBeVisible();
  await page.getByRole('option', { name: 'Specialisation: NDPS Act, 1985' }).click();
  await expect(search).toHaveValue('');
  await expect(page.getByLabel('Specialisation', { exact: true })).toHaveValue('NDPS Act, 1985');
  await expect(cards(page).getByRole('heading')).toHaveText(['Zubin Mistry']);
  await expect(cards(page).getByRole('listitem')).toHaveText(['NDPS Act, 1985', 'Arms Act, 1959', 'BNS, 2023']);
  await expect(cards(page).locator('mark')).toHaveText('NDPS Act, 1985');

  await search.fill('goa');
  await page.getByRole('option', { name: 'Place: Goa', exact: true }).click();
  await expect(page.getByText('No Active Directorys')).toBeVisible();
  await expect(page).toHaveURL(/State=Goa/);
  await page.getByRole('button', { name: 'Show all members' }).click();
  await expect(cards(page)).toHaveCount(2);
  await choose(page, 'Office held', 'Any office');
  await expect(cards(page).getByRole('heading')).toHaveText(['Zubin Mistry']);
});

test('a directory without anybody offers no way to show all', async ({ page, site }) => {
  const me = await newMember(site, { hideEntry: true });
  await enter(page, await memberToken(site, me.id), '/directory');
  await expect(page.getByText('No Active Directorys')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show all members' })).toHaveCount(0);
});

test('a page that is no more leads to the last one, and what is no page to the first', async ({ page, site }) => {
  const me = await newMember(site, { hideEntry: true });
  await colleagues(site, 11);
  await enter(page, await memberToken(site, me.id), '/directory?page=9');
  await expect(cards(page)).toHaveCount(1);
  await expect(page).toHaveURL(/\?page=2$/);
  await page.goto('/directory?page=nine');
  await expect(cards(page)).toHaveCount(10);
});

test('places that cannot be loaded leave the search alone, without a notice', async ({ page, site }) => {
  const me = await newMember(site, { hideEntry: true });
  await colleagues(site, 1);
  await page.route('**/api/Locations/**', (route) => route.abort());
  await enter(page, await memberToken(site, me.id), '/directory');
  await expect(cards(page)).toHaveCount(1);
  await page.getByLabel('State', { exact: true }).click();
  await expect(page.getByRole('option', { name: 'No Data Found' })).toBeVisible();
  await expect(page.locator('.Toastify__toast')).toHaveCount(0);
});

test('no answer that a member gets while looking around holds a byte of what others keep to themselves', async ({
  page,
  site,
}) => {
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
