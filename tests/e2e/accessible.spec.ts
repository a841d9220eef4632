import { expect, type Page } from '@playwright/test';
import { officeBearers } from '#server/features/bearers/tables.ts';
import { log } from '#server/platform/log/tables.ts';
import { emailBounces, mail } from '#server/platform/mail/tables.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { memberPages } from '#tests/declared-pages.ts';
import {
  conferenceFactory,
  contactMessageFactory,
  galleryImageFactory,
  newsFactory,
  resourceLinkFactory,
} from '#tests/factories/content.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { openConferenceFactory, participantFactory } from '#tests/factories/participations.ts';
import { newAdministrator } from '#tests/logins.ts';
import { scaled } from '#tests/speed.ts';
import { fillForMember, fillForVisitors, someVotes } from './filled-site.ts';
import { enterOffice, expectAccessiblePage, expectSoundAtEachWidth } from './office.ts';
import { publicPages, rememberSettings } from './public-content.ts';
import { applicant, noPayment, setPayment } from './registration.ts';
import { type Site, test } from './site.ts';

/** A page, and what to open on it. */
interface Stop {
  at: string;
  /** The text that shows that the page has loaded completely. */
  shows?: string | RegExp;
  /** Buttons to press one after the other; what each opens is checked too. */
  press?: string[];
  /** A call of the page fails, which the browser logs. */
  fails?: true;
}

let restore: () => Promise<void>;
test.beforeAll(async ({ site }) => {
  restore = await rememberSettings(site);
});
test.beforeEach(({ site }) => site.reset());
test.afterAll(async ({ site }) => {
  await restore();
  await setPayment(site.database, noPayment);
});

/** Expects no horizontal overflow at this width. */
async function expectToFit(page: Page, width: number) {
  const before = page.viewportSize()!;
  await page.setViewportSize({ width, height: 1024 });
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  await page.setViewportSize(before);
}

/** Expects that everything is legible in the dark scheme, whose colours alone differ. */
async function expectAccessibleInDark(page: Page) {
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toMatch(
    /^rgb\(\d\d?, \d\d?, \d\d?\)$/,
  );
  await expectAccessiblePage(page);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** What is for programs: constants, paths and media types. */
const forPrograms = /\b[A-Z]+_[A-Z_]+\b|\b(?:application|image|text)\/[a-z]+|(?<![\w.:/])\/[A-Za-z]{2,}\b/g;

/** Expects words where people read. The review shows a payment's status as the specification writes it, after its word. */
async function expectWords(page: Page) {
  const text = await page.evaluate<string>('document.body.innerText');
  expect(text.replaceAll(/(Initiated|Paid)\s+\(?PAYMENT_[A-Z]+/g, '$1').match(forPrograms) ?? []).toEqual([]);
}

/** Stops, and the declared addresses at which none of them is. */
function withOthers(stops: Stop[], addresses: readonly string[], except: readonly string[] = []): Stop[] {
  const named = [...stops.map(({ at }) => at.replace(/[?#].*/, '')), ...except];
  return [...stops, ...addresses.filter((address) => !named.includes(address)).map((at) => ({ at }))];
}

/** Expects that every page fits and is accessible at each width, has one first-level heading, and logs no errors. */
async function sweep(page: Page, stops: Stop[]) {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // Chromium's warning about a picture that it had cached from the page before.
    if (/\/media\/\S+ was preloaded using link preload but not used/.test(message.text())) return;
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  for (const { at, shows, press = [], fails } of stops) {
    await test.step(at, async () => {
      await page.goto(at);
      if (shows) await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible();
      else await page.waitForLoadState('networkidle');
      await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveCount(1);
      await expectSoundAtEachWidth(page);
      await expectWords(page);
      await expectToFit(page, 768);
      await expectAccessibleInDark(page);
      for (const name of press) {
        await page.getByRole('button', { name, exact: true }).last().click();
        await expectSoundAtEachWidth(page);
        await expectWords(page);
      }
      if (fails) complaints.length = 0;
      expect(complaints).toEqual([]);
    });
  }
}

test('what visitors see', async ({ page, site }) => {
  test.setTimeout(scaled(400_000));
  const { content, paymentStep, declared } = await fillForVisitors(site);
  await sweep(page, [
    ...publicPages(content).map((at) => ({ at })),
    { at: paymentStep },
    { at: '/membership?isRegistered=true&id=unknown', fails: true },
    { at: paths.paymentPending(), shows: messages.payment.pending },
    { at: paths.admin.login },
    { at: paths.voteResult(declared), shows: 'Your device loads the whole box' },
  ]);
});

test('what members see', async ({ page, site }) => {
  test.setTimeout(scaled(400_000));
  const { votes } = await fillForMember(page, site, 11, paths.directory);
  const { roll, open, declared, cancelled } = votes;
  const stops: Stop[] = [
    { at: paths.directory, shows: '12 members' },
    { at: paths.profile, shows: 'Update' },
    { at: paths.changePassword, shows: '(this device)' },
    { at: paths.membershipStatus },
    { at: paths.memberHome, shows: 'Member card' },
    { at: paths.memberCard, shows: 'Kavita Deshmukh' },
    { at: paths.myConferences },
    { at: paths.circulars },
    { at: paths.library },
    { at: paths.votes },
    { at: paths.vote(roll!), shows: 'What is voted on' },
    { at: paths.vote(open!), shows: 'Question 1 of', press: ['Next'] },
    { at: paths.vote(declared!), shows: 'Your device loads the whole box' },
    { at: paths.vote(cancelled!), shows: 'A candidate was left out.' },
    { at: paths.secretBallot },
  ];
  const lists = memberPages.map(({ path }) => path).filter((path) => !path.includes(':'));
  await sweep(page, withOthers(stops, lists));
});

async function busyOffice(site: Site) {
  const description = 'Typed-without-a-blank-'.repeat(5);
  for (let index = 0; index < 3; index += 1) {
    await newsFactory(site, { description });
    await conferenceFactory(site, { description });
    await resourceLinkFactory(site);
    await galleryImageFactory(site, { hash: '0'.repeat(32), widths: [400], width: 400, height: 300 });
  }
  for (const tier of ['Patron member', 'lifetime member', 'Individual member'] as const)
    await memberFactory(site, { membership: tier, state: tier === 'Patron member' ? 'Goa' : 'Kerala' });
  const member = await memberFactory(site, { name: 'Anil Rao', state: 'Kerala', paymentStatus: 'PAYMENT_SUCCESS' });
  const { id: conferenceId } = await openConferenceFactory(site);
  await participantFactory(site, { conferenceId, memberId: member.id });
  await contactMessageFactory(site, {});
  await newAdministrator(site, { email: 'second@example.org' });
  const { database } = site;
  await database
    .insert(officeBearers)
    .values({ office: 'President', name: 'Asha Rao', from: '2026-01-01', position: 1 });
  const since = new Date('2026-11-02T06:00:00Z');
  const reason = 'The mail came back: there is no such mailbox (5.1.1).';
  await database
    .insert(emailBounces)
    .values({ memberId: member.id, address: member.email, times: 3, since, last: since, reason });
  await database.insert(log).values({
    kind: 'decision',
    by: 'office@example.org',
    subject: 'AIP-2026-000007',
    action: 'approved',
    from: 'New',
    to: 'Approved',
  });
  await database.insert(mail).values({
    kind: 'credentials',
    recipient: 'lost@example.org',
    data: { name: 'Lost', memberNumber: 'AIP-M-1', link: site.url },
    memberId: member.id,
    state: 'failed',
    attempts: 9,
    error: 'The mailbox does not exist.',
  });
  return { applicantId: await applicant(site), memberId: member.id, conferenceId };
}

test('what the office sees', async ({ page, site }) => {
  test.setTimeout(scaled(600_000));
  const { applicantId, memberId, conferenceId } = await busyOffice(site);
  const { roll, open, declared, cancelled } = await someVotes(site);
  await enterOffice(page, site, undefined, { confirmed: true });
  const office = paths.admin;
  const review = office.review(applicantId, 'New');
  const stops: Stop[] = [
    { at: office.overview, shows: 'Members per state' },
    { at: office.registrations, shows: 'Meera Iyer', press: ['Add Prosecutor'] },
    { at: review, shows: 'Scanned ID card', press: ['Reject', 'Back', 'Edit details'] },
    { at: office.imports },
    { at: office.payments, shows: 'Meera Iyer' },
    { at: `${office.payments}?state=received`, shows: 'Receipts (ZIP)' },
    { at: `${office.payments}?state=online`, shows: 'Every online payment has been received.' },
    { at: office.reconcile },
    { at: office.shares, press: ['Percentages'] },
    { at: office.checkoff, shows: 'There are no paying offices yet.', press: ['Add a paying office'] },
    { at: `${office.checkoff}?tab=authorisations`, shows: 'Nobody has asked for the deduction yet.' },
    { at: `${office.checkoff}?tab=schedules`, shows: 'No list of deductions was read yet.', press: ['Read a list'] },
    { at: `${office.checkoff}?tab=missing`, shows: 'Nobody was deducted without authorisation.' },
    { at: `${office.checkoff}?tab=recognition`, shows: 'List for recognition (Excel)' },
    { at: `${office.checkoff}?tab=settings`, shows: 'Names in Tally' },
    { at: office.directory, shows: 'Anil Rao' },
    { at: office.member(memberId), shows: messages.empty.document },
    { at: office.person(memberId), shows: 'What has happened' },
    { at: office.doubles, shows: 'Likely doubles' },
    { at: office.bounced, shows: 'there is no such mailbox' },
    { at: office.conferences, shows: '1–' },
    { at: office.participants(conferenceId), shows: 'Registered' },
    { at: office.attendanceSheet(conferenceId), shows: 'Anil Rao' },
    { at: office.letters },
    { at: office.votes },
    { at: office.vote('new') },
    { at: office.vote(roll!), shows: 'Members on the roll', press: ['Change the roll…'] },
    { at: office.vote(open!), shows: 'have taken their paper', press: ['Move the times…'] },
    { at: office.vote(declared!), shows: 'Your device loads the whole box' },
    { at: office.vote(cancelled!), shows: 'A candidate was left out.' },
    { at: office.letter('new') },
    { at: office.news, shows: '1–' },
    { at: office.gallery, fails: true },
    { at: office.resources },
    { at: office.library },
    { at: office.officeBearers, shows: 'President' },
    { at: office.annualList },
    { at: office.report },
    { at: office.memberships, shows: 'Rs 25,000' },
    { at: office.contacts, shows: 'Meera Nair' },
    { at: office.settings, shows: 'Welcome Message' },
    { at: `${office.settings}?tab=updates` },
    { at: `${office.settings}?tab=mails`, shows: 'None has been changed.' },
    { at: `${office.settings}?tab=payment`, shows: 'UPI ID' },
    { at: `${office.settings}?tab=security` },
    { at: `${office.settings}?tab=subscription` },
    { at: `${office.settings}?tab=receipts` },
    { at: `${office.settings}?tab=certificates` },
    { at: office.changePassword, shows: 'Turn on' },
    { at: office.administrators, shows: 'second@example.org', press: ['Invite'] },
    { at: office.activity },
    { at: office.ready, shows: 'Backups' },
    { at: office.log, shows: 'entries' },
  ];
  const lists = Object.values(office).filter((address) => typeof address === 'string');
  await sweep(page, withOthers(stops, lists, [office.root, office.login, office.secondFactor]));
});
