import { expect, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { conferences } from '#server/features/conferences/tables.ts';
import { participations } from '#server/features/participations/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { guestFactory, openConferenceFactory, participantFactory } from '#tests/factories/participations.ts';
import { adminToken, newAdministrator } from '#tests/logins.ts';
import { enterOffice, expectListStates, expectSoundAtEachWidth, expectToast } from './office.ts';
import { type Site, test } from './site.ts';

test.beforeEach(({ site }) => site.reset());

const dialog = (page: Page) => page.getByRole('dialog').last();
const question = (id: string, text: string, kind: 'choice' | 'yesNo', options: string[]) => ({
  ...{ id, text, kind, options, required: true, removed: false },
});
const questions = [
  question('food', 'Food', 'choice', ['Vegetarian', 'Jain']),
  question('room', 'A room?', 'yesNo', []),
];

const stateOf = async (site: Site, id: string) =>
  (await site.database.select().from(participations).where(eq(participations.id, id)))[0]?.state;

test('the office adds, moves and writes to participants, prints a sheet and cancels the conference', async ({
  page,
  site,
}) => {
  test.slow();
  const { id, title } = await openConferenceFactory(site, { places: 2, questions });
  await enterOffice(page, site, undefined, { confirmed: true });
  await expectListStates(
    page,
    `/admin/Participants/${id}`,
    /\/Conference\/participants\//,
    'Nobody takes part yet.',
    '',
  );

  const member = await memberFactory(site, { status: 'Approved', memberNumber: 'AIP-M-000777', name: 'Meera Nair' });
  const guest = await guestFactory(site, { conferenceId: id, answers: { food: 'Jain', room: 'yes' } });
  await page.goto('/admin/Conferences');
  await page.getByRole('link', { name: 'Participants' }).click();
  await expect(page.getByRole('button', { name: '1 Registered of 2' })).toBeVisible();
  await page.getByRole('button', { name: 'Add participant' }).click();
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog(page).getByText('Please enter the member number')).toBeVisible();
  await dialog(page).getByLabel('Member number').fill('AIP-M-000778');
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog(page).getByText('There is no member with this number')).toBeVisible();
  await dialog(page).getByLabel('Member number').fill('AIP-M-000777');
  await dialog(page).getByLabel('Food').click();
  await page.getByRole('option', { name: 'Jain' }).click();
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('button', { name: '2 Registered of 2' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Food' })).toHaveText(/Jain\s*2/);
  await expectSoundAtEachWidth(page);

  // The conference is full: one more needs a second press, and the input stays until then.
  await page.getByRole('button', { name: 'Add participant' }).click();
  await dialog(page).getByLabel('Who').click();
  await page.getByRole('option', { name: 'A guest' }).click();
  await dialog(page).getByLabel('Name').fill('Farida Beg');
  await dialog(page).getByLabel('E-mail').fill('farida.beg@example.org');
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog(page)).toContainText('All places are taken');
  await dialog(page).getByRole('button', { name: 'Register all the same' }).click();
  await expect(page.getByRole('button', { name: '3 Registered of 2' })).toBeVisible();

  await page.getByRole('button', { name: `Open ${guest.name}` }).click();
  await expect(dialog(page).getByText('Yes', { exact: true })).toBeVisible();
  await expectSoundAtEachWidth(page);
  await dialog(page).getByRole('button', { name: 'Move to the waiting list' }).click();
  await dialog(page).getByRole('button', { name: 'Move to the waiting list' }).click();
  await expect(page.getByRole('button', { name: '1 Waiting' })).toBeVisible();
  expect(await stateOf(site, guest.id)).toBe('waiting');
  await page.getByRole('button', { name: '1 Waiting' }).click();
  await expect(page.getByText('1 participant', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Open ${guest.name}` }).click();
  await dialog(page).getByRole('button', { name: 'Register' }).click();
  await dialog(page).getByRole('button', { name: 'Register' }).click();
  await expect(dialog(page)).toContainText('All places are taken');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '1 Waiting' }).click();
  await page.getByLabel('Search participants').fill('meera');
  await expect(page.getByText('1 participant', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Tell the participants' }).click();
  await dialog(page).getByLabel('Text').fill('Please bring your card.');
  await dialog(page).getByRole('button', { name: 'Send' }).click();
  await dialog(page).getByRole('button', { name: 'Send' }).click();
  await expectToast(page, '3 participants are told.');
  expect(await site.database.$count(mail, eq(mail.kind, 'participation-told'))).toBe(3);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^participants-.*\.csv$/);

  await page.getByRole('link', { name: 'Attendance sheet' }).click();
  await expect(page.getByRole('table', { name: 'Attendance sheet' })).toContainText(member.name);
  await page.goBack();

  await page.getByRole('button', { name: 'Cancel the conference' }).click();
  await dialog(page).getByLabel('Reason').fill('The hall is flooded.');
  await dialog(page).getByRole('button', { name: 'Cancel the conference' }).click();
  await dialog(page).getByRole('button', { name: 'Cancel the conference' }).click();
  await expect(page.getByText(/Cancelled: The hall is flooded/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add participant' })).toBeHidden();
  const [row] = await site.database.select().from(conferences).where(eq(conferences.id, id));
  expect(row).toMatchObject({ title, cancelReason: 'The hall is flooded.' });
});

test('an office of some States sees its own people, and neither door nor guests', async ({ page, site }) => {
  const { id } = await openConferenceFactory(site, { places: 9 });
  const kerala = await memberFactory(site, { status: 'Approved', state: 'Kerala', name: 'Asha Kerala' });
  const assam = await memberFactory(site, { status: 'Approved', state: 'Assam', name: 'Binod Assam' });
  for (const { id: memberId } of [kerala, assam]) await participantFactory(site, { conferenceId: id, memberId });
  const result = await newAdministrator(site, { powers: ['members'], states: ['Kerala'] });
  const token = await adminToken(site, result.id);
  await page.addInitScript((text) => localStorage.setItem('token', text), token);
  await page.goto(`/admin/Participants/${id}`);
  await expect(page.getByText('1 participant', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open Asha Kerala' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Check in' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Tell the participants' })).toBeHidden();
  await page.getByRole('button', { name: 'Add participant' }).click();
  await expect(dialog(page).getByLabel('Who')).toBeHidden();
});
