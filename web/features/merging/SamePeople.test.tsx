import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  anotherPerson,
  likelyDoubles,
  likePeople,
  mergeRecords,
  otherPeople,
  unmergeRecords,
} from '#shared/contracts/merging.ts';
import { AppError } from '#shared/errors.ts';
import { officeRecord } from '#web/testing/records.ts';
import { answer } from '#web/testing/server.ts';
import { button, expectAccessible, show } from '#web/testing/show.tsx';
import { Component as Doubles } from './DoublesPage.tsx';
import { SamePeople } from './SamePeople.tsx';

const one = officeRecord({ mobile: '', version: 3 });
const other = officeRecord({
  id: '4f9b0c0e-7d53-4a6b-9a55-0d3c0c9d8e22',
  name: 'K Deshmukh',
  memberNumber: 'AIP-M-000777',
  version: 5,
});
const alike = { success: true as const, data: one, alike: [{ person: other, by: ['email' as const] }], merged: null };

test('makes one record of two, with the values that were chosen', async () => {
  answer(likePeople, alike);
  await show(<SamePeople id={one.id} onChanged={() => {}} />, { as: 'admin' });
  await expect.element(page.getByText('Has the same e-mail.')).toBeVisible();
  await button('Same person: merge').click();
  const dialog = page.getByRole('dialog');
  // What the kept record lacks comes from the other one.
  await expect.element(dialog.getByRole('radio', { name: '9812345678' })).toBeChecked();
  await dialog.getByRole('radio', { name: 'K Deshmukh', exact: true }).click();
  await expectAccessible();
  const refused = answer(mergeRecords, new AppError('WRONG_STATE', 'Both have taken a paper.'));
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect.element(page.getByText('Both have taken a paper.')).toBeVisible();
  await expect.element(dialog.getByRole('radio', { name: 'K Deshmukh', exact: true })).toBeChecked();
  expect(refused[0]).toMatchObject({
    body: { keep: one.id, drop: other.id, fields: { name: 'drop' }, versions: [3, 5] },
  });
  await dialog.getByRole('radio', { name: 'K Deshmukh, AIP-M-000777, Approved' }).click();
  const sent = answer(mergeRecords, { success: true, message: 'The two records are one now.', directory: other });
  answer(likePeople, { ...alike, alike: [] });
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect.poll(() => sent[0]).toMatchObject({ body: { keep: other.id, drop: one.id, versions: [5, 3] } });
});

test('keeps two people apart, and undoes a merge while it can be undone', async () => {
  answer(likePeople, alike);
  await show(<SamePeople id={one.id} onChanged={() => {}} />, { as: 'admin' });
  const apart = answer(anotherPerson, { success: true, message: 'Noted.' });
  await button('Another person').click();
  const at = '2026-11-27T06:00:00.000Z';
  answer(likePeople, {
    ...alike,
    alike: [],
    merged: { reference: 'AIP-2026-000777', by: 'office@example.org', at, until: '2026-11-28T06:00:00.000Z' },
  });
  await button('Two people').click();
  await expect.poll(() => apart[0]).toMatchObject({ body: { one: one.id, other: other.id } });
  await expect.element(button('Another person')).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement).not.toBe(document.body);
  const undone = answer(unmergeRecords, { success: true, message: 'There are two records again.', directory: one });
  await button('Undo the merge').click();
  await expectAccessible();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the merge' }).click();
  await expect.poll(() => undone[0]).toMatchObject({ body: { keep: one.id } });
});

test('finds the other record of a person by what somebody types', async () => {
  answer(likePeople, { ...alike, alike: [] });
  await show(<SamePeople id={one.id} onChanged={() => {}} />, { as: 'admin' });
  await button('Same person as …').click();
  const { id, name, reference, memberNumber, state, email } = other;
  const asked = answer(otherPeople, {
    success: true,
    data: [{ id, name, reference, memberNumber, status: 'Approved', state, email }],
  });
  await page.getByRole('textbox').fill('Deshmuk');
  await expect.element(page.getByText('K Deshmukh, AIP-M-000777, Approved')).toBeVisible();
  expect(asked.at(-1)).toMatchObject({ params: { id: one.id }, query: { search: 'Deshmuk' } });
  await expectAccessible();
  answer(likePeople, { ...alike, data: other, alike: [] });
  await button('Compare with K Deshmukh, AIP-M-000777').click();
  await expect.element(page.getByRole('dialog', { name: 'Make one record of two' })).toBeVisible();
});

test('lists likely doubles, each settled once', async () => {
  const { id, name, reference, memberNumber, state, email } = other;
  const like = { id, name, reference, memberNumber, status: 'Approved' as const, state, email };
  const pair = {
    one: { ...like, id: one.id, name: one.name, memberNumber: null },
    other: like,
    by: ['mobile' as const],
  };
  const pagination = { totalCount: 1, totalPages: 1, currentPage: 1, pageSize: 20 };
  answer(likelyDoubles, { success: true, data: [pair], pagination });
  await show(<Doubles />, { as: 'admin' });
  await expect.element(page.getByText('the same mobile number')).toBeVisible();
  await expectAccessible();
  const apart = answer(anotherPerson, { success: true, message: 'Noted.' });
  answer(likelyDoubles, { success: true, data: [], pagination: { ...pagination, totalCount: 0 } });
  await button('Another person').click();
  await button('Two people').click();
  await expect.poll(() => apart[0]).toMatchObject({ body: { one: one.id, other: other.id } });
  await expect.element(page.getByText('No two records look like one person’s.')).toBeVisible();
});
