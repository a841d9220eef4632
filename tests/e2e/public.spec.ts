import { expect, type Page } from '@playwright/test';
import { contactMessages } from '#server/features/contact/tables.ts';
import { pathIn } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { conferenceFactory } from '#tests/factories/content.ts';
import { memberToken } from '#tests/logins.ts';
import { formatDate } from '#web/lib/languages/format.ts';
import { expectAccessible, expectValidMarkup } from './accessible.ts';
import {
  type Content,
  fillSite,
  homeText,
  policies,
  publicPages,
  rememberSettings,
  supportEmail,
} from './public-content.ts';
import { test } from './site.ts';

let content: Content;
let restore: () => Promise<void>;
// Once for the whole file, as its pictures take seconds. Tests that add or remove content come last.
test.beforeAll(async ({ site }) => {
  restore = await rememberSettings(site);
  content = await fillSite(site);
});
test.beforeEach(async ({ site }) => {
  await site.database.delete(contactMessages);
});
test.afterAll(() => restore());

/** Records a page's errors, refused resources and hydration mismatches. */
function complaintsOf(page: Page): string[] {
  const rows: string[] = [];
  page.on('console', (message) => {
    // Chromium's warning about a picture that it had cached from the page before.
    if (/\/media\/\S+ was preloaded using link preload but not used/.test(message.text())) return;
    if (['error', 'warning'].includes(message.type())) rows.push(message.text());
  });
  page.on('pageerror', (error) => rows.push(String(error)));
  return rows;
}

test('the home page shows welcome, updates, three news, the first conference and the form', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All India Association of Public Prosecutors');
  const main = page.getByRole('main');
  const text = await main.innerText();
  // Line breaks stay, and a blank line separates paragraphs.
  expect(text.replace(/\n+/g, '\n')).toContain(homeText.replace(/\n+/g, '\n'));
  await expect(main.getByText('You are welcome among us.', { exact: true })).toBeVisible();

  const updates = page.getByRole('complementary', { name: 'Important Updates' });
  await expect(updates.getByRole('heading', { level: 3 })).toHaveText(['Newer update', 'Older update']);

  const news = page.getByRole('region', { name: 'Latest News' });
  const cards = news.getByRole('article');
  await expect(cards).toHaveCount(3);
  for (const [index, item] of content.news.slice(0, 3).entries()) {
    const link = cards.nth(index).getByRole('link', { name: item.title });
    await expect(link).toHaveAttribute('href', `/news?id=${item.id}`);
    await expect(link).toHaveText(item.title);
  }

  const conference = page.getByRole('region', { name: 'Conferences and webinars' }).getByRole('article');
  const first = content.conferences[0]!;
  await expect(conference).toHaveCount(1);
  await expect(conference.getByRole('heading', { name: first.title })).toBeVisible();
  await expect(conference.getByText('Online', { exact: true })).toBeVisible();
  await expect(conference.getByText(formatDate(first.startsAt.toISOString()), { exact: true })).toBeVisible();
  await expect(conference.getByText(`${'x'.repeat(280)}…`, { exact: true })).toBeVisible();
  await expect(conference.locator('img')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Full Name' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('© 2025');

  await main.getByRole('link', { name: 'Login' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await conference.getByRole('link', { name: 'View More' }).click();
  await expect(page).toHaveURL(`/ConferencesDetails/${first.id}`);
  await page.goBack();
  await main.getByRole('link', { name: 'Register' }).click();
  await expect(page).toHaveURL('/membership');
});

test('news: the newest first, a click makes another the main article, each has an address', async ({ page }) => {
  const [newest, second, , fourth, fifth] = content.news;
  await page.goto('/news');
  const article = page.getByRole('main').locator('article').first();
  const heading = article.getByRole('heading', { level: 2 });
  await expect(heading).toHaveText(newest!.title);
  await expect(article).toContainText('Pune');
  await expect(article.locator('time')).toHaveText(formatDate(newest!.createdAt.toISOString()));
  await expect(article.locator('img')).toHaveAttribute('src', /^\/media\//);
  expect(await article.innerText()).toContain('b\nSecond line.');

  const cards = page.getByRole('complementary', { name: 'Latest News' }).getByRole('article');
  await expect(cards).toHaveCount(4);
  await expect(cards.first().getByRole('link')).toHaveText('Long headl..');
  await expect(cards.first()).toContainText(`${'a'.repeat(150)}…`);
  await expect(cards.first()).not.toContainText('aab');
  await cards.nth(1).click();
  await expect(page).toHaveURL(`/news?id=${second!.id}`);
  await expect(heading).toHaveText(second!.title);
  await expect(cards.nth(1).getByRole('link')).toHaveAttribute('aria-current', 'true');

  // Also for an item that is too old for the sidebar.
  for (const address of [`/news?id=${fifth!.id}`, `/news/${fifth!.id}`]) {
    await page.goto(address, { waitUntil: 'networkidle' });
    await expect(heading).toHaveText(fifth!.title);
    await expect(cards.last().getByRole('link', { name: fourth!.title })).toBeVisible();
  }

  for (const unknown of ['11111111-1111-4111-8111-111111111111', 'nonsense']) {
    const answer = await page.goto(`/news?id=${unknown}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'This page is not there' })).toBeVisible();
    await expectAccessible(page);
  }
});

test('conferences: the count, the first five, and every detail', async ({ page, context, site }) => {
  const { conferences } = content;
  await page.goto('/conferences');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conferences (6)');
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards).toHaveCount(5);
  await expect(cards.getByRole('heading')).toHaveText(conferences.slice(0, 5).map(({ title }) => title));
  await expect(cards.nth(1)).toContainText('y'.repeat(280));
  await expect(cards.nth(1)).not.toContainText('…');

  const first = conferences[0]!;
  await cards.first().getByRole('link', { name: 'View More' }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(first.title);
  for (const [name, value] of [
    ['Meeting type', 'Online'],
    ['Date', formatDate(first.startsAt.toISOString())],
    ['Meeting ID', first.meetingId],
    ['Password', first.meetingPassword],
  ]) {
    const line = main.locator('dl > div').filter({ has: page.getByText(name!, { exact: true }) });
    await expect(line.locator('dd')).toHaveText(value!);
  }
  await expect(main.getByText('x'.repeat(281))).toBeVisible();
  await expect(main.locator('img')).toHaveAttribute('src', /^\/media\//);
  await expect(main.getByRole('link', { name: supportEmail })).toHaveAttribute('href', `mailto:${supportEmail}`);
  await expect(main.getByText('+91 98XXX XXX10', { exact: true })).toBeVisible();
  const calendar = await page.request.get(
    (await main.getByRole('link', { name: 'Add to calendar' }).getAttribute('href')) ?? '',
  );
  expect(await calendar.text()).toContain(`SUMMARY:${first.title.replace(',', '\\,')}`);

  await context.route(first.meetingLink, (route) => route.fulfill({ body: 'The meeting' }));
  const meeting = context.waitForEvent('page');
  await main.getByRole('link', { name: 'Join the call' }).click();
  await expect(await meeting).toHaveURL(first.meetingLink);
  expect(await (await meeting).evaluate('window.opener')).toBeNull();
  await (await meeting).close();
  await main.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL('/conferences');

  const closed = conferences[2]!;
  const address = `/ConferencesDetails/${closed.id}`;
  const source = await (await page.request.get(address)).text();
  for (const secret of [closed.meetingId, closed.meetingPassword, closed.meetingLink]) {
    expect(source).not.toContain(secret);
  }
  await page.goto(address);
  await expect(main.getByText('Members see the joining details')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Join the call' })).toHaveCount(0);
  await page.evaluate((token) => localStorage.setItem('token', token), await memberToken(site));
  await page.reload();
  await expect(main.getByRole('link', { name: 'Join the call' })).toHaveAttribute('href', closed.meetingLink);
  await expect(main.getByText(closed.meetingPassword, { exact: true })).toBeVisible();

  expect((await page.goto('/ConferencesDetails/11111111-1111-4111-8111-111111111111'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'This page is not there' })).toBeVisible();
});

test('resources: links that open in a new tab, and the information centre', async ({ page }) => {
  await page.goto('/resources', { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Information about INDIA Prosecutors');
  const links = page.getByRole('tabpanel').locator('a[target="_blank"]');
  await expect(links).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'documents of the association' })).toHaveAttribute('href', '/documents');
  for (const link of content.links) {
    const shown = page.locator(`a[href="${link.link}"]`);
    await expect(shown).toHaveAttribute('target', '_blank');
    await expect(shown).toHaveAttribute('rel', 'noopener noreferrer');
  }
  await page.getByRole('tab', { name: 'Resources' }).focus();
  await expect(page.locator('[data-island*=ResourceTabs][data-mounted]')).toBeAttached();
  await page.keyboard.press('ArrowRight');
  const centre = page.getByRole('tab', { name: 'Information centre' });
  await expect(centre).toHaveAttribute('aria-selected', 'true');
  const panel = page.getByRole('tabpanel', { name: 'Information centre' });
  for (const kind of ['Director', 'Public Prosecutor', 'Additional', 'Assistant', 'Special']) {
    await expect(panel).toContainText(kind);
  }
});

test('without JavaScript everything can be read and reached, and the form is sent', async ({
  browser,
  site,
  complaints,
}) => {
  // Chromium adds inline styles to a picture opened by itself, which the policy of files forbids.
  complaints.expected(/^Applying inline style violates .*'default-src 'none''/);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url });
  const page = await context.newPage();
  for (const address of publicPages(content)) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').locator('p, li, img').filter({ visible: true }).first(), address).toBeVisible();
  }
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'News' }).click();
  await page.getByRole('complementary').getByRole('link', { name: content.news[2]!.title }).click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(content.news[2]!.title);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Resources' }).click();
  await page.getByRole('tab', { name: 'Information centre' }).click();
  await expect(page.getByRole('navigation', { name: 'Contents' })).toBeVisible();
  await page.goto('/Gallery');
  await page.getByRole('link', { name: 'Gallery, 1 of 4' }).click();
  await expect(page).toHaveURL(/\/media\/.*\.webp$/);

  await page.goto('/contact-us');
  await page.getByLabel('Full Name').fill('Meera Nair');
  await page.getByLabel('Email').fill('meera@example.org');
  await page.getByLabel('Mobile Number').fill('9812300000');
  await page.getByLabel('Message', { exact: true }).fill('How can I join?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Thank you. Your message is with the office.')).toBeVisible();
  expect(await site.database.select().from(contactMessages)).toMatchObject([{ name: 'Meera Nair' }]);

  await context.close();
});

test('input and submits before hydration are kept, and sent', async ({ page, site }) => {
  const complaints = complaintsOf(page);
  let letScriptsCome = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await letScriptsCome.promise;
    await route.continue();
  });
  const alive = page.locator('form[novalidate]');
  await page.goto('/');
  await page.getByLabel('Full Name').fill(' ');
  await page.getByLabel('Email').fill('asha@example.org');
  await page.getByLabel('Mobile Number').fill('9812300000');
  await page.getByLabel('Message', { exact: true }).fill('A <b>question</b> & more.\nAnd another.');
  letScriptsCome.resolve();
  await expect(alive).toBeVisible();
  await expect(page.getByLabel('Full Name')).toHaveValue(' ');
  await expect(page.getByLabel('Email')).toHaveValue('asha@example.org');
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('A <b>question</b> & more.\nAnd another.');

  // A form posted without a script is refused, and corrected before the script has loaded.
  letScriptsCome = Promise.withResolvers<void>();
  await page.evaluate(`document.querySelector('form').submit()`);
  await expect(page.getByRole('alert')).toContainText('Your message was not sent.');
  await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription(messages.contact.name);
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('A <b>question</b> & more.\nAnd another.');
  await page.getByLabel('Message', { exact: true }).fill('A question.\nNo other.');
  await expect(alive).toHaveCount(0);
  letScriptsCome.resolve();
  await expect(alive).toBeVisible();
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('A question.\nNo other.');
  expect(complaints.filter((line) => !/status of 400/.test(line))).toEqual([]);

  await page.getByLabel('Full Name').fill('Asha Rao');
  await expect(page.getByText(messages.contact.name)).toHaveCount(0);
  await expect(page.getByText('Your message was not sent.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Thank you. Your message is with the office.')).toBeVisible();
  for (const label of ['Full Name', 'Email', 'Mobile Number']) await expect(page.getByLabel(label)).toHaveValue('');
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('');
  expect(await site.database.select().from(contactMessages)).toMatchObject([
    { name: 'Asha Rao', message: 'A question.\nNo other.' },
  ]);
});

test('the markup of every page is valid as it is sent, in both languages', async ({ request }) => {
  for (const path of publicPages(content))
    for (const at of [path, pathIn('hi', path)])
      await test.step(at, async () => expectValidMarkup(await (await request.get(at)).text()));
});

test('each address of the sitemap is a page', async ({ request }) => {
  const addresses = [...(await (await request.get('/sitemap.xml')).text()).matchAll(/<loc>([^<]*)<\/loc>/g)];
  expect(addresses.length).toBeGreaterThan(30);
  for (const [, address] of addresses) {
    const { pathname, search } = new URL(address!.replaceAll('&amp;', '&'));
    expect((await request.get(`${pathname}${search}`, { maxRedirects: 0 })).status(), address).toBe(200);
  }
});

test('policies lead from their contents to each section', async ({ page }) => {
  for (const address of policies) {
    await page.goto(address);
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link').last().click();
    await expect(page.getByRole('main').locator('section').last()).toBeInViewport();
  }
});

test('search engines, previews and feed readers find what they need in the source', async ({ request, site }) => {
  const [newest] = content.news;
  const [conference] = content.conferences;
  const expected: Record<string, { canonical: string; kind?: string }> = {
    '/': { canonical: '/', kind: 'Organization' },
    '/NEWS?utm_source=x': { canonical: '/news', kind: 'NewsArticle' },
    [`/news/${newest!.id}`]: { canonical: `/news?id=${newest!.id}`, kind: 'NewsArticle' },
    [`/conferencesdetails/${conference!.id}`]: { canonical: `/ConferencesDetails/${conference!.id}`, kind: 'Event' },
    '/gallery': { canonical: '/Gallery' },
    '/refundpolicy': { canonical: '/RefundPolicy' },
  };
  for (const [address, { canonical, kind }] of Object.entries(expected)) {
    const answer = await request.get(address);
    // Without a CDN, shared caches must revalidate it.
    expect(answer.headers()['cache-control']).toBe('no-cache');
    const source = await answer.text();
    const content = (pattern: RegExp) => pattern.exec(source)?.[1] ?? '';
    expect(content(/<link rel="canonical" href="([^"]*)"/)).toBe(site.url + canonical);
    expect(content(/<meta property="og:url" content="([^"]*)"/)).toBe(site.url + canonical);
    expect(content(/<title>([^<]*)</)).not.toBe('');
    expect(content(/<meta name="description" content="([^"]*)"/).length).toBeGreaterThan(20);
    expect(content(/<meta property="og:title" content="([^"]*)"/)).toBe(content(/<title>([^<]*)</));
    const picture = await request.get(content(/<meta property="og:image" content="([^"]*)"/));
    expect(picture.headers()['content-type']).toBe('image/jpeg');
    expect(content(/<link rel="alternate" type="application\/atom\+xml"[^>]* href="([^"]*)"/)).toBe('/feed.xml');
    const data = content(/<script type="application\/ld\+json">(.*?)<\/script>/);
    if (!kind) continue;
    const organization = { '@type': 'Organization', name: expect.any(String), url: `${site.url}/` };
    expect(JSON.parse(data)).toMatchObject({
      '@context': 'https://schema.org',
      '@type': kind,
      ...(kind === 'NewsArticle' && {
        dateModified: expect.any(String),
        author: organization,
        publisher: organization,
      }),
      ...(kind === 'Event' && { endDate: expect.any(String), organizer: organization }),
    });
  }
  const sitemap = await (await request.get('/sitemap.xml')).text();
  for (const path of ['/', '/Gallery', `/news?id=${newest!.id}`, `/ConferencesDetails/${conference!.id}`]) {
    expect(sitemap).toContain(`<loc>${site.url}${path}</loc>`);
  }
  expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${site.url}/sitemap.xml`);
  expect(await (await request.get('/feed.xml')).text()).toContain(`urn:uuid:${newest!.id}`);
  const hidden = await request.get('/ConferencesDetails/11111111-1111-4111-8111-111111111111');
  expect(await hidden.text()).toContain('<meta name="robots" content="noindex">');
});

test('conferences: a past one says so and cannot be joined; older ones have an archive', async ({ page, site }) => {
  const meetingLink = 'https://meet.example.org/held';
  await conferenceFactory(site, { title: 'Held long ago', startsAt: new Date(0), meetingLink });
  for (let index = 0; index <= limits.archivePage; index += 1) {
    await conferenceFactory(site, { title: `Older ${index}`, startsAt: new Date(-1 - index) });
  }
  await content.office.publish();
  await page.goto('/conferences');
  const main = page.getByRole('main');
  await expect(main.getByRole('article')).toHaveCount(limits.conferenceList);
  await main.getByRole('link', { name: /Held long ago/ }).click();
  await expect(main.getByText('This conference is over.')).toBeVisible();
  await expect(main.getByRole('link', { name: /Join the call|Add to calendar/ })).toHaveCount(0);

  await page.goto('/conferences/archive');
  await main.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL('/conferences/archive?page=2');
  await main.getByRole('link', { name: `Older ${limits.archivePage}` }).click();
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(`Older ${limits.archivePage}`);
});
