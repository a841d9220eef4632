import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type DirectoryEntry, directoryEntry, searchDirectory } from '#shared/contracts/directory.ts';
import { findLocalities, listDistricts, listStates, listSubDistricts } from '#shared/contracts/locations.ts';
import type { OwnRecord } from '#shared/contracts/members.ts';
import { AppError } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import { ownRecord } from '#web/testing/records.ts';
import { answer } from '#web/testing/server.ts';
import { button, choose, expectAccessible, show } from '#web/testing/show.tsx';
import { Component as DirectoryPage } from './DirectoryPage.tsx';

const entryNames = Object.keys(directoryEntry.shape);
/** A member as other members see them. */
function entry(number: number, values: Partial<OwnRecord> = {}): DirectoryEntry {
  const record = ownRecord({
    id: `4f9b0c0e-7d53-4a6b-9a55-${String(number).padStart(12, '0')}`,
    name: `Member ${number}`,
    ...values,
  });
  return directoryEntry.parse(Object.fromEntries(Object.entries(record).filter(([name]) => entryNames.includes(name))));
}
const gopal = entry(1, { name: 'Gopal Menon' });
const gayatri = entry(2, { name: 'Gayatri Menon' });

const search = page.getByLabelText('Search by name');
const field = (label: string) => page.getByRole('combobox', { name: label, exact: true });
const cards = page.getByRole('article');
const names = () =>
  cards
    .getByRole('heading')
    .elements()
    .map((each) => each.textContent);
const texts = (list: Element) => [...list.querySelectorAll('li')].map((each) => each.textContent);

type Query = ReturnType<typeof answer<typeof searchDirectory>>[number]['query'];
const pageOf = (rows: DirectoryEntry[], count = 1) => ({
  success: true as const,
  data: rows.slice((count - 1) * 10, count * 10),
  pagination: paginationOf(count, rows.length),
});
function directoryOf(
  members: DirectoryEntry[],
  leaves: (member: DirectoryEntry, query: Query) => boolean = () => true,
) {
  return answer(searchDirectory, ({ query }) =>
    pageOf(
      members.filter((each) => leaves(each, query)),
      query.page,
    ),
  );
}
const byName = ({ name }: DirectoryEntry, query: Query) => name.toLowerCase().includes(query.name);

function open(at = '/directory') {
  answer(listStates, { success: true, data: [{ name: 'Goa' }, { name: 'Kerala' }] });
  answer(listDistricts, { success: true, data: [] });
  answer(listSubDistricts, { success: true, data: [] });
  answer(findLocalities, { success: true, data: [] });
  return show(<DirectoryPage />, { at, as: 'member' });
}

test('where nobody has counted how many there are, it is said that there are more', async () => {
  const pagination = { ...paginationOf(1, 1_000), more: true as const };
  answer(searchDirectory, { success: true, data: [gopal], pagination });
  await open('/directory?ProsecutorName=sessions+court');
  await expect.element(page.getByText('More than 1,000 members').first()).toBeVisible();
});

test('a failed load shows no notice, a limit shows its reason, and Try again helps', async () => {
  answer(searchDirectory, 'lost');
  await open();
  await expect.element(button('Try again')).toBeVisible();
  await expect.element(page.getByText(/could not be reached/)).not.toBeInTheDocument();
  await expectAccessible();
  answer(searchDirectory, new AppError('TOO_MANY', 'You have opened many pages. Please go on in 5 minutes.'));
  await button('Try again').click();
  await expect.element(page.getByText(/You have opened many pages. Please go on in 5 minutes\./)).toBeVisible();
  directoryOf([gopal]);
  await button('Try again').click();
  await expect.poll(names).toEqual(['Gopal Menon']);
});

test('a member whose membership has lapsed sees how to pay', async () => {
  answer(searchDirectory, new AppError('LAPSED', 'Your membership has lapsed.'));
  await open();
  await expect.element(page.getByRole('link', { name: 'Pay under My Membership' })).toBeVisible();
  await expect.element(button('Try again')).not.toBeInTheDocument();
});

test('a card shows the texts of Others without duplicates, and the rest of a long list on demand', async () => {
  const many = ['UAPA, 1967', 'PMLA, 2002', 'NIA Act, 2008', 'Arms Act, 1959', 'Customs Act, 1962', 'SEBI Act, 1992'];
  const others = entry(1, {
    organization: 'Others',
    organizationOther: 'Legal Remembrancer',
    designation: '',
    state: 'Bihar',
    district: 'Gaya',
    subDistrict: 'Gaya',
    specialisations: ['NDPS Act, 1985', 'Others'],
    specialisationOther: 'Bihar Prohibition and Excise Act, 2016',
  });
  directoryOf([others, entry(2, { name: 'Meera Joshi', specialisations: many })]);
  await open();
  await expect.element(page.getByText('2 members')).toBeVisible();
  const [first, second] = cards.elements();
  expect(texts(first!)).toEqual(['NDPS Act, 1985', 'Bihar Prohibition and Excise Act, 2016']);
  expect(first!.textContent).toContain('Legal Remembrancer');
  expect(first!.textContent).not.toContain('Others');
  await expect.element(page.getByText('Gaya, Bihar', { exact: true })).toBeVisible();
  expect(texts(second!)).toHaveLength(5);
  await button('2 more specialisations of Meera Joshi').click();
  await expect.poll(() => texts(second!)).toEqual(many);
  await expect.poll(() => document.activeElement?.tagName).toBe('UL');
});

test('typing searches once it pauses, and a late answer never replaces a newer one', async () => {
  const rows: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  answer(searchDirectory, async ({ query }) => {
    rows.push(query.name);
    if (query.name === 'gayatri') await held;
    return pageOf([gopal, gayatri].filter((each) => byName(each, query)));
  });
  await open();
  await expect.poll(names).toHaveLength(2);
  await userEvent.type(search, 'gayatri');
  await expect.poll(() => rows).toEqual(['', 'gayatri']);
  await search.fill('gopal');
  await expect.poll(names).toEqual(['Gopal Menon']);
  release();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(names()).toEqual(['Gopal Menon']);
  await button('Clear the search').click();
  await expect.poll(names).toHaveLength(2);
  expect(rows).toEqual(['', 'gayatri', 'gopal', '']);
});

test('a filter chosen while a name is being typed loses neither; Reset clears both', async () => {
  const calls = directoryOf([gopal, gayatri], byName);
  const { path } = await open();
  await expect.poll(names).toHaveLength(2);
  await search.fill('gopal');
  await choose('State', 'Kerala');
  await expect.poll(names).toEqual(['Gopal Menon']);
  await expect.poll(() => calls.at(-1)!.query).toMatchObject({ name: 'gopal', state: 'Kerala' });
  // A name that was being typed when everything was cleared does not come back either.
  await search.fill('gayatri');
  await button('Reset').click();
  await expect.element(search).toHaveValue('');
  await expect.poll(names).toHaveLength(2);
  expect(path()).toBe('/directory');
});

test('a statute, an office or a place typed as a name becomes its filter', async () => {
  const specialists = entry(1, {
    name: 'Zubin Mistry',
    organization: 'Association Office',
    associationOffice: 'Treasurer',
    specialisations: ['Bharatiya Nyaya Sanhita (BNS), 2023', 'Arms Act, 1959', 'NDPS Act, 1985'],
  });
  const calls = directoryOf([specialists], byName);
  const { path } = await open();
  await expect.poll(() => cards.elements()[0]?.textContent).toContain('Treasurer');
  expect(cards.elements()[0]!.textContent).not.toContain('Association Office');
  await search.fill('ndps');
  await expect.element(page.getByText('No Active Directorys')).toBeVisible();
  await expect.element(button('Specialisation: NDPS Act, 1985')).toBeVisible();
  await page.getByRole('option', { name: 'Specialisation: NDPS Act, 1985' }).click();
  await expect.element(search).toHaveValue('');
  await expect.poll(() => calls.at(-1)!.query).toMatchObject({ name: '', specialisations: 'NDPS Act, 1985' });
  // The card shows the matching value first.
  await expect.poll(() => document.querySelector('mark')?.textContent).toBe('NDPS Act, 1985');
  expect(texts(cards.elements()[0]!)[0]).toBe('NDPS Act, 1985');
  answer(findLocalities, { success: true, data: [{ state: 'Goa', district: '' }] });
  await search.fill('goa');
  await page.getByRole('option', { name: 'Place: Goa', exact: true }).click();
  await expect.poll(path).toMatch(/state=Goa/);
});

test('an empty directory offers no way to show all; a filtered one does', async () => {
  directoryOf([]);
  const { end } = await open();
  await expect.element(page.getByText('No Active Directorys')).toBeVisible();
  await expect.element(button('Show all members')).not.toBeInTheDocument();
  await end();
  const { path } = await open('/directory?membership=Patron+member');
  await button('Show all members').click();
  await expect.poll(path).toBe('/directory');
});

test('a page that no longer exists leads to the last one, and an invalid page to the first', async () => {
  const calls = directoryOf(Array.from({ length: 11 }, (_, index) => entry(index)));
  const { path, end } = await open('/directory?page=9');
  await expect.poll(path).toBe('/directory?page=2');
  await expect.poll(names).toHaveLength(1);
  await expect.element(button('page 2')).toHaveAttribute('aria-current', 'page');
  await end();
  await open('/directory?page=nine');
  await expect.poll(() => calls.at(-1)!.query.page).toBe(1);
  await expect.poll(names).toHaveLength(10);
});

test('places that fail to load do not affect the search, and show no notice', async () => {
  directoryOf([gopal]);
  await open();
  for (const places of [listStates, listDistricts, listSubDistricts]) answer(places, 'lost');
  await expect.poll(names).toHaveLength(1);
  await field('District').click();
  await expect.element(page.getByRole('option', { name: 'No Data Found' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

for (const width of [360, 1280]) {
  test(`is accessible at ${width} pixels, and its dropdowns keep their sizes`, async () => {
    await page.viewport(width, 800);
    directoryOf(
      Array.from({ length: 11 }, (_, index) => entry(index)),
      (_, { specialisations }) => specialisations === '',
    );
    await open();
    await expect.element(page.getByText('11 members')).toBeVisible();
    const onPhone = width === 360;
    if (onPhone) {
      await button('Filters').click();
      await expect.element(button('Show 11 members')).toBeVisible();
    }
    await expectAccessible([width]);
    await field('Specialisation').click();
    await expect.element(page.getByRole('listbox')).toBeVisible();
    await expectAccessible([width]);
    // 170 px wide as specified, or as wide as its field if that is wider; at most 300 px high.
    const list = document.querySelector('[role="presentation"]:popover-open')!.getBoundingClientRect();
    const box = field('Specialisation').element().parentElement!.getBoundingClientRect();
    expect(list.width).toBeGreaterThanOrEqual(170);
    expect(list.width).toBeLessThanOrEqual(Math.max(170, box.width + 1));
    expect(list.height).toBeLessThanOrEqual(300);
    await page.getByRole('option', { name: 'UAPA, 1967' }).click();
    if (onPhone) {
      await button('Show 0 members').click();
      await expect.element(button('Filters (1)')).toHaveFocus();
    }
    await expect.element(page.getByText('No Active Directorys')).toBeVisible();
    await expectAccessible([width]);
  });
}

test('a shared page is shown with its pager, and a filter leads back to the first', async () => {
  const members = Array.from({ length: 1_000 }, (_, index) => entry(index, { name: `Member ${index}` }));
  directoryOf(members, (_, { state }) => state === '');
  const { path } = await open('/directory?page=100');
  await expect.element(page.getByText('1,000 members')).toBeVisible();
  await expect.poll(names).toHaveLength(10);
  await expect.element(button('page 100')).toHaveAttribute('aria-current', 'page');
  directoryOf([gopal]);
  await choose('State', 'Kerala');
  await expect.poll(path).toBe('/directory?state=Kerala');
  await expect.element(page.getByText('1 member', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('navigation', { name: 'Pages of the directory' })).not.toBeInTheDocument();
  const href = (name: RegExp) => cards.getByRole('link', { name }).element().getAttribute('href');
  expect(href(/^\+91 \d{5} \d{5}$/)).toBe('tel:+919812345678');
  expect(href(/@/)).toBe('mailto:kavita@example.org');
  // Without a picture of their own there is a plain figure.
  expect(cards.element().querySelector('svg')).not.toBeNull();
});

test('dropdowns say that the state comes first, or that there are no places', async () => {
  directoryOf([gopal]);
  await open();
  await field('District').click();
  await expect.element(page.getByRole('option', { name: 'No Data Found' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await choose('State', 'Goa');
  await field('Sub-district').click();
  await expect.element(page.getByRole('option', { name: 'No Data', exact: true })).toBeVisible();
});

test('similar names stand apart, and WhatsApp is offered to those who allow it', async () => {
  const rows = [entry(1, { name: 'Rahim Siddiqui', whatsapp: true }), entry(2, { name: 'Asha Sidiki' })].map((row) => ({
    ...row,
    similar: true as const,
  }));
  answer(searchDirectory, { success: true, data: rows, pagination: paginationOf(1, 2) });
  await open();
  await expect.element(page.getByText('No exact match. Similar names:')).toBeVisible();
  await expect.element(page.getByText('Patrons first, then by name')).toBeVisible();
  const link = page.getByRole('link', { name: 'WhatsApp to Rahim Siddiqui' });
  await expect.element(link).toHaveAttribute('href', 'https://wa.me/919812345678');
  await expect.element(link).toHaveAttribute('referrerpolicy', 'no-referrer');
  await expect.element(page.getByRole('link', { name: /^WhatsApp/ })).toHaveLength(1);
});
