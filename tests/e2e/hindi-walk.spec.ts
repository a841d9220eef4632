import { expect, type Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { votes } from '#server/features/votes/tables.ts';
import { notify } from '#server/platform/database/client.ts';
import { inLanguage } from '#server/platform/languages/catalogue.ts';
import { paths } from '#shared/paths.ts';
import { person } from '#shared/person.ts';
import { openConferenceFactory, participantFactory } from '#tests/factories/participations.ts';
import { memberToken, newMember } from '#tests/logins.ts';
import { scaled } from '#tests/speed.ts';
import { seedVotes } from '../../scripts/seed/votes.ts';
import { colleagues, enter } from './member.ts';
import { expectSoundAtEachWidth, widths } from './office.ts';
import { fillSite, publicPages, rememberSettings } from './public-content.ts';
import { applicantFiles, noPayment, payment, RegistrationPage, registerByCall, setPayment } from './registration.ts';
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
}

/** Reads the page as it is shown and read out. */
const look = (page: Page) =>
  page.evaluate<PageReading>(`(() => {
    const found = { texts: [document.title], low: [], wrong: [] };
    const count = (text, script) => (text.match(script) ?? []).length;
    const latin = /\\p{Script=Latin}/gu, devanagari = /\\p{Script=Devanagari}/gu;
    const shown = (element) => element.checkVisibility({ visibilityProperty: true });
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement, text = node.data.trim();
      if (text === '' || element.closest('script, style, noscript, template') || !shown(element)) continue;
      if (element.closest('[lang]').lang.startsWith('hi')) found.texts.push(text);
      const style = getComputedStyle(element);
      if (count(text, devanagari) < 3 || element.closest('.sr-only')) continue;
      const size = parseFloat(style.fontSize);
      if (parseFloat(style.lineHeight) < 1.25 * size) found.low.push(text + ' line ' + style.lineHeight + '/' + style.fontSize);
      if (style.letterSpacing !== 'normal' && parseFloat(style.letterSpacing) !== 0) found.low.push(text + ' spaced');
      for (let box = element; box && box !== document.body; box = box.parentElement) {
        const { overflowY, height } = getComputedStyle(box);
        if (box.clientWidth > 1 && box.clientHeight > 1 && /hidden|clip/.test(overflowY) && box.scrollHeight > box.clientHeight + 1 && parseFloat(height) < 3 * size)
          found.low.push(text + ' cut by ' + box.className);
      }
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [alt], [title]')) {
      if (!shown(element) || element.closest('[aria-hidden=true]') || !element.closest('[lang]').lang.startsWith('hi')) continue;
      for (const name of ['aria-label', 'placeholder', 'alt', 'title']) found.texts.push(element.getAttribute(name) ?? '');
    }
    for (const element of document.body.querySelectorAll('[lang]')) {
      const text = element.innerText ?? '', isHindi = element.lang.startsWith('hi');
      const [own, other] = [count(text, isHindi ? devanagari : latin), count(text, isHindi ? latin : devanagari)];
      if (own < other) found.wrong.push(element.lang + ': ' + text);
    }
    return found;
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
  /** Opens dialogs, or makes mistakes, before the page is read. */
  act?: (page: Page) => Promise<unknown>;
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

async function walk(page: Page, site: Site, stops: Stop[]) {
  const left: string[] = [];
  const people = await typedByPeople(site);
  for (const [index, { at, shows, act }] of stops.entries()) {
    await test.step(at, async () => {
      await page.setViewportSize(widths[0]!);
      await page.goto(`/hi${at === '/' ? '' : at}`);
      if (shows) await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible();
      else await page.waitForLoadState('networkidle');
      if (act) {
        await act(page);
        await page.waitForLoadState('networkidle');
      }
      if (process.env.SHOTS)
        await page.screenshot({
          path: `${process.env.SHOTS}/${test.info().title.slice(5, 8)}-${index}.png`,
          fullPage: true,
        });
      expect.soft(await page.locator('html').getAttribute('lang')).toBe('hi-IN');
      for (const size of widths) {
        await page.setViewportSize(size);
        const { texts, low, wrong } = await look(page);
        for (const text of texts) {
          const rest = [...typed, ...people]
            .reduce((before, each) => before.replaceAll(each, ''), text)
            .replace(allowed, '')
            .replace(ofPeople, '');
          if (/[A-Za-z]{2,}/.test(rest)) left.push(`${at} ${size.width}: ${text}`);
        }
        left.push(...low.map((text) => `${at} ${size.width}: low: ${text}`));
        left.push(...wrong.map((text) => `${at} ${size.width}: language: ${text}`));
      }
      await expectSoundAtEachWidth(page);
    });
  }
  expect([...new Set(left)].join('\n')).toBe('');
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

test('what visitors see', async ({ page, site }) => {
  test.setTimeout(scaled(400_000));
  const content = await fillSite(site);
  await inHindi(site);
  await setPayment(site.database, payment);
  const { path: paymentStep } = await registerByCall(site);
  await newMember(site);
  await seedVotes({ database: site.database, config: { dataDir: site.dataDir } }, new Date());
  const rows = await site.database.select().from(votes);
  const declared = rows.find(({ state }) => state === 'declared')!.id;
  await walk(page, site, [
    ...publicPages(content).map((at) => ({ at })),
    { at: paymentStep },
    { at: '/membership?isRegistered=true&id=unknown' },
    { at: paths.paymentPending() },
    { at: paths.voteResult(declared) },
    { at: paths.application },
    { at: `${paths.application}#application_0` },
    { at: `${paths.notMe}#not-me_0` },
    { at: `${paths.email}#email_0` },
    { at: '/?login', shows: said('Member Login'), act: press('Login') },
    {
      at: '/?login',
      act: async (here) => {
        await here.getByRole('dialog').getByText(said('Forgot password?')).click();
        await press('Send OTP')(here);
      },
    },
    { at: paths.contact, act: press('Send message') },
    {
      at: paths.membership,
      act: async (here) => {
        const form = new RegistrationPage(here, 'hi');
        await form.accept();
        await form.form.getByRole('button', { name: said('Continue') }).click();
        await expect(form.message(person.State.message).last()).toBeVisible();
      },
    },
    {
      at: paths.membership,
      act: async (here) => {
        const form = new RegistrationPage(here, 'hi');
        await form.fill(await applicantFiles());
        await form.form.getByRole('button', { name: said('Continue') }).click();
        await expect(form.form.getByRole('heading', { name: said('Check your answers') })).toBeVisible();
      },
    },
    { at: '/news?id=00000000-0000-4000-8000-000000000000' },
    { at: '/verify/unknown' },
    { at: '/unsubscribe/unknown' },
  ]);
});

test('what members see', async ({ page, site }) => {
  test.setTimeout(scaled(400_000));
  const me = await newMember(site);
  await colleagues(site, 3);
  const { id: conferenceId } = await openConferenceFactory(site);
  await participantFactory(site, { conferenceId, memberId: me.id });
  await inHindi(site);
  await enter(page, await memberToken(site, me.id), `/hi${paths.directory}`);
  await seedVotes({ database: site.database, config: { dataDir: site.dataDir } }, new Date(), me.email);
  const rows = await site.database.select().from(votes);
  const { id: _id, ...open } = rows.find(({ state }) => state === 'open')!;
  rows.push(
    ...(await site.database
      .insert(votes)
      .values({ ...open, state: 'cancelled', cancelReason: '' })
      .returning()),
  );
  const of = (state: string) => rows.find((row) => row.state === state)!.id;
  await walk(page, site, [
    { at: paths.directory, shows: '4 सदस्य' },
    { at: paths.memberHome, shows: said('Member card') },
    { at: paths.profile, shows: 'सहेजें' },
    {
      at: paths.profile,
      shows: 'सहेजें',
      act: async (here) => {
        await here.getByRole('textbox', { name: said('Full Name'), exact: true }).fill('');
        await here.getByRole('textbox', { name: said('Mobile Number'), exact: true }).fill('12');
        await press('Update')(here);
        await expect(here.getByText(said(person.ProsecutorName.message)).last()).toBeVisible();
      },
    },
    { at: paths.profile, shows: 'सहेजें', act: press('Ask for erasure') },
    { at: paths.profile, shows: 'सहेजें', act: press('Change e-mail address', 'Send me the link') },
    { at: paths.profile, shows: 'सहेजें', act: press('Turn on') },
    { at: paths.changePassword, shows: '(यह डिवाइस)', act: press('Update') },
    { at: paths.changePassword, shows: '(यह डिवाइस)' },
    { at: paths.membershipStatus },
    { at: paths.memberCard, shows: 'Kavita Deshmukh' },
    { at: paths.myConferences },
    { at: paths.circulars },
    { at: paths.library },
    { at: paths.votes },
    { at: paths.vote(of('roll')) },
    { at: paths.vote(of('open')) },
    { at: paths.vote(of('declared')) },
    { at: paths.vote(of('cancelled')) },
    { at: paths.secretBallot },
  ]);
});
