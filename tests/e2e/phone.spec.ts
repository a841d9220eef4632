import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { libraryDocuments, libraryVersions } from '#server/features/library/tables.ts';
import { votes } from '#server/features/votes/tables.ts';
import { notify } from '#server/platform/database/client.ts';
import { files } from '#server/platform/storage/tables.ts';
import { paths } from '#shared/paths.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { memberToken, newMember } from '#tests/logins.ts';
import { scaled } from '#tests/speed.ts';
import { seedVotes } from '../../scripts/seed/votes.ts';
import { enter } from './member.ts';
import { enterOffice } from './office.ts';
import { type Site, test } from './site.ts';

// On a phone 360 px wide every target is as large as a finger, and no bar hides what has the keyboard's focus.

test.use({ hasTouch: true, viewport: { width: 360, height: 780 } });
test.beforeEach(({ site }) => site.reset());

/** What is smaller than 44 by 44 px, but for links in a sentence, and parts of a field, of which the frame is the target. */
const smallTargets = String.raw`(() => {
  const isInSentence = (element) =>
    element.matches('a, .link-button') &&
    [...element.parentElement.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && /\w/.test(node.textContent));
  // Its pseudo-element covers more, such as a whole card.
  const isCard = (element) => getComputedStyle(element, '::after').position === 'absolute';
  return [...document.querySelectorAll('a[href], button, summary, [role="button"]')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => !element.closest('.sr-only, .skip, [data-chip]') && !isInSentence(element) && !isCard(element))
    .map((element) => ({ name: element.ariaLabel ?? element.innerText, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width < 43.5 || box.height < 43.5)
    .map(({ name, box }) => name + ': ' + Math.round(box.width) + ' by ' + Math.round(box.height));
})()`;

/** The name of what has the focus, if none of nine points of it can be seen, and '' otherwise; null at the end of the page. */
const hiddenFocus = `(() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const shown = element.matches('[type="file"]') ? element.parentElement : element;
  const { left, width, top, height } = shown.getBoundingClientRect();
  const parts = [0.15, 0.5, 0.85];
  const isSeen = parts.some((x) => parts.some((y) => {
    const on = document.elementFromPoint(left + width * x, top + height * y);
    return on !== null && (shown.contains(on) || on.contains(shown));
  }));
  return isSeen ? '' : element.tagName + ' ' + (element.ariaLabel ?? element.name ?? element.innerText);
})()`;

/** A page, the text that shows that it has loaded, and the button that opens a dialog on it or the field to type in. */
type Stop = [path: string, shows: string | RegExp, press?: string, type?: string];

async function expectToSuitFingers(page: Page, stops: Stop[]) {
  for (const [path, shows, press, type] of stops) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      if (press) await page.getByRole('button', { name: press }).first().click();
      // What was changed brings the bar with Save.
      if (type) await page.getByLabel(type).first().fill('Something else');
      expect.soft(await page.evaluate(smallTargets), path).toEqual([]);
      const hidden: string[] = [];
      for (let count = 0; count < 80; count += 1) {
        await page.keyboard.press('Tab');
        const name = await page.evaluate<string | null>(hiddenFocus);
        if (name === null) break;
        if (name !== '') hidden.push(name);
      }
      expect.soft(hidden, `${path}: what has the focus`).toEqual([]);
    });
  }
}

/** A document that everybody may read, with a title as short as a case's. */
async function someDocument({ database }: Site) {
  const [id, versionId, key] = [randomUUID(), randomUUID(), randomUUID()];
  const by = 'office@example.org';
  await database
    .insert(files)
    .values({ key, writer: 0, type: 'application/pdf', bytes: 1, hash: key, state: 'attached' });
  await database.insert(libraryDocuments).values({
    id,
    versionId,
    title: 'State v. Rao',
    access: 'everybody',
    date: '2026-11-02',
    language: 'English',
    state: 'searchable',
    head: '',
    by,
  });
  await database
    .insert(libraryVersions)
    .values({ id: versionId, documentId: id, file: key, name: 'a.pdf', bytes: 1, by });
  await notify(database, 'content');
}

/** The sample votes. @param login of one who has yet to vote @returns their ids by state */
async function someVotes(site: Site, login: string): Promise<Record<string, string>> {
  for (let count = 0; count < 16; count += 1) await memberFactory(site, { state: count < 8 ? 'Goa' : 'Kerala' });
  await seedVotes({ database: site.database, config: { dataDir: site.dataDir } }, new Date(), login);
  const rows = await site.database.select({ id: votes.id, state: votes.state }).from(votes);
  return Object.fromEntries(rows.map(({ id, state }) => [state, id]));
}

test('visitors and members press large targets, and see where the focus is', async ({ page, site }) => {
  test.setTimeout(scaled(240_000));
  const me = await newMember(site);
  const { roll, open, declared } = await someVotes(site, me.email);
  await someDocument(site);
  await expectToSuitFingers(page, [
    [paths.documents, 'State v. Rao'],
    [paths.membership, 'How to join'],
  ]);
  await enter(page, await memberToken(site, me.id), paths.memberHome);
  await expectToSuitFingers(page, [
    [paths.memberHome, 'Member card'],
    [paths.library, 'State v. Rao'],
    [paths.votes, 'by secret ballot'],
    [paths.vote(roll!), 'Object to the roll'],
    [paths.vote(open!), 'Question 1 of'],
    [paths.vote(declared!), 'Turnout'],
    [paths.secretBallot, 'Back to the votes'],
    [paths.profile, 'Personal Information', undefined, 'Full Name'],
  ]);
});

test('the office presses large targets, and sees where the focus is', async ({ page, site }) => {
  test.setTimeout(scaled(240_000));
  const { declared } = await someVotes(site, (await newMember(site)).email);
  await someDocument(site);
  await enterOffice(page, site, undefined, { confirmed: true });
  const { admin } = paths;
  await expectToSuitFingers(page, [
    [admin.vote('new'), 'Prepare a vote'],
    [`${admin.settings}?tab=association`, 'Support e-mail', undefined, 'Short name'],
    [admin.shares, 'What each State is owed'],
    [admin.vote(declared!), 'Turnout by State'],
    [admin.library, 'State v. Rao', 'Edit'],
    [admin.letter('new'), 'Title'],
    [admin.registrations, 'New Registrations'],
  ]);
});
