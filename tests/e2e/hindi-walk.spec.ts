import { type Browser, expect, type Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { insertCard } from '#server/features/card/card.queries.ts';
import { insertCorrection } from '#server/features/corrections/corrections.queries.ts';
import { makeLink } from '#server/features/corrections/links.ts';
import { notify } from '#server/platform/database/client.ts';
import { newCode } from '#server/platform/database/columns.ts';
import { inLanguage } from '#server/platform/languages/catalogue.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { person } from '#shared/person.ts';
import { isWhole } from '#tests/length.ts';
import { scaled } from '#tests/speed.ts';
import { expectAccessible } from './accessible.ts';
import { fillForMember, fillForVisitors } from './filled-site.ts';
import { widths } from './office.ts';
import { publicPages, rememberSettings } from './public-content.ts';
import { applicantFiles, noPayment, RegistrationPage, setPayment } from './registration.ts';
import { type Site, test } from './site.ts';

/** What stays in Latin letters: signs, numbers of payments and records, kinds of files, addresses, and the other language's name. */
const allowed =
  /English|\b(Rs|UTR|IFSC|NEFT|RTGS|IMPS|RSA|RFC|SHA|MB|KB|JPEG|PNG|WebP|Alt|DD|MM|YYYY)\b|\b(AIP|M)-[\w-]+|\b[\da-f]{8,}\b|(https?:\/\/)?[\w.@-]+\.(org|com|in|net)\b\S*|\S+@\S+/g;

/** What people and the office typed in these tests: names, places, courts, devices. */
const typed = [
  'All India Association of Public Prosecutors',
  'All India Prosecutors',
  'Association of Prosecutors & Friends',
  ...['Asha Rao', 'asha.jpg', 'id-card.jpg', 'District and Sessions Court Pune', 'MH/1234/2005'],
  'association@',
  'examplebank',
  '+91 98XXX XXX10',
];
/** Names, places, courts and designations of the factories and of the sample votes. */
const ofPeople =
  /Kavita Deshmukh|Lakshmi Subramanian|Farida Sheikh|Balwinder Singh|Candidate \d+|District Court \w+|(Special|Additional|Assistant)? ?Public Prosecutor|District Attorney|Choryasi|Surat|Haveli|Pune|Khanna|Ludhiana|Melur|Madurai|pass\d+|Election of (office bearers 2026|the treasurer)|Resolution on the welfare fund/g;

// Each has a site of its own.
test.describe.configure({ mode: 'parallel' });

let restore: () => Promise<void>;
test.beforeAll(async ({ site }) => {
  restore = await rememberSettings(site);
});
test.beforeEach(({ site }) => site.reset());
test.afterAll(async ({ site }) => {
  await restore();
  await setPayment(site.database, noPayment);
});

interface PageReading {
  /** Texts in Hindi's part of the page with words in Latin letters. */
  texts: string[];
  /** Texts whose line is too low for Devanagari, or that are cut. */
  low: string[];
  /** Texts in a language that they are not in. */
  wrong: string[];
  /** By how many pixels the page is wider than the window. */
  overflow: number;
}

/** Reads the page as it is shown and read out. */
const look = (page: Page) =>
  page.evaluate<PageReading>(`(() => {
    const page = { texts: [document.title], low: [], wrong: [], overflow: document.documentElement.scrollWidth - innerWidth };
    const count = (text, script) => (text.match(script) ?? []).length;
    const latin = /\\p{Script=Latin}/gu, devanagari = /\\p{Script=Devanagari}/gu;
    const shown = (element) => element.checkVisibility({ visibilityProperty: true });
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement, text = node.data.trim();
      if (text === '' || element.closest('script, style, noscript, template') || !shown(element)) continue;
      if (element.closest('[lang]').lang.startsWith('hi')) page.texts.push(text);
      const style = getComputedStyle(element);
      if (count(text, devanagari) < 3 || element.closest('.sr-only')) continue;
      const size = parseFloat(style.fontSize);
      if (parseFloat(style.lineHeight) < 1.25 * size) page.low.push(text + ' line ' + style.lineHeight + '/' + style.fontSize);
      if (style.letterSpacing !== 'normal' && parseFloat(style.letterSpacing) !== 0) page.low.push(text + ' spaced');
      for (let box = element; box && box !== document.body; box = box.parentElement) {
        const { overflowY, height } = getComputedStyle(box);
        if (box.clientWidth > 1 && box.clientHeight > 1 && /hidden|clip/.test(overflowY) && box.scrollHeight > box.clientHeight + 1 && parseFloat(height) < 3 * size)
          page.low.push(text + ' cut by ' + box.className);
      }
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [alt], [title]')) {
      if (!shown(element) || element.closest('[aria-hidden=true]') || !element.closest('[lang]').lang.startsWith('hi')) continue;
      for (const name of ['aria-label', 'placeholder', 'alt', 'title']) page.texts.push(element.getAttribute(name) ?? '');
    }
    for (const element of document.body.querySelectorAll('[lang]')) {
      const text = element.innerText ?? '', isHindi = element.lang.startsWith('hi');
      const [own, other] = [count(text, isHindi ? devanagari : latin), count(text, isHindi ? latin : devanagari)];
      if (own < other) page.wrong.push(element.lang + ': ' + text);
    }
    return page;
  })()`);

/** What the people of these records typed: the longest first, as some are parts of others. */
async function typedByPeople({ database }: Site): Promise<string[]> {
  const { rows } = await database.execute<{ text: string }>(sql`
    select unnest(array[name, designation, court, district, sub_district]) as text from members
    union select text from vote_objections`);
  return rows
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .sort((one, other) => other.length - one.length);
}

interface Stop {
  at: string;
  shows?: string | RegExp;
  /** Opens dialogs, or makes mistakes, one after the other; the page is read after each, and before if `shows` is there. */
  acts?: ((page: Page) => Promise<unknown>)[];
}

/** An English text in Hindi. */
const said = (text: string) => inLanguage(text, 'hi');
/** Presses buttons one after the other, by their English texts. */
const press =
  (...names: string[]) =>
  async (page: Page) => {
    for (const name of names)
      await page
        .getByRole('button', { name: said(name), exact: true })
        .last()
        .click();
  };

/** Reads the page at both widths. @param people what people typed @returns what is wrong */
async function faultsOf(page: Page, at: string, people: string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const size of widths) {
    await page.setViewportSize(size);
    const { texts, low, wrong, overflow } = await look(page);
    for (const text of texts) {
      const rest = [...typed, ...people]
        .reduce((before, each) => before.replaceAll(each, ''), text)
        .replace(allowed, '')
        .replace(ofPeople, '');
      if (/[A-Za-z]{2,}/.test(rest)) faults.push(`${at} ${size.width}: ${text}`);
    }
    faults.push(...low.map((text) => `${at} ${size.width}: low: ${text}`));
    faults.push(...wrong.map((text) => `${at} ${size.width}: language: ${text}`));
    if (overflow > 0) faults.push(`${at} ${size.width}: ${overflow} px too wide`);
  }
  return faults;
}

async function walk(page: Page, site: Site, stops: Stop[]) {
  const faults: string[] = [];
  const people = await typedByPeople(site);
  for (const [index, { at, shows, acts = [] }] of stops.entries()) {
    await test.step(at, async () => {
      await page.setViewportSize(widths[0]);
      await page.goto(`/hi${at === '/' ? '' : at}`);
      if (shows) await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible();
      else await page.waitForLoadState('networkidle');
      expect.soft(await page.locator('html').getAttribute('lang')).toBe('hi-IN');
      const steps = shows || acts.length === 0 ? [null, ...acts] : acts;
      for (const [step, act] of steps.entries()) {
        await page.setViewportSize(widths[0]);
        if (act) {
          await act(page);
          await page.waitForLoadState('networkidle');
        }
        if (process.env.SHOTS) {
          const name = `${test.info().title.slice(5, 8)}-${index}-${step}.png`;
          await page.screenshot({ path: `${process.env.SHOTS}/${name}`, fullPage: true });
        }
        // At one width, and as the sweep over English pages, which has both, only with `--all`.
        if (isWhole) await expectAccessible(page);
        faults.push(...(await faultsOf(page, at, people)));
      }
    });
  }
  expect([...new Set(faults)].join('\n')).toBe('');
}

/** The content as an office that writes Hindi has it. */
async function inHindi({ database }: Site) {
  for (const [table, ...columns] of [
    ['news', 'title', 'location', 'description'],
    ['conferences', 'title', 'meeting_address', 'description'],
    ['important_updates', 'title', 'description'],
    ['tiers', 'title', 'heading'],
  ] as const) {
    for (const column of columns)
      await database.execute(sql.raw(`update ${table} set ${column} = 'विधि और न्याय पर प्रशिक्षण'`));
  }
  await database.execute(sql.raw(`update tiers set benefits = array['सभी सेवाएँ']`));
  await notify(database, 'content');
}

const otherDialog = async (page: Page) => {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

/** A link to correct what the applicant has sent. */
async function correctionPath({ database, url }: Site, memberId: string): Promise<string> {
  const expiresAt = new Date(Date.now() + 3_600_000);
  const wish = { memberId, fields: ['court', 'document'], note: 'कृपया न्यायालय का नाम जाँच लें।', by: 'x' };
  const { id } = await database.transaction((tx) => insertCorrection(tx, { ...wish, askedAt: new Date(), expiresAt }));
  const link = await makeLink(database, url, { kind: 'correction', memberId, correctionId: id });
  return link.slice(url.length);
}

/** What a page says without a script, and a form that is refused there. */
async function readWithoutScript(browser: Browser, site: Site, addresses: string[]) {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url });
  const page = await context.newPage();
  const expectHindi = async () => {
    const text = await page.locator('body').innerText();
    const rest = typed.reduce((before, each) => before.replaceAll(each, ''), text).replaceAll(allowed, '');
    expect.soft(rest.replaceAll(ofPeople, '').match(/[A-Za-z]{2,}/g) ?? [], page.url()).toEqual([]);
  };
  for (const at of addresses) {
    await page.goto(`/hi${at}`);
    await expectHindi();
  }
  await page.goto(`/hi${paths.contact}`);
  await page.getByLabel(said('Full Name')).fill(' ');
  await page.getByLabel(said('Email'), { exact: true }).fill('asha@example.org');
  await page.getByLabel(said('Mobile Number')).fill('12');
  await page.getByLabel(said('Message'), { exact: true }).fill(' ');
  await page.getByRole('button', { name: said('Send message') }).click();
  await expect(page.getByText(said(messages.contact.name)).first()).toBeVisible();
  await expectHindi();
  await context.close();
}

test('what visitors see', async ({ page, browser, site }) => {
  test.setTimeout(scaled(400_000));
  const { content, applicantId, paymentStep, declared } = await fillForVisitors(site);
  await inHindi(site);
  const correction = await correctionPath(site, applicantId);
  await walk(page, site, [
    ...publicPages(content).map((at) => ({ at })),
    { at: paymentStep },
    { at: '/membership?isRegistered=true&id=unknown' },
    { at: paths.paymentPending() },
    { at: paths.voteResult(declared) },
    { at: paths.application },
    { at: `${paths.application}#application_0` },
    { at: correction, shows: 'कृपया न्यायालय का नाम जाँच लें।' },
    { at: `${paths.notMe}#not-me_0` },
    { at: `${paths.email}#email_0` },
    {
      at: '/?login',
      shows: said('Member Login'),
      acts: [
        press('Login'),
        async (here) => {
          await here.getByRole('dialog').getByText(said('Forgot password?')).click();
          await press('Send OTP')(here);
        },
      ],
    },
    { at: paths.contact, acts: [press('Send message')] },
    {
      at: paths.membership,
      acts: [
        async (here) => {
          const form = new RegistrationPage(here, 'hi');
          await form.accept();
          await form.form.getByRole('button', { name: said('Continue') }).click();
          await expect(form.message(person.state.message).last()).toBeVisible();
          // What a field leaves out, and why.
          await form.text('Years of Experience').fill('x');
          await form.text('Mobile Number').fill('0 98');
          await expect(form.form.getByText('हटाया गया: 0 – बिना 0 या +91 के 10 अंक लिखें।')).toBeVisible();
        },
        async (here) => {
          const form = new RegistrationPage(here, 'hi');
          await form.fill(await applicantFiles());
          await form.form.getByRole('button', { name: said('Continue') }).click();
          await expect(form.form.getByRole('heading', { name: said('Check your answers') })).toBeVisible();
        },
      ],
    },
    { at: '/news?id=00000000-0000-4000-8000-000000000000' },
    { at: '/verify/unknown' },
    { at: '/unsubscribe/unknown' },
  ]);
  const conference = paths.conference(content.conferences[0]!.id);
  await test.step('without a script', () =>
    readWithoutScript(browser, site, [paths.membership, paths.news, conference, paths.documents]));
});

test('what members see', async ({ page, site }) => {
  test.setTimeout(scaled(400_000));
  const { me, votes } = await fillForMember(page, site, 3, `/hi${paths.directory}`, '');
  const code = newCode();
  await site.database.transaction((tx) => insertCard(tx, me.id, code));
  await inHindi(site);
  await walk(page, site, [
    { at: paths.directory, shows: '4 सदस्य' },
    { at: paths.memberHome, shows: said('Member card') },
    {
      at: paths.profile,
      shows: 'सहेजें',
      acts: [
        press('Ask for erasure'),
        async (here) => {
          await otherDialog(here);
          await press('Change e-mail address', 'Send me the link')(here);
        },
        async (here) => {
          await otherDialog(here);
          await press('Turn on')(here);
        },
        async (here) => {
          await otherDialog(here);
          await here.getByRole('textbox', { name: said('Full Name'), exact: true }).fill('');
          await here.getByRole('textbox', { name: said('Mobile Number'), exact: true }).fill('12');
          await press('Update')(here);
          await expect(here.getByText(said(person.name.message)).last()).toBeVisible();
        },
      ],
    },
    {
      at: paths.changePassword,
      shows: '(यह डिवाइस)',
      acts: [
        press('Update'),
        async (here) => {
          await here.getByLabel(said('New Password')).first().fill('short');
          await press('Update')(here);
          await expect(here.getByText('कृपया कम से कम 8 अक्षर लिखें').last()).toBeVisible();
        },
      ],
    },
    { at: paths.membershipStatus },
    { at: paths.memberCard, shows: 'Kavita Deshmukh' },
    { at: paths.verify(code), shows: 'Kavita Deshmukh' },
    { at: paths.myConferences },
    { at: paths.circulars },
    { at: paths.library },
    { at: paths.votes },
    ...['roll', 'open', 'declared', 'cancelled'].map((state) => ({ at: paths.vote(votes[state]!) })),
    { at: paths.secretBallot },
  ]);
});
