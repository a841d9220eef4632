import { expect, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { contactMessages } from '#server/features/contact/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { settings } from '#server/features/settings/tables.ts';
import { notify } from '#server/platform/database/client.ts';
import { paths } from '#shared/paths.ts';
import { hashOfPassword, memberToken, newMember, password } from '#tests/logins.ts';
import { expectAccessible } from './accessible.ts';
import { enter, logIn } from './member.ts';
import { test } from './site.ts';

/** Words that stay in Latin letters: the other language's name, what the office has written, and addresses. */
const allowed =
  /English|All India Association of Public Prosecutors|All India Prosecutors|[\w.]+@[\w.]+|\bRs\b|\bUTR\b|\bIFSC\b/g;

/** The words in Latin letters that a part of the page says, also to screen readers. */
const latinWords = (page: Page, part: string) =>
  page.locator(part).evaluateAll((elements) =>
    elements.flatMap((element) => {
      const texts = [element.textContent ?? ''];
      for (const each of element.querySelectorAll('[aria-label], [placeholder], [alt], [title]'))
        for (const name of ['aria-label', 'placeholder', 'alt', 'title']) texts.push(each.getAttribute(name) ?? '');
      return texts;
    }),
  );

test('what the program says on pages of visitors is in Hindi, and fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['', '/about', '/news', '/Gallery', '/contact-us', '/office-bearers']) {
    await page.goto(`/hi${path}`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN');
    const isWhole = ['', '/about', '/contact-us'].includes(path);
    const parts = ['header', 'footer', isWhole ? 'main' : 'main h1'];
    const texts = (await Promise.all(parts.map((part) => latinWords(page, part)))).flat().join('\n');
    expect(texts, path).toMatch(/\p{Script=Devanagari}{3}/u);
    expect(texts.replaceAll(allowed, '').match(/[A-Za-z]{2,}/g) ?? [], path).toEqual([]);
    expect(await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth), path).toBeLessThanOrEqual(360);
  }
  await page.goto('/hi/contact-us');
  await expectAccessible(page);
  // Its picture has no words, and is square.
  await expect(page.locator('meta[name="twitter:card"]')).toHaveAttribute('content', 'summary');
  await page.goto('/hi');
  const name = page.getByRole('heading', { level: 1 });
  await expect(name).toHaveText('अखिल भारतीय लोक अभियोजक संघ');
  await expect(name).not.toHaveAttribute('lang');
  await expect(page).toHaveTitle('अखिल भारतीय लोक अभियोजक संघ');
  await expect(page.getByRole('heading', { name: 'सदस्यता खुली है' })).toBeVisible();
});

test('a name that the office has written in English alone is marked, and titles begin in Hindi', async ({
  page,
  site,
}) => {
  const [before] = await site.database.select().from(settings);
  const rename = async (association: NonNullable<typeof before>['association']) => {
    await site.database.update(settings).set({ association });
    await notify(site.database, 'content');
  };
  await rename({ ...before!.association, name: 'Prosecutors of India', shortName: 'Prosecutors' });
  await expect.poll(async () => (await page.goto('/hi')) && page.title()).toBe('मुख्य पृष्ठ · Prosecutors');
  await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'en');
  await rename(before!.association);
});

test('a form is refused and sent in Hindi, and says so to the office', async ({ page, site }) => {
  await page.goto('/hi/contact-us');
  await page.getByLabel('पूरा नाम').fill('आशा वर्मा');
  await page.getByRole('button', { name: 'संदेश भेजें' }).click();
  await expect(page.getByText('कृपया अपना ई-मेल लिखें')).toBeVisible();
  await page.getByLabel('ई-मेल', { exact: true }).fill('asha@example.org');
  await page.getByLabel('मोबाइल नंबर').fill('9812300000');
  await page.getByLabel('संदेश', { exact: true }).fill('नमस्ते');
  await page.getByRole('button', { name: 'संदेश भेजें' }).click();
  await expect(page.getByText('धन्यवाद। आपका संदेश कार्यालय को मिल गया है।').first()).toBeVisible();
  const rows = await site.database.select().from(contactMessages);
  expect(rows.filter(({ name }) => name === 'आशा वर्मा').map(({ language }) => language)).toEqual(['hi']);
});

test('the other language is the same page with the same query and fragment, also without a script', async ({
  page,
  browser,
  site,
}) => {
  await page.goto('/documents?search=bail#content');
  await page.getByRole('banner').getByRole('link', { name: 'हिन्दी' }).first().click();
  await expect(page).toHaveURL(/\/hi\/documents\?search=bail#content$/);
  await page.getByRole('banner').getByRole('link', { name: 'English' }).first().click();
  await expect(page).toHaveURL(/[^i]\/documents\?search=bail#content$/);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url });
  const plain = await context.newPage();
  await plain.goto('/documents?search=bail');
  await plain.getByRole('banner').getByRole('link', { name: 'हिन्दी' }).first().click();
  await expect(plain).toHaveURL(/\/hi\/documents\?search=bail$/);
  await context.close();
});

test('a member who changes the language is asked once for mails in it, on documents and in the app', async ({
  page,
  site,
}) => {
  const { id } = await newMember(site);
  const languageOf = async () => {
    const [row] = await site.database.select().from(members).where(eq(members.id, id));
    return row?.language;
  };
  const to = (name: string) => page.getByRole('banner').getByRole('link', { name }).first().click();
  await enter(page, await memberToken(site, id), paths.about);
  await expect(page.getByText('Mails in English too?')).toHaveCount(0);
  await to('हिन्दी');
  await expect(page.getByText('ई-मेल भी हिंदी में?')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await languageOf()).toBe('en');
  await page.getByRole('button', { name: 'हाँ' }).click();
  await expect(page.getByText('ई-मेल भी हिंदी में?')).toHaveCount(0);
  await expect.poll(languageOf).toBe('hi');

  await page.goto(`/hi${paths.directory}`);
  await to('English');
  await page
    .getByRole('status')
    .filter({ hasText: 'Mails in English too?' })
    .getByRole('button', { name: 'Close' })
    .click();
  await to('हिन्दी');
  await to('English');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Mails in English too?')).toHaveCount(0);
  expect(await languageOf()).toBe('hi');
});

test('forms, archives and logins keep to Hindi, also without a script', async ({ page, browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url });
  const plain = await context.newPage();
  await plain.goto('/hi/membership');
  await plain.getByRole('button', { name: 'स्वीकार' }).click();
  await expect(plain).toHaveURL(/\/hi\/membership[?#]/);
  await plain.goto('/hi/documents');
  await plain.getByRole('searchbox').fill('ज़मानत');
  await plain.getByRole('searchbox').press('Enter');
  await expect(plain).toHaveURL(/\/hi\/documents\?search=/);
  for (const list of ['news', 'conferences']) {
    await plain.goto(`/hi/${list}/archive`);
    await expect(plain.getByRole('heading', { level: 1 })).toHaveText(/\p{Script=Devanagari}/u);
    const latest = plain.getByRole('main').getByRole('link').first();
    await expect(latest).toHaveAttribute('href', `/hi/${list}`);
  }
  await context.close();

  // Who wanted no page comes to the first one in the member's language.
  const { email } = await newMember(site, { language: 'hi', passwordHash: await hashOfPassword() });
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Login', exact: true }).first().click();
  await logIn(page, email, password);
  await expect(page).toHaveURL(/\/hi\/Member-home$/);
});
