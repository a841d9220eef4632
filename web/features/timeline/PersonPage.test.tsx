import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listTexts } from '#shared/contracts/canned-replies.ts';
import { listDistricts, listStates, listSubDistricts } from '#shared/contracts/locations.ts';
import { likePeople, mergeRecords, unmergeRecords } from '#shared/contracts/merging.ts';
import { resendCredentials } from '#shared/contracts/registrations.ts';
import { getPerson, type PersonEvent, type SeenPerson } from '#shared/contracts/timeline.ts';
import { AppError } from '#shared/errors.ts';
import type { Power } from '#shared/powers.ts';
import { officeRecord } from '#web/testing/records.ts';
import { answer } from '#web/testing/server.ts';
import { button, expectAccessible, expectTouchSized, show } from '#web/testing/show.tsx';
import { Component as PersonPage } from './PersonPage.tsx';

const record = officeRecord({ standing: { state: 'due', period: '2026-27', until: null, amount: 1_000 } });
const { id: recordId, name: nameValue, memberNumber, membership, reference, status, state, email } = record;
const named = { id: recordId, name: nameValue, memberNumber, membership };

const paid: PersonEvent = {
  at: '2026-11-24T06:30:00.000Z',
  kind: 'payment',
  text: 'Received: Rs 1,000: Annual subscription 2026-27',
  by: '',
  path: '/admin/Payments?state=all&search=R-1&open=1',
};
const written: PersonEvent = {
  at: '2026-11-20T06:30:00.000Z',
  kind: 'message',
  text: 'Wrote to the office (open)',
  by: 'website',
  path: '',
};

const money = {
  deduction: { office: 'Treasury, Kochi', month: '2026-07' },
  lastPayment: { amount: 1_000, on: '2026-08-04', purpose: 'annual' as const, period: '2026-27' },
  credit: { kept: 0, toReturn: 200 },
};

function answers(person: SeenPerson, timeline: PersonEvent[] = [], totalPages = 1) {
  answer(likePeople, { success: true, data: record, alike: [], merged: null });
  return answer(getPerson, {
    success: true,
    person,
    money,
    timeline,
    pagination: { currentPage: 1, totalPages, totalCount: timeline.length, pageSize: 10 },
  });
}
const open = (powers: Power[] = ['full'], id = recordId) =>
  show(<PersonPage />, {
    at: `/admin/Person/${id}`,
    path: '/admin/Person/:id',
    as: 'admin',
    office: { powers, states: [] },
  });
const heading = page.getByRole('heading', { name: nameValue, level: 1 });
const link = (name: string) => page.getByRole('link', { name, exact: true });
/** What may be done, in the order of the screen. */
const offered = () =>
  [...document.querySelectorAll('section[aria-labelledby="actions"] :is(a, button)')].map((each) => each.textContent);

test('shows who a member is, what may be done, and what has happened with links', async () => {
  const rows = answers(record, [paid, written], 2);
  const { path } = await open();
  await expect.element(heading).toBeVisible();
  await expect.element(page.getByText('AIP-M-000001 · Individual · District Court Pune')).toBeVisible();
  await expect.element(page.getByText('From the salary since July 2026: Treasury, Kochi')).toBeVisible();
  const last = 'Last payment Rs 1,000 on 4 Aug 2026: Annual subscription 2026-27';
  await expect.element(page.getByText(last)).toBeVisible();
  await expect.element(page.getByText('Rs 200 to be returned')).toBeVisible();
  await expect.element(page.getByText('Subscription 2026-27: due')).toBeVisible();
  expect(offered()).toEqual([
    'Review',
    'Edit details',
    'Resend credentials',
    'Logins and scanned ID',
    'Payments and receipts',
  ]);
  await expect.element(page.getByText('Wrote to the office (open)')).toBeVisible();
  await expectAccessible([360, 768, 1280]);
  await expectTouchSized();
  await button('Go to page 2').click();
  await expect.poll(() => rows.at(-1)).toMatchObject({ query: { page: 2 } });
  await link(paid.text).click();
  await expect.poll(path).toBe(paid.path);
});

test('by keyboard alone sends credentials again, and asks first', async () => {
  answers(record);
  await open();
  await expect.element(button('Resend credentials')).toBeVisible();
  const sent = answer(resendCredentials, { success: true, message: 'Sent.' });
  while (document.activeElement?.textContent !== 'Resend credentials') await userEvent.keyboard('{Tab}');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog').getByText(new RegExp(email))).toBeVisible();
  expect(sent).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Resend credentials' }).click();
  await expect.poll(() => sent.length).toBe(1);
});

test('leads an applicant to the decision, or to a correction', async () => {
  answers({ ...record, status: 'New', memberNumber: null });
  await open(['members']);
  await expect.element(heading).toBeVisible();
  expect(offered()).toEqual(['Review: approve or reject', 'Ask for a correction', 'Edit details']);
  const text = { id: record.id, kind: 'correction' as const, title: 'Blurred', text: 'It cannot be read.' };
  answer(listTexts, { success: true, data: [{ ...text, fields: ['document', 'utr'] }] });
  await button('Ask for a correction').click();
  const dialog = page.getByRole('dialog', { name: 'Ask for a correction' });
  const tick = (name: string) => dialog.getByRole('checkbox', { name });
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Please look.');
  await page.viewport(360, 500);
  await dialog.getByRole('button', { name: 'Ask for correction' }).click();
  const missing = dialog.getByText('Please choose what is to be corrected');
  await expect.element(missing).toBeInViewport();
  await expect.element(tick('Payment Screenshot')).toHaveFocus();
  await page.viewport(1280, 900);
  await dialog.getByRole('button', { name: /^Blurred/ }).click();
  await expect.element(missing).not.toBeInTheDocument();
  await expect.element(tick('Scanned ID Card')).toBeChecked();
  await expect.element(tick('Transaction Reference (UTR)')).toBeChecked();
  await expect.element(tick('Full Name')).not.toBeChecked();
  await expect.element(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('Please look.\nIt cannot be read.');
  await expectAccessible();
});

test('says what is missing in a record, and that somebody cannot log in', async () => {
  answers({ ...record, email: '', incomplete: ['email', 'dateOfBirth'] });
  await open(['members']);
  await expect.element(page.getByText('Cannot log in yet: no e-mail')).toBeVisible();
  await expect.element(page.getByText(/^Missing in the record: .*Date of Birth.*\.$/)).toBeVisible();
  expect(offered()).not.toContain('Resend credentials');
  await expectAccessible();
  answer(listStates, { success: true, data: [] });
  answer(listDistricts, { success: true, data: [] });
  answer(listSubDistricts, { success: true, data: [] });
  await button('Edit details').click();
  await expect.element(page.getByRole('dialog', { name: 'Edit details' })).toBeVisible();
});

test.each<[Power, SeenPerson, string[]]>([
  ['money', { ...named, reference, status }, ['Payments and receipts']],
  ['letters', { ...named, state, email }, []],
  ['votes', named, []],
  ['content', named, []],
])('with the power %s shows no more than that allows', async (power, person, actions) => {
  answers(person);
  await open([power]);
  await expect.element(heading).toBeVisible();
  await expect.element(page.getByText('Nothing that you may see.')).toBeVisible();
  expect(offered()).toEqual(actions);
  await expectAccessible();
});

test.each<[Power, string, string]>([
  ['members', 'Back to the directory', '/admin/Directory'],
  ['votes', 'Back to the overview', '/admin/Overview'],
])('with the power %s says that there is no such record, with a way: %s', async (power, back, address) => {
  answer(getPerson, new AppError('NOT_FOUND', 'This person was not found.'));
  const { path } = await open([power]);
  await expect.element(page.getByRole('heading', { name: 'This record was not found.', level: 1 })).toBeVisible();
  await expect.element(button('Try again')).not.toBeInTheDocument();
  await expectAccessible();
  await link(back).click();
  await expect.poll(path).toBe(address);
});

const second = officeRecord({
  id: '4f9b0c0e-7d53-4a6b-9a55-0d3c0c9d8e22',
  name: 'K Deshmukh',
  reference: 'AIP-2026-000777',
});
const secondHeading = page.getByRole('heading', { name: second.name, level: 1 });
const at = '2026-11-27T06:00:00.000Z';
const merged = { reference: second.reference, by: 'office@example.org', at, until: '2026-11-28T06:00:00.000Z' };
const event = (text: string): PersonEvent => ({ ...written, text });
const likeness = { success: true as const, data: record, alike: [], merged: null };

test.each([
  ['this record', record, heading],
  ['the other record', second, secondHeading],
])('after a merge into %s shows that one as it is then, with the focus on its name', async (_case, stays, title) => {
  answers(record, [event('Before the merge')]);
  answer(likePeople, { ...likeness, alike: [{ person: second, by: ['email'] }] });
  const { path } = await open();
  await button('Same person: merge').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: new RegExp(`^${stays.name}, `) }).click();
  answer(mergeRecords, () => {
    answers(stays, [event('Made one record of two')]);
    answer(likePeople, { ...likeness, data: stays, merged });
    return { success: true as const, message: 'The two records are one now.', directory: stays };
  });
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect.element(page.getByText('Made one record of two')).toBeVisible();
  await expect.element(button('Undo the merge')).toBeVisible();
  await expect.element(button('Same person: merge')).not.toBeInTheDocument();
  await expect.element(title).toHaveFocus();
  expect(path()).toBe(`/admin/Person/${stays.id}`);
});

test('after the undo of a merge the address of the record that was dropped shows it again', async () => {
  answers(record, [event('Made one record of two')]);
  answer(likePeople, { ...likeness, merged });
  await open(['full'], second.id);
  await expect.element(heading).toBeVisible();
  await expect.element(button('Undo the merge')).toBeVisible();
  const gap = page.getByRole('heading', { name: 'What has happened' }).element().getBoundingClientRect().top;
  expect(gap - page.getByRole('alert').element().getBoundingClientRect().bottom).toBeGreaterThanOrEqual(16);
  await button('Undo the merge').click();
  answer(unmergeRecords, () => {
    answers({ ...second, status: 'New' }, [event('Two records again')]);
    answer(likePeople, { ...likeness, data: second, alike: [{ person: record, by: ['email'] }] });
    return { success: true as const, message: 'There are two records again.', directory: record };
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the merge' }).click();
  await expect.element(secondHeading).toHaveFocus();
  await expect.element(page.getByText('Two records again')).toBeVisible();
  await expect.element(link('Review: approve or reject')).toBeVisible();
  await expect.element(link(record.name)).toBeVisible();
  await expect.element(button('Undo the merge')).not.toBeInTheDocument();
});

test('says that it loads, and when it fails offers to try again', async () => {
  answers(record);
  answer(getPerson, new AppError('INTERNAL', 'The database is down.'));
  await open();
  await expect.element(page.getByText(/This could not be loaded/)).toBeVisible();
  answers(record);
  await button('Try again').click();
  await expect.element(heading).toBeVisible();
});
