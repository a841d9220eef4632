import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { notify } from '#server/platform/database/client.ts';
import { inLanguage } from '#server/platform/languages/catalogue.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { person } from '#shared/person.ts';
import { Sentence, type SentenceValue } from '#shared/sentence.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { type ReceivedMail, waitForMail } from '#tests/mail.ts';
import { readPdf } from '#tests/pdf.ts';
import { scaled } from '#tests/speed.ts';
import { cards, logIn } from './member.ts';
import { openVote } from './open-vote.ts';
import {
  applicantFiles,
  approve,
  lineOf,
  noPayment,
  payment,
  RegistrationPage,
  screenshotFile,
  setPayment,
} from './registration.ts';
import { type Site, test } from './site.ts';

const email = 'asha.rao@example.org';
const ownPassword = 'Quiet-mango-tribunal-58';

/** An English text in Hindi. */
const said = (text: string, values: Record<string, SentenceValue> = {}) => inLanguage(new Sentence(text, values), 'hi');

test.afterAll(({ site }) => setPayment(site.database, noPayment));

/** Labels of lines that programs read; they are English in every language. */
const bound = /^(E-mail|Temporary password|OTP|Correction|Your application|Participation|Confirm): /;

/** Expects a mail in Hindi, whose addresses lead to Hindi pages. */
function expectHindi({ subject, text, html }: ReceivedMail, site: Site) {
  expect(subject).toMatch(/\p{Script=Devanagari}{3}/u);
  expect(html).toContain('lang="hi-IN"');
  const lines = text.split('\n').filter((line) => /^[A-Z][\w -]+: /.test(line) && !bound.test(line));
  expect(lines).toEqual([]);
  const addresses = [...text.matchAll(/https?:\/\/\S+/g)].map(([address]) => address);
  expect(addresses.length).toBeGreaterThan(0);
  for (const address of addresses) expect(address.startsWith(`${site.url}/hi`), address).toBe(true);
}

async function register(page: Page, site: Site): Promise<string> {
  await page.goto('/hi');
  await page
    .getByRole('banner')
    .getByRole('link', { name: said('Register') })
    .click();
  await expect(page).toHaveURL(/\/hi\/membership$/);
  const form = new RegistrationPage(page, 'hi');
  await form.accept();
  await form.form.getByRole('button', { name: said('Continue') }).click();
  for (const { message } of [person.membership, person.name, person.state, person.specialisations])
    await expect(form.message(message).last()).toBeVisible();
  await form.text('Mobile Number').fill('98765');
  await form.text('Email').click();
  await expect(form.message(messages.registration.mobileFormat).last()).toBeVisible();
  await form.fill(await applicantFiles(), email);
  await form.continue();
  await page.waitForURL(/\/hi\/membership\?isRegistered=true/);
  const received = await waitForMail(site, { to: email, kind: 'registration-received' });
  expectHindi(received, site);
  const reference = /AIP-\d{4}-\d{6}/.exec(received.text)?.[0] ?? '';
  await page.goto(/https?:\/\/\S+isRegistered=true\S*/.exec(received.text)?.[0] ?? '');
  await page.getByLabel(said('Payment Screenshot')).setInputFiles(await screenshotFile());
  await page.getByLabel(said('Transaction Reference (UTR)')).fill('630112345678');
  await page
    .getByRole('main')
    .getByRole('button', { name: said('Register') })
    .click();
  await page.waitForURL('**/hi/paymentStatus?status=success');
  await expect(page.getByText(said(messages.payment.success))).toBeVisible();
  // The step before is over, and what stands in its place is in Hindi too.
  await page.goBack();
  await expect(page).toHaveURL(/\/hi\/membership\?isRegistered=false$/);
  return reference;
}

async function enterFirst(page: Page, site: Site) {
  const credentials = await waitForMail(site, { to: email, kind: 'credentials' });
  expectHindi(credentials, site);
  expect(lineOf(credentials.text, 'E-mail')).toBe(email);
  await page.goto('/hi');
  await page
    .getByRole('banner')
    .getByRole('link', { name: said('Login') })
    .click();
  await logIn(page, email, lineOf(credentials.text, 'Temporary password'), 'hi');
  await page.waitForURL(/\/hi\/ChangePassword$/i);
  await page.getByRole('textbox', { name: said('New Password'), exact: true }).fill(ownPassword);
  await page.getByRole('textbox', { name: said('Confirm Password'), exact: true }).fill(ownPassword);
  await page.getByRole('button', { name: said('Update') }).click();
  await page.waitForURL(/\/hi\/Member-home$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(said('Welcome, {name}', { name: 'Asha Rao' }));
}

async function vote(page: Page, site: Site) {
  const { id, title } = await openVote(site);
  await page.goto(`/hi${paths.votes}`);
  const main = page.getByRole('main');
  await expect(main.getByText(said('You have not voted yet')).first()).toBeVisible();
  await main.getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(new RegExp(`/hi${paths.vote(id)}$`));
  const question = (value: number) => ({ name: said('Question {value} of {length}', { value, length: 3 }) });
  await expect(main.getByRole('heading', question(1))).toBeVisible();
  await main.getByRole('radio', { name: /Chitra Nair C\./ }).press('Space');
  await main.getByRole('button', { name: said('Next') }).click();
  for (const number of [2, 3]) {
    await expect(main.getByRole('heading', question(number))).toBeFocused();
    await main.getByRole('button', { name: said('Leave this question blank') }).click();
  }
  await main.getByLabel(said('Your password')).fill(ownPassword);
  await main.getByRole('button', { name: said('Put my ballot into the box') }).click();
  await expect(main.getByRole('heading', { name: said('Your vote is in') })).toBeFocused();
}

test('a prosecutor joins, votes and takes the receipt in Hindi, and the office works in English', async ({
  page,
  site,
  browser,
}) => {
  test.setTimeout(scaled(240_000));
  await site.reset();
  await setPayment(site.database, payment);
  await memberFactory(site, { name: 'Kavita Deshmukh', state: 'Maharashtra', district: 'Pune' });
  await memberFactory(site, { name: 'Arjun Nair', state: 'Kerala', district: 'Ernakulam' });
  await notify(site.database, 'members');

  const reference = await register(page, site);
  await approve(browser, site, reference);
  await enterFirst(page, site);

  await page
    .getByRole('navigation', { name: said('Main') })
    .getByRole('link', { name: said('Directory') })
    .click();
  await expect(cards(page)).toHaveCount(3);
  await page.getByRole('combobox', { name: said('State'), exact: true }).click();
  await page.getByRole('option', { name: said('Kerala'), exact: true }).click();
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText('Arjun Nair');
  await expect(cards(page)).toContainText(said('Kerala'));

  await vote(page, site);

  await page.goto(`/hi${paths.membershipStatus}`);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: said('Receipt {number}', { number: '' }).trim() }).click();
  const [sheet] = await readPdf(await readFile(await (await coming).path()));
  expect(sheet!.text).toContain('RECEIPT');
  expect(sheet!.text).toContain('Asha Rao');
  expect(sheet!.text).toMatch(/\p{Script=Devanagari}{2}/u);
});
