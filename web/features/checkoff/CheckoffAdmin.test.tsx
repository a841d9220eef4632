import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ownAuthorisation } from '#shared/contracts/authorisations.ts';
import { listPayingOffices } from '#shared/contracts/checkoff.ts';
import { decideScheduleRow, getSchedule, listSchedules } from '#shared/contracts/schedules.ts';
import type { Powers } from '#shared/powers.ts';
import { answer } from '#web/testing/server.ts';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { Component as CheckoffAdmin } from './CheckoffAdmin.tsx';
import { FromSalary } from './FromSalary.tsx';

const full: Powers = { powers: ['full'], states: [] };
const office = {
  _id: '00000000-0000-4000-8000-000000000001',
  name: 'Sub Treasury Kochi',
  State: 'Kerala',
  District: 'Ernakulam',
};
const pagination = { currentPage: 1, totalPages: 1, totalCount: 1, pageSize: 10 };
const schedule = {
  _id: '00000000-0000-4000-8000-000000000002',
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
  const dialog = page.getByRole('dialog');
  await expect
    .element(dialog.getByText('Nobody at this paying office has this number or name.', { exact: false }))
    .toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'The money has come: book all rows' })).toBeDisabled();
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
  await dialog.getByRole('button', { name: 'Give back to the office' }).click();
  await expect.element(dialog.getByRole('button', { name: 'The money has come: book all rows' })).toBeEnabled();
  expect(sent[0]).toMatchObject({ body: { row: 2, as: 'office' } });
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
});
