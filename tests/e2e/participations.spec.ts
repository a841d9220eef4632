import { expect } from '@playwright/test';
import { participationLinks, participations } from '#server/features/participations/tables.ts';
import { openConferenceFactory, participantFactory } from '#tests/factories/participations.ts';
import { memberToken, newMember } from '#tests/logins.ts';
import { waitForMail } from '#tests/mail.ts';
import { enter } from './member.ts';
import { expectSoundAtEachWidth, expectToast } from './office.ts';
import { test } from './site.ts';

test.beforeEach(({ site }) => site.reset());

const questions = [
  {
    id: 'food',
    text: 'Food',
    kind: 'choice' as const,
    options: ['Vegetarian', 'Jain'],
    required: true,
    removed: false,
  },
];

test('a member takes part, changes the answers, cancels, waits, and has it all under My Conferences', async ({
  page,
  site,
}) => {
  const { id, title } = await openConferenceFactory(site, { places: 1, questions, meetingType: 'Offline' });
  const me = await newMember(site);
  await enter(page, await memberToken(site, me.id), `/ConferencesDetails/${id}`);
  const part = page.getByRole('region', { name: 'Take part' });
  await expect(part.getByText('1 place left')).toBeVisible();
  await expect(part.getByText('As a guest')).toBeHidden();
  await part.getByRole('button', { name: 'I take part' }).click();
  await expect(part.getByText('Please answer this question')).toBeVisible();
  await expectSoundAtEachWidth(page);
  await part.getByLabel('Food').selectOption('Jain');
  await part.getByRole('button', { name: 'I take part' }).click();
  await expect(part.getByText('You take part in this conference.')).toBeVisible();
  await part.getByLabel('Food').selectOption('Vegetarian');
  await part.getByRole('button', { name: 'Save answers' }).click();
  await expectToast(page, 'Your answers are saved');
  expect((await site.database.select().from(participations))[0]?.answers).toEqual({ food: 'Vegetarian' });
  await expectSoundAtEachWidth(page);

  await part.getByRole('link', { name: /My conferences/ }).click();
  const coming = page.getByRole('region', { name: 'Coming' });
  await expect(coming.getByRole('link', { name: title })).toBeVisible();
  await expect(coming.getByRole('img', { name: 'Your code for the door' })).toBeVisible();
  await expectSoundAtEachWidth(page);
  const calendar = page.getByRole('link', { name: 'Add to my calendar' });
  const address = await calendar.getAttribute('href');
  expect(address).toMatch(/^webcal:.*\/calendar\/.*\.ics$/);
  await page.getByRole('button', { name: 'Replace address' }).click();
  await page.getByRole('button', { name: 'Yes, replace' }).click();
  await expect(calendar).not.toHaveAttribute('href', address!);

  await coming.getByRole('button', { name: 'I cannot come' }).click();
  await coming.getByRole('button', { name: 'No, I come' }).click();
  await coming.getByRole('button', { name: 'I cannot come' }).click();
  await coming.getByRole('button', { name: 'Yes, cancel' }).click();
  await expect(coming.getByText('You have cancelled.')).toBeVisible();

  await participantFactory(site, { conferenceId: id });
  await page.goto(`/ConferencesDetails/${id}`);
  await expect(part.getByText(/All places are taken/)).toBeVisible();
  await part.getByRole('button', { name: 'Join the waiting list' }).click();
  await expect(part.getByText(/You are number 1 on the waiting list/)).toBeVisible();
  await expectSoundAtEachWidth(page);
});

test('a guest takes part without scripts, confirms by the mailed link, changes the answer and cancels', async ({
  page,
  site,
  browser,
}) => {
  const { id } = await openConferenceFactory(site, { questions });
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url });
  const plain = await context.newPage();
  await plain.goto(`/ConferencesDetails/${id}`);
  const send = plain.getByRole('button', { name: 'I take part' });
  await plain.getByLabel('Name').fill('Farida Beg');
  await plain.getByLabel('E-mail').fill('farida.beg');
  await plain.getByLabel('Food').selectOption('Jain');
  await send.click();
  await expect(plain.getByText(/This was not sent/)).toBeVisible();
  await expect(plain.getByLabel('Name')).toHaveValue('Farida Beg');
  await expect(plain.getByLabel('Food')).toHaveValue('Jain');
  await plain.getByLabel('E-mail').fill('farida.beg@example.org');
  await send.click();
  await expect(plain.getByText(/We have sent you an e-mail/)).toBeVisible();
  await context.close();

  const { text } = await waitForMail(site, { to: 'farida.beg@example.org', kind: 'participation-asked' });
  await page.goto(/^Participation: (\S+)$/m.exec(text)![1]!);
  const stateOf = async () => (await site.database.select().from(participations))[0];
  await expect(page.getByText(/Please confirm that you take part/)).toBeVisible();
  expect(await stateOf()).toMatchObject({ state: 'unconfirmed' });
  await expectSoundAtEachWidth(page);
  await page.getByRole('button', { name: 'Confirm that I take part' }).click();
  await expect(page.getByText('You take part in this conference.')).toBeVisible();
  // Nobody stands at the door of an online conference.
  await expect(page.getByText(/^You can join here from /)).toBeVisible();
  await expect(page.getByText('Show this code at the door.')).toHaveCount(0);
  await page.getByLabel('Food').selectOption('Vegetarian');
  await page.getByRole('button', { name: 'Save answers' }).click();
  await expectToast(page, 'Your answers are saved');
  await expectSoundAtEachWidth(page);
  await page.getByRole('button', { name: 'I cannot come' }).click();
  await page.getByRole('button', { name: 'Yes, cancel' }).click();
  await expect(page.getByText('You have cancelled your participation in this conference.')).toBeVisible();
  expect(await stateOf()).toMatchObject({ state: 'cancelled', answers: { food: 'Vegetarian' } });

  await page.getByRole('button', { name: 'I take part after all' }).click();
  await expect(page.getByText('You take part in this conference.')).toBeVisible();

  // The link has ended while the page was open: what was chosen stays, and nothing can be pressed any more.
  await site.database.delete(participationLinks);
  await page.getByLabel('Food').selectOption('Jain');
  await page.getByRole('button', { name: 'Save answers' }).click();
  await expect(page.getByRole('link', { name: 'Write to the association' })).toBeVisible();
  await expect(page.getByLabel('Food')).toHaveValue('Jain');
  await expect(page.getByRole('button', { name: /Save answers|I cannot come/ })).toHaveCount(0);
  await expectSoundAtEachWidth(page);

  await page.goto('/participation#participation_unknown');
  await page.reload();
  await expect(page.getByRole('link', { name: 'Write to the association' })).toBeVisible();
  await page.goto('/participation#correction_unknown');
  await page.reload();
  await expect(page.getByText(/Please open this page with the link in the e-mail/)).toBeVisible();
  await expectSoundAtEachWidth(page);
});
