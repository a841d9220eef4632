import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { directoryBudget, exportDirectory, searchDirectory } from '#shared/contracts/directory.ts';
import { findLocalities, listDistricts, listStates, listSubDistricts } from '#shared/contracts/locations.ts';
import type { OfficeRecord } from '#shared/contracts/members.ts';
import { reviewRegistration } from '#shared/contracts/registrations.ts';
import { paginationOf } from '#shared/fields.ts';
import { messages } from '#shared/messages.ts';
import { officeRecord, reviewOf } from '#web/testing/records.ts';
import { answer } from '#web/testing/server.ts';
import { button, choose, expectAccessible, show } from '#web/testing/show.tsx';
import { Component as DirectoryPage } from './DirectoryPage.tsx';

const address = '/admin/Directory';
const idOf = (number: number) => `4f9b0c0e-7d53-4a6b-9a55-${String(number).padStart(12, '0')}`;
const member = (number: number, values: Partial<OfficeRecord> = {}) =>
  officeRecord({ id: idOf(number), name: `Member ${number}`, ...values });

const combo = (name: string) => page.getByRole('combobox', { name, exact: true });
const search = page.getByPlaceholder('Search by Name or Organization Position');

/** Answers like the office's list: ten per page, of the members that pass the filters. */
function directoryOf(members: OfficeRecord[], leaves: (member: OfficeRecord, query: Query) => boolean = () => true) {
  return answer(searchDirectory, ({ query }) => {
    const matches = members.filter((each) => leaves(each, query));
    return {
      success: true as const,
      data: matches.slice((query.page - 1) * 10, query.page * 10),
      pagination: paginationOf(query.page, matches.length),
    };
  });
}
type Query = ReturnType<typeof answer<typeof searchDirectory>>[number]['query'];

async function open(at = address) {
  answer(listStates, { success: true, data: [{ name: 'Gujarat' }, { name: 'Kerala' }] });
  answer(listDistricts, { success: true, data: [{ name: 'Ernakulam' }] });
  answer(listSubDistricts, { success: true, data: [{ name: 'Kochi' }] });
  answer(findLocalities, { success: true, data: [] });
  return show(<DirectoryPage />, { at, as: 'admin' });
}

test('is filtered by place, step by step, and by a text, all kept in the address', async () => {
  const calls = directoryOf([member(1), member(2)], (_, { state }) => state !== 'Gujarat');
  const { path } = await open();
  await expect.element(page.getByText('2 members')).toBeVisible();
  await choose('State', 'Kerala');
  await choose('District', 'Ernakulam');
  await choose('Sub-district', 'Kochi');
  await expect.poll(path).toBe(`${address}?state=Kerala&district=Ernakulam&subDistrict=Kochi`);
  await expect
    .poll(() => calls.at(-1)!.query)
    .toMatchObject({ state: 'Kerala', district: 'Ernakulam', subDistrict: 'Kochi' });
  // A change of State clears the fields that depend on it.
  await choose('State', 'Gujarat');
  await expect.element(combo('District')).toHaveValue('');
  await expect.poll(path).toBe(`${address}?state=Gujarat`);
  await expect.element(page.getByText(messages.empty.table)).toBeVisible();
  await expect.element(button('Export CSV')).toBeDisabled();
  await button('Reset').click();
  await expect.element(page.getByText('2 members')).toBeVisible();
  await search.fill('director of');
  await expect.poll(path).toMatch(/name=director/);
  await expect.poll(() => calls.at(-1)!.query.name).toBe('director of');
});

test('shows ten per page; a filter goes back to the first page', async () => {
  directoryOf(Array.from({ length: 12 }, (_, index) => member(index + 1)));
  const { path } = await open();
  const rows = page.getByRole('button', { name: /^View details of/ });
  await expect.poll(() => rows.elements().length).toBe(10);
  await button('Go to next page').click();
  await expect.poll(path).toBe(`${address}?page=2`);
  await expect.poll(() => rows.elements().length).toBe(2);
  await choose('Office held', 'Any office');
  await expect.poll(path).not.toMatch(/page=/);
  await expect.poll(() => rows.elements().length).toBe(10);
});

test('shows who requested erasure, and when', async () => {
  const erasureRequestedAt = '2026-06-02T06:30:00.000Z';
  const result = member(1, { name: 'Esha Paul', erasureRequestedAt });
  const rejected = member(2, { name: 'Farid Ali', erasureRequestedAt, status: 'Rejected' });
  directoryOf([result, rejected, member(3)], (each, { erasure }) => !erasure || each.erasureRequestedAt !== null);
  answer(reviewRegistration, reviewOf(result));
  answer(directoryBudget, {
    success: true,
    data: { quarterHour: { opened: 0, of: 60 }, day: { opened: 0, of: 300 } },
  });
  const { path } = await open();
  await choose('Erasure', 'Asked for');
  await expect.poll(path).toBe(`${address}?erasure=asked`);
  await expect.element(page.getByText('2 members')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /^Farid Ali.*Rejected/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /^Esha Paul.*2 Jun 2026/ })).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: /^View details of Esha Paul/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Member details' });
  await expect
    .element(dialog.getByRole('alert').filter({ hasText: 'asked for erasure on 2 Jun 2026, 12:00 pm' }))
    .toBeVisible();
});

test('is filtered by keyboard', async () => {
  const calls = directoryOf([member(1)]);
  await open();
  const membership = combo('Membership');
  await expect.element(membership).toBeVisible();
  (membership.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.poll(() => calls.at(-1)!.query.membership).toBe('Patron member');
});

test('opens the details by keyboard, and gives the focus back', async () => {
  directoryOf([member(1)]);
  answer(reviewRegistration, reviewOf(member(1)));
  // One exhausted budget is enough.
  answer(directoryBudget, {
    success: true,
    data: { quarterHour: { opened: 1, of: 60 }, day: { opened: 300, of: 300 } },
  });
  await open();
  const view = page.getByRole('button', { name: /^View details of Member 1/ });
  await expect.element(view).toBeVisible();
  (view.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Member details' });
  for (const name of ['Personal Information', 'Professional Information'])
    await expect.element(dialog.getByRole('heading', { name })).toBeVisible();
  await expect.element(dialog.getByText('17 May 1980')).toBeVisible();
  await expect.element(dialog.getByText(messages.empty.document)).toBeVisible();
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(dialog.getByText('Limit reached')).toBeVisible();
  // Payment and decisions are on the registrations page.
  await expect
    .element(dialog.getByRole('link', { name: 'Payment and decisions' }))
    .toHaveAttribute('href', '/admin/Registrations?tab=Approved&search=AIP-2026-000001');
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(view).toHaveFocus();
});

test('a record that fails to load can be loaded again', async () => {
  directoryOf([member(1)]);
  answer(reviewRegistration, 'lost');
  await open(`${address}?member=${idOf(1)}`);
  const dialog = page.getByRole('dialog', { name: 'Member details' });
  await expect.element(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Edit details' })).not.toBeInTheDocument();
});

test('shows a failure of the list or of an export', async () => {
  answer(searchDirectory, 'lost');
  await open();
  await expect.element(button('Try again')).toBeVisible();
  await expect.element(button('Export CSV')).toBeDisabled();
  directoryOf([member(1)]);
  await button('Try again').click();
  await expect.element(page.getByText('1 member', { exact: true })).toBeVisible();
  answer(exportDirectory, 'lost');
  await button('Export CSV').click();
  await expect.element(page.getByText(/^The server could not be reached/).first()).toBeVisible();
  await expect.element(button('Export CSV')).toBeEnabled();
});

test('tells an administrator who is limited to some States', async () => {
  directoryOf([member(1)]);
  answer(listStates, { success: true, data: [{ name: 'Kerala' }] });
  await show(<DirectoryPage />, { at: address, as: 'admin', office: { powers: ['members'], states: ['Kerala'] } });
  await expect.element(page.getByText('All approved members of Kerala')).toBeVisible();
});

test('has its filters in a sheet on a phone', async () => {
  directoryOf([member(1), member(2)]);
  await page.viewport(360, 800);
  await open();
  await button('Filters').click();
  await expect.element(button('Show 2 members')).toBeVisible();
  await choose('Membership', 'Permanent/Lifetime');
  await expect.element(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
  await button('Show 2 members').click();
  await expect.element(button('Filters (1)')).toBeVisible();
});
