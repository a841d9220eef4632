import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { members } from '#server/features/members/tables.ts';
import { ballots } from '#server/features/votes/tables.ts';
import { notify } from '#server/platform/database/client.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { waitForMail } from '#tests/mail.ts';
import { scaled } from '#tests/speed.ts';
import { seedVotes } from '../../scripts/seed/votes.ts';
import type { DrivenBrowser, DrivenPage } from './driven-page.ts';
import { firefoxPath, startFirefox } from './firefox.ts';
import { applicantFiles, payment, screenshotFile, setPayment } from './registration.ts';
import { type Site, test } from './site.ts';
import { startWebKit, webkit } from './webkit.ts';

const email = 'asha.rao@example.org';
const ownPassword = 'Quiet-mango-tribunal-58';

async function register(page: DrivenPage, site: Site): Promise<void> {
  await page.goto(site.url);
  await page.click(await page.one('link', 'Register'));
  await page.click(await page.one('button', 'Click Here to Accept'));
  const form = await page.one('form', 'Registration');
  const box = async (name: string, text: string) => page.fill(await page.one('textbox', name, form), text);
  const pick = async (name: string, option: string, typed?: string) =>
    page.pick(await page.one('combobox', name, form), option, typed);
  const { picture, document } = await applicantFiles();
  await pick('Membership Type', 'Patron · Rs 25,000');
  await box('Full Name', 'Asha Rao');
  await pick('Gender', 'Female');
  await page.click(await page.one('spinbutton', undefined, await page.one('group', 'Date of Birth', form)));
  await page.selectAll();
  await page.type('17051980');
  await box('Email', email);
  await box('Mobile Number', '9876543210');
  await pick('State', 'Maharashtra', 'Mahar');
  await pick('District', 'Pune', 'Pun');
  await page.fill(await page.one('combobox', 'Sub-District', form), 'Haveli');
  await box('Designation', 'Public Prosecutor');
  await pick('Organization Position', 'Dist Head');
  await box('Name of the Court', 'District and Sessions Court Pune');
  await box('ID Number', 'MH/1234/2005');
  await box('Years of Experience', '20');
  await box('Years of Recruitment', '2005');
  await pick('Specialisation', 'NDPS Act, 1985', 'NDPS');
  await page.press('escape');
  await pick('Area of Interest', 'Webinars');
  await pick('Contribution', 'Lectures');
  await pick('International', 'Yes');
  // The input survives a reload, the files do not.
  await page.reload();
  const again = await page.one('form', 'Registration');
  await page.shows('Dist Head');
  expect(await page.evaluate('(element) => element.value', await page.one('textbox', 'Full Name', again))).toBe(
    'Asha Rao',
  );
  await page.choose('Profile Picture', picture);
  await page.choose('Scanned ID Card', document);
  await page.click(await page.one('button', 'Continue', again));
  await page.shows('Check your answers');
  await page.click(await page.one('button', 'Continue', again));
}

async function pay(page: DrivenPage): Promise<void> {
  await page.at(/\/membership\?isRegistered=true&id=[\w-]+&membership=Patron/);
  await page.shows('Rs 25,000');
  await page.choose('Payment Screenshot', await screenshotFile());
  await page.fill(await page.one('textbox', 'Transaction Reference (UTR), optional'), '630112345678');
  await page.click(await page.one('button', 'Register'));
  await page.at(/\/paymentStatus\?status=success/);
  await page.shows(messages.payment.success);
}

/** The office reviews the registration, and approves. */
async function approve(page: DrivenPage, site: Site): Promise<void> {
  const [member] = await site.database.select().from(members).where(eq(members.email, email));
  expect(member).toMatchObject({ dateOfBirth: '1980-05-17', state: 'Maharashtra', district: 'Pune' });
  await page.goto(`${site.url}/admin/Registrations`);
  await page.fill(await page.field('Email'), site.admin.email);
  await page.fill(await page.field('Password'), site.admin.password);
  await page.click(await page.one('button', 'Login in'));
  await page.at(/\/admin\/Registrations/);
  const review = `Review Asha Rao, ${member!.reference}`;
  await page.click(await page.one('button', review));
  const dialog = await page.one('dialog', 'Review registration');
  await page.shows('630112345678');
  await page.click(await page.one('checkbox', 'Payment seen in the bank account', dialog));
  await page.click(await page.one('button', 'Approve', dialog));
  await page.gone('button', review);
  await page.click(await page.one('button', 'Logout'));
}

async function logIn(page: DrivenPage, site: Site): Promise<void> {
  const { text } = await waitForMail(site, { to: email, kind: 'credentials' });
  const value = /^Temporary password: (.+?)\r?$/m.exec(text)?.[1] ?? '';
  await page.goto(site.url);
  await page.click(await page.one('link', 'Login'));
  // A dialog of plain HTML is replaced once the page's script has come.
  const dialog = () => page.one('dialog', 'Member Login');
  await page.fill(async () => page.one('textbox', 'Email', await dialog()), email);
  await page.fill(async () => page.field('Password', await dialog()), value);
  await page.click(async () => page.one('button', 'Login', await dialog()));
  await page.at(/\/ChangePassword$/i);
  for (const [label, password] of [
    ['New Password', ownPassword],
    ['Confirm Password', ownPassword],
  ] as const) {
    await page.fill(await page.field(label), password);
  }
  await page.click(await page.one('button', 'Update'));
  await page.at(/\/Member-home$/);
  // Loaded, before the next address is opened.
  await page.field('Find a colleague');
}

async function search(page: DrivenPage, site: Site): Promise<void> {
  await page.goto(site.url + paths.directory);
  await page.one('article', 'Asha Rao');
  await page.one('article', 'Arjun Nair');
  await page.pick(await page.one('combobox', 'State'), 'Maharashtra');
  await page.gone('article', 'Arjun Nair');
  await page.one('article', 'Kavita Deshmukh');
  await page.click(await page.one('button', 'Reset'));
  await page.one('article', 'Arjun Nair');
  await page.fill(await page.field('Search by name'), 'arj');
  await page.gone('article', 'Asha Rao');
  await page.one('article', 'Arjun Nair');
}

async function vote(page: DrivenPage, site: Site): Promise<void> {
  await seedVotes({ database: site.database, config: { dataDir: site.dataDir } }, new Date(), email);
  const before = await site.database.$count(ballots);
  await page.goto(site.url + paths.votes);
  await page.click(await page.one('link', 'Resolution on the welfare fund'));
  await page.click(await page.one('radio', 'For'));
  await page.click(await page.one('button', 'Next'));
  await page.fill(await page.field('Your password'), ownPassword);
  await page.click(await page.one('button', 'Put my ballot into the box'));
  await page.one('heading', 'Your vote is in');
  expect(await site.database.$count(ballots)).toBe(before + 1);
}

/** Provokes errors that must be reported. */
const complain = `() => {
  setTimeout(() => { throw new Error('thrown on purpose'); });
  Promise.reject(new Error('rejected on purpose'));
  fetch('https://elsewhere.example/').catch(() => {});
}`;

async function join(site: Site, name: string, start: () => Promise<DrivenBrowser>): Promise<void> {
  test.setTimeout(scaled(300_000));
  await site.reset();
  await setPayment(site.database, payment);
  await memberFactory(site, { name: 'Kavita Deshmukh', state: 'Maharashtra', district: 'Pune' });
  await memberFactory(site, { name: 'Arjun Nair', state: 'Kerala', district: 'Ernakulam' });
  await notify(site.database, 'members');
  const { page, stop } = await start();
  try {
    await register(page, site);
    await pay(page);
    await approve(page, site);
    await logIn(page, site);
    await search(page, site);
    await vote(page, site);
    await page.click(await page.one('button', 'Profile'));
    await page.click(await page.one('button', 'Logout'));
    await page.one('link', 'Login');
    expect(await page.complaints(), 'what the pages complained of').toEqual([]);
    // Checks that errors would have been recorded.
    await page.evaluate(complain);
    const heard = async () => (await page.complaints()).join('\n');
    await expect.poll(heard).toMatch(/thrown on purpose/);
    await expect.poll(heard).toMatch(/rejected on purpose/);
    await expect.poll(heard).toMatch(/Forbidden by the policy: connect-src/);
  } catch (error) {
    // A failed browser may not be able to take a screenshot.
    const picture = await page.screenshot().catch(() => undefined);
    if (picture) await writeFile(test.info().outputPath(`${name}.png`), picture);
    throw error;
  } finally {
    await stop();
  }
}

test.describe('a prosecutor registers, pays, is approved, logs in, searches the directory and votes', () => {
  test('in Firefox', async ({ site }) => {
    test.skip(!firefoxPath, 'There is no Firefox (firefox-esr in PATH, or FIREFOX_PATH), or it is older than 140');
    await join(site, 'Firefox', startFirefox);
  });

  test('in WebKit', async ({ site }) => {
    test.skip(!webkit, 'There is no WebKit: WebKitWebDriver and Xvfb in PATH, and the MiniBrowser of WebKitGTK');
    await join(site, 'WebKit', startWebKit);
  });
});
