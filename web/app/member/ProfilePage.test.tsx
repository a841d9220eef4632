import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { loginMember } from '#shared/contracts/auth.ts';
import { listDistricts, listStates, listSubDistricts } from '#shared/contracts/locations.ts';
import {
  downloadOwnData,
  getOwnRecord,
  type OwnRecord,
  requestErasure,
  setLanguage,
  updateMember,
} from '#shared/contracts/members.ts';
import { listPasskeys } from '#shared/contracts/passkeys.ts';
import { secondFactorState } from '#shared/contracts/second-factor.ts';
import { AppError } from '#shared/errors.ts';
import { currentTermsVersion } from '#shared/legal.ts';
import { messages } from '#shared/messages.ts';
import { person } from '#shared/person.ts';
import { chooseFile, pictureFile } from '#web/testing/pictures.ts';
import { ownRecord } from '#web/testing/records.ts';
import { answer } from '#web/testing/server.ts';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { Component as ProfilePage } from './ProfilePage.tsx';

const text = (label: string) => page.getByRole('textbox', { name: new RegExp(`^${label}`) });
const combo = (label: string) => page.getByRole('combobox', { name: new RegExp(`^${label}`) });
/** A message at a field: not its link in the summary. */
const message = (words: string) => page.getByText(words, { exact: true }).and(page.getByRole('paragraph'));
const update = page.getByRole('button', { name: 'Update', exact: true });

async function open(values: Partial<OwnRecord> = {}) {
  const record = ownRecord(values);
  answer(getOwnRecord, { success: true, data: record });
  answer(secondFactorState, { success: true, enabled: false, recoveryCodesLeft: 0, required: false, passkeys: 0 });
  answer(listPasskeys, { success: true, data: [] });
  answer(listStates, { success: true, data: [{ name: 'Maharashtra' }] });
  answer(listDistricts, { success: true, data: [{ name: 'Pune' }] });
  answer(listSubDistricts, { success: true, data: [{ name: 'Haveli' }] });
  await show(<ProfilePage />, { at: '/Profile', as: 'member' });
  await expect.element(text('Full Name')).toHaveValue(record.name);
  return answer(updateMember, { success: true, message: 'Your profile was updated.' });
}

async function choose(label: string, name: string) {
  await combo(label).click();
  await page.getByRole('option', { name, exact: true }).click();
}

test('values outside the options appear as Others with their text, and are sent so', async () => {
  const calls = await open({
    organization: 'Association Office',
    associationOffice: 'Patron in Chief',
    interest: 'Mediation',
    contribution: 'Translations',
    specialisations: ['IPS', 'Arms ACT'],
  });
  await expect.element(combo('Association Office')).toHaveTextContent('Others');
  await expect.element(text('Association Other Role')).toHaveValue('Patron in Chief');
  await expect.element(text('Other Area of Interest')).toHaveValue('Mediation');
  await expect.element(text('Contribution Other Role')).toHaveValue('Translations');
  await expect.element(text('Other Specialisation')).toHaveValue('IPS, Arms ACT');
  // Fields that depend on the organization are cleared with it.
  await choose('Organization Position', 'Others');
  await expect.element(text('Association Other Role')).not.toBeInTheDocument();
  await text('Organization Other Role').fill('Legal Remembrancer');
  await update.click();
  await expect.poll(() => calls).toHaveLength(1);
  expect(calls[0]!.body).toMatchObject({
    organization: 'Others',
    organizationOther: 'Legal Remembrancer',
    associationOffice: '',
    associationOfficeOther: '',
    interest: 'Others',
    interestOther: 'Mediation',
    contributionOther: 'Translations',
    specialisationOther: 'IPS, Arms ACT',
  });
});

test('every message is shown at its field, and no input is lost or sent', async () => {
  const calls = await open({ organization: '' });
  for (const label of ['Full Name', 'Name of the Court', 'ID Number', 'Years of Experience'])
    await text(label).fill('');
  await text('Mobile Number').fill('12345');
  await userEvent.type(text('Years of Recruitment'), '{Control>}a{/Control}x2011y');
  await update.click();
  for (const words of [
    person.name.message,
    messages.registration.mobileFormat,
    person.court.message,
    person.idNumber.message,
    person.yearsOfExperience.message,
    person.organization.message,
  ]) {
    await expect.element(message(words)).toBeVisible();
  }
  await expect.element(page.getByRole('group', { name: '6 fields need your attention' })).toHaveFocus();
  await expect.element(text('Years of Recruitment')).toHaveValue('2011');
  await text('Full Name').fill('Kavita D');
  await expect.element(text('Full Name')).not.toHaveAttribute('aria-invalid', 'true');
  await expectAccessible();
  expect(calls).toEqual([]);
});

test('every choice has its message, and Others asks for its text', async () => {
  await open();
  for (const label of ['Gender', 'Organization Position', 'Area of Interest', 'Contribution', 'International'])
    await choose(label, 'Select');
  for (const label of ['State', 'Specialisation']) {
    await combo(label).click();
    await page.getByRole('button', { name: 'Clear' }).first().click();
    await userEvent.keyboard('{Escape}');
  }
  await page.getByRole('group', { name: 'Date of Birth' }).getByRole('spinbutton', { name: 'Day' }).click();
  await userEvent.keyboard('{Backspace}');
  await update.click();
  await expect.element(message('Please complete the date')).toBeVisible();
  for (const { message: words } of [
    person.gender,
    person.organization,
    person.specialisations,
    person.interest,
    person.contribution,
    person.international,
    person.state,
    person.district,
    person.subDistrict,
  ]) {
    await expect.element(message(words)).toBeVisible();
  }
  for (const label of ['Organization Position', 'Area of Interest', 'Contribution']) await choose(label, 'Others');
  await update.click();
  for (const words of [
    person.organizationOther.message,
    person.interestOther.message,
    person.contributionOther.message,
  ]) {
    await expect.element(message(words)).toBeVisible();
  }
  await text('Other Area of Interest').fill('Mediation');
  await expect.element(message(person.interestOther.message)).not.toBeInTheDocument();
  await expect.element(message(person.contributionOther.message)).toBeVisible();
});

test('a record that was changed elsewhere is not overwritten unseen, and no input is lost', async () => {
  await open();
  await text('Name of the Court').fill('High Court of Bombay');
  answer(updateMember, new AppError('RECORD_CHANGED', 'Someone else has changed this record.'));
  await update.click();
  const warning = page.getByRole('alert').filter({ hasText: 'changed elsewhere' });
  await expect.element(warning).toBeVisible();
  await expect.element(text('Name of the Court')).toHaveValue('High Court of Bombay');
  answer(getOwnRecord, { success: true, data: ownRecord({ mobile: '9800000001', version: 2 }) });
  await warning.getByRole('button', { name: 'Load it again' }).click();
  await expect.element(text('Mobile Number')).toHaveValue('9800000001');
  await expect.element(text('Name of the Court')).toHaveValue('District Court Pune');
});

test('the input stays when the record cannot be reloaded', async () => {
  await open();
  answer(requestErasure, { success: true, message: 'Your request was sent.' });
  await text('Name of the Court').fill('High Court of Bombay');
  answer(getOwnRecord, 'lost');
  await page.getByRole('button', { name: 'Ask for erasure' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for erasure' }).click();
  await expect.element(page.getByText('Your request was sent.')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(text('Name of the Court')).toHaveValue('High Court of Bombay');
});

test('the dialogs over the form are accessible', async () => {
  await open();
  const dialog = page.getByRole('dialog');
  chooseFile(page.getByLabelText('Profile picture file'), await pictureFile('me.jpg'));
  await expect.element(dialog.getByRole('button', { name: 'Use this picture' })).toBeEnabled();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await page.getByRole('button', { name: /^Choose date/ }).click();
  await expect.element(dialog).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await combo('Specialisation').click();
  await expect.element(page.getByRole('listbox')).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Ask for erasure' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expectAccessible();
});

test('a session that has ended is renewed over the form, with a code, and saving goes on by itself', async () => {
  await open();
  await text('Name of the Court').fill('High Court of Bombay');
  answer(updateMember, new AppError('NOT_LOGGED_IN', 'Please log in.'));
  await update.click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/^Your session has ended\./)).toBeVisible();
  await expectAccessible();
  const saved = answer(updateMember, { success: true, message: 'Your profile was updated.' });
  const logins = answer(loginMember, ({ body }) =>
    body.code === ''
      ? new AppError('SECOND_FACTOR', 'Please enter the code from the app.')
      : {
          success: true as const,
          token: `member_${'0'.repeat(32)}`,
          device: '',
          message: 'Welcome.',
          mustChangePassword: false,
        },
  );
  await dialog.getByLabelText('Email', { exact: true }).fill('kavita@example.org');
  await dialog.getByLabelText('Password', { exact: true }).fill('Neem-tree-bench-27');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByLabelText('Code', { exact: true })).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('123456{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => saved.map(({ body }) => 'court' in body && body.court)).toEqual(['High Court of Bombay']);
  expect(logins.map(({ body }) => body.code)).toEqual(['', '123456']);
  await expect.element(text('Name of the Court')).toHaveValue('High Court of Bombay');
});

test('a picture and a scanned ID are saved at once, also while a field is missing and others are edited', async () => {
  await open({ organization: '', version: 4 });
  await text('Name of the Court').fill('High Court of Bombay');
  const saved = answer(updateMember, { success: true, message: 'Your profile was updated.' });
  answer(getOwnRecord, {
    success: true,
    data: ownRecord({ organization: '', version: 5, document: '/api/Directory/document/x' }),
  });
  const scan = page.getByLabelText(/^Scanned ID Card/);
  await scan.upload(new File(['%PDF-1.7'], 'id.pdf', { type: 'application/pdf' }));
  await expect.element(page.getByRole('button', { name: 'Download the stored file' })).toBeVisible();
  expect(saved).toHaveLength(1);
  expect([saved[0]!.body, Object.keys(saved[0]!.files)]).toEqual([{}, ['document']]);
  await expect.element(text('Name of the Court')).toHaveValue('High Court of Bombay');
  // What failed stays, and can be sent again.
  answer(updateMember, new AppError('UNSUPPORTED_FILE', 'This file cannot be read.'));
  await scan.upload(new File(['%PDF-1.7'], 'other.pdf', { type: 'application/pdf' }));
  await expect.element(page.getByText('This file cannot be read.')).toBeVisible();
  await expectAccessible();
  const again = answer(updateMember, { success: true, message: 'Your profile was updated.' });
  answer(getOwnRecord, { success: true, data: ownRecord({ organization: '', version: 6 }) });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => again).toHaveLength(1);
  await expect.element(page.getByText('other.pdf')).not.toBeInTheDocument();
  await choose('Organization Position', 'Dist Head');
  await update.click();
  await expect.poll(() => again.at(-1)!.body).toMatchObject({ court: 'High Court of Bombay', version: 6 });
});

test('while it is saved nothing can be pressed twice or changed', async () => {
  await open();
  await text('Name of the Court').fill('High Court of Bombay');
  const { promise, resolve } = Promise.withResolvers<void>();
  answer(updateMember, () => promise.then(() => ({ success: true as const, message: 'Your profile was updated.' })));
  await update.click();
  await expect.element(page.getByRole('button', { name: 'Updating…' })).toBeDisabled();
  await expect.element(text('Name of the Court')).toBeDisabled();
  resolve();
  await expect.element(page.getByText('Your profile was updated.')).toBeVisible();
  await expect.element(update).toBeEnabled();
});

test('my data: the consent with its text, and a download that failed says so', async () => {
  await open();
  const section = page.getByRole('region', { name: 'My data' });
  const consent = section.getByText(/^You accepted/);
  await expect.element(consent).toBeVisible();
  expect(consent.element().textContent).toContain(`(version ${currentTermsVersion}) on 2 Apr 2026, 12:00 pm.`);
  await expect.element(section.getByRole('link', { name: /terms/i })).toHaveAttribute('href', '/TermsConditions');
  await expect
    .element(section.getByRole('link', { name: /privacy policy/i }))
    .toHaveAttribute('href', '/PrivacyPolicy');
  answer(downloadOwnData, 'lost');
  await section.getByRole('button', { name: 'Download my data' }).click();
  await expect.element(page.getByText(/^The server could not be reached/)).toBeVisible();
});

test('on a phone Update is always in reach, and never lies over the field that is wrong', async () => {
  await page.viewport(360, 740);
  await open();
  const box = (part: typeof update) => part.element().getBoundingClientRect();
  const inReach = () => expect(box(update).bottom).toBeLessThanOrEqual(740);
  await expect.element(update).toBeVisible();
  inReach();
  for (const label of ['Full Name', 'Name of the Court', 'ID Number']) {
    const field = text(label);
    const before = (field.element() as HTMLInputElement).value;
    await field.fill('');
    scrollTo(0, 0);
    await update.click();
    const summary = page.getByRole('group', { name: '1 field needs your attention' });
    await expect.element(summary).toHaveFocus();
    inReach();
    await summary.getByRole('link').click();
    await expect.element(field).toHaveFocus();
    inReach();
    expect(box(field).bottom, label).toBeLessThan(box(update).top);
    await field.fill(before);
  }
});

test('the language of mails is chosen by a press, and stays as it was where that fails', async () => {
  await open();
  const choice = page.getByRole('group', { name: 'Language of mails' });
  await expect.element(choice.getByRole('radio', { name: 'English' })).toBeChecked();
  answer(setLanguage, new AppError('INTERNAL', 'Broken.'));
  await choice.getByRole('radio', { name: 'हिन्दी' }).click();
  await expect.element(choice.getByRole('radio', { name: 'English' })).toBeChecked();
  const calls = answer(setLanguage, { success: true, message: 'Written in Hindi.' });
  await choice.getByRole('radio', { name: 'हिन्दी' }).click();
  await expect.element(page.getByText('Written in Hindi.')).toBeVisible();
  expect(calls.map(({ body }) => body)).toEqual([{ language: 'hi' }]);
});
