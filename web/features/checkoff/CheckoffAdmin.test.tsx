import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  authoriseDeduction,
  confirmAuthorisations,
  listAuthorisations,
  ownAuthorisation,
} from '#shared/contracts/authorisations.ts';
import {
  getCheckoffSettings,
  listPayingOffices,
  missingDeductions,
  updateCheckoffSettings,
} from '#shared/contracts/checkoff.ts';
import { listStates } from '#shared/contracts/locations.ts';
import {
  decideScheduleRow,
  getSchedule,
  listSchedules,
  receiveSchedule,
  sendSchedule,
} from '#shared/contracts/schedules.ts';
import { getTallySettings, type TallySettings, tallyLedgers, updateTallySettings } from '#shared/contracts/tally.ts';
import { AppError } from '#shared/errors.ts';
import type { Powers } from '#shared/powers.ts';
import { answer } from '#web/testing/server.ts';
import { choose, expectAccessible, show } from '#web/testing/show.tsx';
import { Component as CheckoffAdmin } from './CheckoffAdmin.tsx';
import { FromSalary } from './FromSalary.tsx';

const full: Powers = { powers: ['full'], states: [] };
const office = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Sub Treasury Kochi',
  state: 'Kerala',
  district: 'Ernakulam',
};
const whole = {
  ...office,
  ddoCode: '',
  address: '',
  email: '',
  strength: null,
  version: 1,
  asked: 0,
  confirmed: 0,
  open: 0,
};
const pagination = { currentPage: 1, totalPages: 1, totalCount: 1, pageSize: 10 };
const schedule = {
  id: '00000000-0000-4000-8000-000000000002',
  office,
  month: '2026-07',
  state: 'open' as const,
  rows: 2,
  sum: 2_000,
  total: 2_000,
  failure: '',
  remittance: null,
  createdAt: '2026-08-01T10:00:00.000Z',
};
const row = {
  row: 2,
  employeeNumber: '77',
  name: 'NOBODY KNOWN',
  amount: 1_000,
  reason: 'STRANGER',
  as: null,
  authorisation: null,
  directory: null,
  payment: null,
};

test('shows a list of deductions, and books it once each row is decided', async () => {
  answer(listSchedules, { success: true, data: [schedule], pagination });
  answer(getSchedule, {
    success: true,
    schedule: { ...schedule, agrees: [], toLook: [row], left: [], unread: [] },
  });
  await show(<CheckoffAdmin />, { at: '/admin/Checkoff?tab=schedules', as: 'admin', office: full });
  await page.getByRole('button', { name: 'Sub Treasury Kochi, July 2026' }).click();
  await expect
    .element(page.getByText('Nobody at this paying office has this number or name.', { exact: false }))
    .toBeVisible();
  await expect.element(page.getByRole('button', { name: 'The money has come' })).toBeDisabled();
  await expectAccessible();
  await page.getByRole('button', { name: 'Decide: row 2, NOBODY KNOWN' }).click();
  const dialog = page.getByRole('dialog');
  answer(listAuthorisations, { success: true, data: [], pagination: { ...pagination, totalCount: 0 } });
  await dialog
    .getByRole('radio', { name: 'It was remitted, and is nobody’s: send it back to the paying office' })
    .click();
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expect.element(dialog.getByText('Please enter a reason', { exact: false })).toBeVisible();
  await expectAccessible();
  const decided = {
    ...schedule,
    agrees: [{ ...row, as: 'office' as const, reason: null }],
    toLook: [],
    left: [],
    unread: [],
  };
  const sent = answer(decideScheduleRow, { success: true, message: 'The row was decided.', schedule: decided });
  answer(getSchedule, { success: true, schedule: decided });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Nobody of ours');
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expect.element(page.getByRole('button', { name: 'The money has come' })).toBeEnabled();
  expect(sent[0]).toMatchObject({ body: { row: 2, as: 'office', reason: 'Nobody of ours' } });
  const received = answer(receiveSchedule, {
    success: true,
    message: '1 payments were received.',
    received: 1,
    job: null,
    schedule: { ...schedule, state: 'received' as const },
  });
  await page.getByRole('button', { name: 'The money has come' }).click();
  await dialog.getByRole('textbox', { name: 'Number' }).fill('004217');
  await dialog.getByRole('button', { name: 'Book all rows' }).click();
  await expect.poll(() => received[0]).toMatchObject({ body: { mode: 'cheque', number: '004217' } });
});

test('sends typed rows to the paying office that was searched for', async () => {
  answer(listSchedules, { success: true, data: [], pagination: { ...pagination, totalCount: 0 } });
  answer(listPayingOffices, { success: true, data: [whole], pagination: { ...pagination, totalCount: 24 } });
  await show(<CheckoffAdmin />, { at: '/admin/Checkoff?tab=schedules', as: 'admin', office: full });
  await page.getByRole('button', { name: 'Read a list' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('23 more', { exact: false })).toBeVisible();
  await dialog.getByRole('radio', { name: 'Sub Treasury Kochi, Ernakulam, Kerala' }).click();
  await dialog.getByRole('radio', { name: 'Type its rows' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Read', exact: true })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Employee number, row 1' }).fill('77');
  await dialog.getByRole('textbox', { name: 'Name, row 1' }).fill('Asha Rao');
  const amount = dialog.getByRole('textbox', { name: 'Amount, row 1' });
  await amount.fill('1OOO');
  const sent = answer(sendSchedule, new AppError('UNSUPPORTED_FILE', 'No list was found.'));
  await dialog.getByRole('button', { name: 'Read', exact: true }).click();
  await expect.element(amount).toHaveAccessibleDescription(/Please enter the amount/);
  expect(sent).toEqual([]);
  await amount.fill('1,000');
  // The last row is followed by another one, and keeps what was typed.
  await dialog.getByRole('textbox', { name: 'Name, row 3' }).fill('Bina Das');
  await dialog.getByRole('textbox', { name: 'Amount, row 3' }).fill('500');
  await expect.element(dialog.getByRole('textbox', { name: 'Name, row 3' })).toHaveValue('Bina Das');
  await expect.element(dialog.getByRole('textbox', { name: 'Name, row 4' })).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Read', exact: true }).click();
  await expect.element(page.getByText('No list was found.')).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'Name, row 1' })).toHaveValue('Asha Rao');
  expect(JSON.stringify(sent[0])).toContain('Asha Rao');
});

test('asks which column is which where two of a list fit', async () => {
  answer(listSchedules, { success: true, data: [], pagination: { ...pagination, totalCount: 0 } });
  answer(listPayingOffices, { success: true, data: [whole], pagination });
  await show(<CheckoffAdmin />, { at: '/admin/Checkoff?tab=schedules', as: 'admin', office: full });
  await page.getByRole('button', { name: 'Read a list' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Sub Treasury Kochi, Ernakulam, Kerala' }).click();
  await dialog.getByLabelText('List', { exact: true }).upload(new File(['x'], 'list.csv', { type: 'text/csv' }));
  const heads = ['Employee No', 'Name', 'Subscription A', 'Subscription B'];
  const columns = heads.map((name, index) => ({ index, name, samples: [`${index}00`] }));
  answer(sendSchedule, new AppError('COLUMNS_UNCLEAR', 'Please say which.', { columns }));
  const read = dialog.getByRole('button', { name: 'Read', exact: true });
  await read.click();
  await expect.element(dialog.getByRole('heading', { name: 'Its columns' })).toBeVisible();
  await expect.element(read).toBeDisabled();
  await choose('Employee No gives', 'Employee number');
  await choose('Name gives', 'Name');
  await choose('Subscription B gives', 'What was deducted');
  await expectAccessible();
  const sent = answer(sendSchedule, new AppError('UNSUPPORTED_FILE', 'No list was found.'));
  await read.click();
  await expect.poll(() => JSON.stringify(sent[0])).toContain('"amount":3');
});

test('confirms with one press all letters that were read one by one, and says what is left', async () => {
  const rows = ['Asha Rao', 'Bina Das'].map((name, index) => ({
    id: `00000000-0000-4000-8000-00000000001${index}`,
    name,
    memberNumber: `M-${index}`,
    office,
    state: 'asked' as const,
    officeName: '',
    employeeNumber: `70${index}`,
    amount: 1_000,
    from: '2027-07',
    until: null,
    signed: false,
    version: 3,
  }));
  answer(listStates, { success: true, data: [{ name: 'Kerala' }] });
  answer(listAuthorisations, { success: true, data: rows, pagination: { ...pagination, totalCount: 2 } });
  await show(<CheckoffAdmin />, { at: '/admin/Checkoff?tab=authorisations', as: 'admin', office: full });
  await page.getByRole('button', { name: 'Read and confirm letters' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('1 of 2')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Confirm', exact: true })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'It came on paper, and it is in order' }).click();
  await expect.element(dialog.getByText('2 of 2')).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('checkbox', { name: 'It came on paper, and it is in order' }).click();
  const confirm = dialog.getByRole('button', { name: 'Confirm the 2 that I have read' });
  const monthOf = dialog.getByText('Begin in another month');
  await monthOf.click();
  await dialog.getByRole('combobox', { name: 'First month of all that are ticked' }).click();
  await page.getByRole('option').nth(1).click();
  // What is wrong is shown where it was folded away.
  await monthOf.click();
  const why = 'Please enter why it begins in another month';
  answer(confirmAuthorisations, new AppError('VALIDATION', why, { fields: { reason: why } }));
  await confirm.click();
  await expect.element(dialog.getByText(why)).toBeVisible();
  await expect.element(dialog.getByLabelText('Reason')).toHaveFocus();
  await dialog.getByLabelText('Reason').fill('As the department allows');
  const sent = answer(confirmAuthorisations, {
    success: true,
    message: '1 authorisation was confirmed.',
    confirmed: 1,
    left: [{ id: rows[1]!.id, code: 'NUMBER_TAKEN', message: 'Somebody else has this employee number.' }],
  });
  answer(listAuthorisations, { success: true, data: rows.slice(1), pagination });
  await confirm.click();
  await expect.element(dialog.getByText('Bina Das: Somebody else has this employee number.')).toBeVisible();
  expect(sent[0]).toMatchObject({ body: { seen: true, items: [{ version: 3, paper: true }, { paper: true }] } });
});

test('shows who is missing, and changes the rules and the names in Tally', async () => {
  answer(missingDeductions, {
    success: true,
    data: {
      members: [
        {
          id: office.id,
          directory: { id: office.id, reference: 'AIP-2026-000001', memberNumber: 'M-1', name: 'Asha Rao' },
          office,
          employeeNumber: '77',
          amount: 1_000,
        },
      ],
      offices: [office],
      unauthorised: [],
    },
  });
  await show(<CheckoffAdmin />, { at: '/admin/Checkoff?tab=missing', as: 'admin', office: full });
  await expect.element(page.getByRole('link', { name: /Asha Rao/ })).toBeVisible();
  await expect.element(page.getByText('Nobody was deducted without authorisation.')).toBeVisible();
  await expectAccessible();
  const rules = {
    enabled: false,
    optionMonth: 4,
    effectiveMonth: 7,
    deduction: 'yearly' as const,
    dueDay: 10,
    texts: { en: '', hi: '' },
    version: 5,
  };
  const ledgers = Object.fromEntries(tallyLedgers.map((key) => [key, key])) as TallySettings['ledgers'];
  answer(getCheckoffSettings, { success: true, data: rules });
  answer(getTallySettings, { success: true, data: { company: 'AIPA', ledgers, version: 2 } });
  await page.getByRole('tab', { name: 'Settings' }).click();
  const form = page.getByRole('form', { name: 'Paying from the salary' });
  await form.getByRole('textbox', { name: /Day of the next month/ }).fill('31');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(form.getByText('Please enter a day from 1 to 28')).toBeVisible();
  await expectAccessible();
  const sent = answer(updateCheckoffSettings, { success: true, message: 'Saved.', data: rules });
  await form.getByRole('textbox', { name: /Day of the next month/ }).fill('15');
  await form.getByRole('checkbox').click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => sent[0]).toMatchObject({ body: { enabled: true, dueDay: 15, optionMonth: 4, version: 5 } });
  const names = page.getByRole('form', { name: 'Names in Tally' });
  const named = answer(updateTallySettings, {
    success: true,
    message: 'Saved.',
    data: { company: 'AIPA', ledgers, version: 3 },
  });
  await names.getByRole('textbox', { name: 'Cash', exact: true }).fill('Cash in hand');
  await names.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => named[0]).toMatchObject({ body: { ledgers: { cash: 'Cash in hand' }, version: 2 } });
});

test('lets a member ask for the deduction, and is nothing while it is not offered', async () => {
  const none = {
    success: true as const,
    enabled: false,
    authorisation: null,
    transfer: null,
    offer: null,
    history: [],
  };
  answer(ownAuthorisation, none);
  await show(<FromSalary />, { as: 'member' });
  await expect.element(page.getByRole('heading', { name: 'Pay from my salary' })).not.toBeInTheDocument();
  answer(ownAuthorisation, {
    ...none,
    enabled: true,
    offer: { from: '2027-07', amount: 1_000, deduction: 'yearly' },
  });
  answer(listPayingOffices, { success: true, data: [office] as never, pagination });
  await show(<FromSalary />, { as: 'member' });
  await expect.element(page.getByText('Rs 1,000', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Ask for the deduction' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Employee number' })).toBeVisible();
  await expectAccessible();
  const place = page.getByRole('textbox', { name: 'Paying office (DDO)' });
  await place.fill('Treasury');
  await choose('Found in the list', 'Sub Treasury Kochi, Ernakulam, Kerala');
  answer(listPayingOffices, { success: true, data: [], pagination });
  await place.fill('Nashik Road');
  await expect.element(page.getByText('Found in the list')).not.toBeInTheDocument();
  await page.getByRole('textbox', { name: 'Employee number' }).fill('77');
  const rows = answer(authoriseDeduction, new AppError('NOT_YET', 'Not now.'));
  await page.getByRole('button', { name: 'Ask for the deduction' }).click();
  await expect.poll(() => rows[0]).toMatchObject({ body: { officeName: 'Nashik Road' } });
  expect(JSON.stringify(rows[0])).not.toContain('officeId');
});
