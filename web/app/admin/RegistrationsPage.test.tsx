import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { decideMany } from '#shared/contracts/bulk-decisions.ts';
import { listTexts } from '#shared/contracts/canned-replies.ts';
import { listJobs } from '#shared/contracts/job-progress.ts';
import { listDistricts, listStates, listSubDistricts } from '#shared/contracts/locations.ts';
import { memberDocument, type OfficeRecord, updateMember } from '#shared/contracts/members.ts';
import {
  decideRegistration,
  listRegistrations,
  queueRegistrations,
  reviewRegistration,
  undoDecision,
} from '#shared/contracts/registrations.ts';
import { AppError } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import { messages } from '#shared/messages.ts';
import { registrationStatuses } from '#shared/options.ts';
import { person } from '#shared/person.ts';
import { officeRecord, reviewOf } from '#web/testing/records.ts';
import { answer } from '#web/testing/server.ts';
import { button, choose, expectAccessible, show } from '#web/testing/show.tsx';
import { ShortcutHelp } from '#web/ui/dialogs/ShortcutHelp.tsx';
import { Component as RegistrationsPage } from './RegistrationsPage.tsx';

const address = '/admin/Registrations';
const registration = (number: number, values: Partial<OfficeRecord> = {}) =>
  officeRecord({
    id: `4f9b0c0e-7d53-4a6b-9a55-${String(number).padStart(12, '0')}`,
    status: 'New',
    memberNumber: null,
    name: `Applicant ${number}`,
    ...values,
  });
const nina = registration(1, { name: 'Nina Paul', paymentStatus: 'PAYMENT_INITIATED' });
const omar = registration(2, { name: 'Omar Khan' });
const anil = registration(3, { name: 'Anil Rao', status: 'Approved', paymentStatus: 'PAYMENT_SUCCESS' });
const rekha = registration(4, { name: 'Rekha Das', status: 'Rejected' });

const tab = (name: RegExp) => page.getByRole('tab', { name });
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
const dialogOf = (name: string) => page.getByRole('dialog', { name });
const review = dialogOf('Review registration');

const isReady = ({ status, paymentStatus, document }: OfficeRecord) =>
  status === 'New' && paymentStatus !== '' && document !== null;

function serve(records: OfficeRecord[]) {
  answer(listJobs, { success: true, data: [] });
  answer(listTexts, { success: true, data: [] });
  answer(listStates, { success: true, data: [] });
  answer(listDistricts, { success: true, data: [] });
  answer(listSubDistricts, { success: true, data: [] });
  answer(reviewRegistration, ({ params: { id } }) => reviewOf(records.find((each) => each.id === id)!));
  answer(queueRegistrations, ({ query: { status } }) => {
    const ids = records.filter((each) => each.status === status).map(({ id }) => id);
    return { success: true as const, ids, offset: 0, total: ids.length };
  });
  return answer(listRegistrations, ({ query }) => {
    const matches = records.filter(({ status }) => status === query.status);
    const counts = registrationStatuses.map((each) => [each, records.filter(({ status }) => status === each).length]);
    return {
      success: true as const,
      data: matches
        .slice((query.page - 1) * 10, query.page * 10)
        .map((each) => ({ ...each, correction: null, ready: isReady(each) })),
      pagination: paginationOf(query.page, matches.length),
      counts: Object.fromEntries(counts),
    };
  });
}
const open = (at = address) => show(<RegistrationsPage />, { at, as: 'admin' });

test('shows each status in its tab, with the payment in words', async () => {
  serve([nina, omar, anil, rekha]);
  await open();
  await expect.element(row('Nina Paul').getByText('Initiated', { exact: true })).toBeVisible();
  await expect.element(row('Omar Khan').getByText('Not Initiated', { exact: true })).toBeVisible();
  await expectAccessible();
  await tab(/^Approved/).click();
  await expect.element(row('Anil Rao').getByText('Paid', { exact: true })).toBeVisible();
  await expect.element(button(/^Delete/)).not.toBeInTheDocument();
  await tab(/^Rejected/).click();
  await expect.element(button(/^Delete Rekha Das/)).toBeVisible();
});

test('replaces invalid parts of the address by valid ones', async () => {
  const calls = serve([nina]);
  const { path } = await open(`${address}?tab=Nonsense&page=99&sort=x&payment=y`);
  await expect.element(tab(/^New Registrations/)).toHaveAttribute('aria-selected', 'true');
  await expect.element(row('Nina Paul')).toBeVisible();
  await expect.poll(path).not.toMatch(/page=99/);
  expect(calls.at(-1)!.query).toMatchObject({ status: 'New', sort: 'newest', payment: '', page: 1 });
});

test('is sorted by its headings, which goes back to the first page', async () => {
  const calls = serve(Array.from({ length: 12 }, (_, index) => registration(index + 10)));
  const { path } = await open(`${address}?page=2`);
  const head = page.getByRole('columnheader', { name: /^Name/ });
  await expect.element(page.getByText('11–12 of 12')).toBeVisible();
  await head.getByRole('button').click();
  await expect.poll(path).toBe(`${address}?sort=name`);
  await expect.element(head).toHaveAttribute('aria-sort', 'ascending');
  await head.getByRole('button').click();
  await expect.poll(() => calls.at(-1)!.query).toMatchObject({ sort: '-name', page: 1 });
});

test('J and K go through the list, its first Review is one Tab behind the skip link, and oldest first is kept', async () => {
  const calls = serve([nina, omar]);
  const { end } = await open();
  await expect.element(button(/^Review Nina/)).toBeVisible();
  await userEvent.keyboard('j');
  await expect.element(button(/^Review Nina/)).toHaveFocus();
  await userEvent.keyboard('jj');
  await expect.element(button(/^Review Omar/)).toHaveFocus();
  await userEvent.keyboard('k');
  await expect.element(button(/^Review Nina/)).toHaveFocus();
  document.querySelector<HTMLElement>('[data-skip-target]')!.focus();
  await userEvent.keyboard('{Tab}');
  await expect.element(button(/^Review Nina/)).toHaveFocus();
  const date = page.getByRole('columnheader', { name: /^Date/ }).getByRole('button');
  await date.click();
  await expect.poll(() => calls.at(-1)!.query.sort).toBe('oldest');
  await end();
  const later = await open();
  await expect.poll(() => calls.at(-1)!.query.sort).toBe('oldest');
  await date.click();
  await expect.poll(() => calls.at(-1)!.query.sort).toBe('newest');
  await later.end();
});

test('a payment made online is said in words, and misses no screenshot', async () => {
  serve([{ ...nina, paymentStatus: 'PAYMENT_SUCCESS' }]);
  const online = { paymentId: 'pay_1', method: 'upi', fee: 23.6, tax: 3.6, on: '2026-11-24' };
  answer(reviewRegistration, { ...reviewOf({ ...nina, paymentStatus: 'PAYMENT_SUCCESS' }), online });
  await open(`${address}?review=${nina.id}`);
  await expect.element(review.getByText('Paid online on 24 Nov 2026: Rs 500 by UPI, fee Rs 23.60')).toBeVisible();
  await expect.element(review.getByText('Paid (PAYMENT_SUCCESS)')).toBeVisible();
  await expect.element(review.getByText('No payment screenshot has been sent.')).not.toBeInTheDocument();
});

test('says that it is empty, and can be loaded again after a failure', async () => {
  serve([]);
  answer(listRegistrations, 'lost');
  await open();
  await expect.element(button('Try again')).toBeVisible();
  serve([]);
  await button('Try again').click();
  await expect.element(page.getByText(messages.empty.table)).toBeVisible();
});

test('a review says that there is no file and no payment, and that erasure was requested', async () => {
  serve([omar, { ...anil, erasureRequestedAt: '2026-11-20T06:00:00.000Z' }]);
  const { end } = await open(`${address}?review=${omar.id}`);
  for (const text of ['Payment Not Initiated', messages.empty.document, 'No payment screenshot has been sent.'])
    await expect.element(review.getByText(text).first()).toBeVisible();
  await expectAccessible();
  await end();
  await open(`${address}?tab=Approved&review=${anil.id}`);
  await expect.element(page.getByText(/This member asked for erasure on 20 Nov 2026/)).toBeVisible();
});

test('a decision that somebody else has made meanwhile is shown, and the typed reason stays', async () => {
  serve([omar]);
  await open(`${address}?review=${omar.id}`);
  await review.getByRole('button', { name: 'Reject' }).click();
  const reason = review.getByRole('textbox', { name: 'Reason' });
  await review.getByRole('button', { name: 'Reject and mail the reason' }).click();
  await expect.element(reason).toHaveFocus();
  await reason.fill('A long reason, typed with care');
  answer(decideRegistration, new AppError('RECORD_CHANGED', 'No'));
  serve([{ ...omar, status: 'Approved', version: 2 }]);
  await review.getByRole('button', { name: 'Reject and mail the reason' }).click();
  await expect
    .element(review.getByText(/Somebody else has decided meanwhile: the record is Approved now\./))
    .toBeVisible();
  await expect.element(reason).toHaveValue('A long reason, typed with care');
});

test('Escape leaves the form of a rejection with its reason, and asks before the review closes with it', async () => {
  serve([omar]);
  await open(`${address}?review=${omar.id}`);
  await review.getByRole('button', { name: 'Reject' }).click();
  const reason = review.getByRole('textbox', { name: 'Reason' });
  await reason.fill('No court is named');
  await userEvent.keyboard('{Escape}');
  await expect.element(reason).not.toBeInTheDocument();
  await expect.element(review.getByRole('button', { name: 'Reject' })).toHaveFocus();
  await userEvent.keyboard('r');
  await expect.element(reason).toHaveValue('No court is named');
  await userEvent.keyboard('{Escape}');
  await expect.element(reason).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  const question = dialogOf('Discard what you typed?');
  await expect.element(question).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(review).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.element(review).not.toBeInTheDocument();
});

test('at 1280 px the decision stays at the right on one line, whatever stands beside it', async () => {
  await page.viewport(1280, 800);
  serve([omar]);
  await open(`${address}?review=${omar.id}`);
  await review.getByRole('button', { name: 'Add a note' }).click();
  await review.getByRole('textbox', { name: 'Note' }).fill('Spoke with the applicant');
  await expect.element(review.getByRole('button', { name: 'Save without deciding' })).toBeVisible();
  const [decision, reject, approve, seen] = [
    review.getByRole('form', { name: 'Decision' }),
    review.getByRole('button', { name: 'Reject' }),
    review.getByRole('button', { name: 'Approve' }),
    review.getByRole('checkbox', { name: 'Payment seen in the bank account' }),
  ].map((part) => part.element().getBoundingClientRect()) as [DOMRect, DOMRect, DOMRect, DOMRect];
  expect(reject.top).toBe(approve.top);
  expect(seen.right).toBeLessThan(reject.left);
  expect(decision.right - approve.right).toBeLessThanOrEqual(16);
  await page.viewport(1280, 900);
});

test('a correction asks before its input is discarded', async () => {
  serve([omar]);
  await open(`${address}?review=${omar.id}`);
  await button('Edit details').click();
  const edit = dialogOf('Edit details');
  const designation = edit.getByRole('textbox', { name: /^Designation/ });
  await designation.fill('Director');
  const close = edit.getByRole('button', { name: 'Close', exact: true });
  await close.click();
  const question = dialogOf('Discard what you typed?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(designation).toHaveValue('Director');
  await close.click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.element(edit).not.toBeInTheDocument();
  await expect.element(button('Edit details')).toHaveFocus();
});

test('Add Prosecutor shows every message at once, and requires no file', async () => {
  serve([]);
  await open();
  await button('Add Prosecutor').click();
  const add = dialogOf('Add Prosecutor');
  await add.getByRole('button', { name: 'Add Prosecutor' }).click();
  for (const { message } of [person.membership, person.name, person.email, person.state, person.court])
    await expect.element(add.getByText(message, { exact: true })).toBeVisible();
  await expect.element(add.getByText(person.document.message)).not.toBeInTheDocument();
  await expect.element(add.getByRole('combobox', { name: /^Membership Type/ })).toHaveFocus();
});

test('the keys: P ticks the payment, R with a digit and Enter rejects, and A asks where there are warnings', async () => {
  const paid = { paymentStatus: 'PAYMENT_INITIATED' } as const;
  const [asha, binu, chitra] = [
    registration(5, { name: 'Asha Rao', ...paid }),
    registration(6, { name: 'Binu Das', ...paid }),
    registration(7, { name: 'Chitra Sen' }),
  ];
  const records = [asha, binu, chitra];
  const warning = { kind: 'mobile' as const, message: 'This mobile number is also in AIP-2026-000009.' };
  serve(records);
  const text = { id: nina.id, kind: 'reject' as const, title: 'No court', text: 'The court is missing.', fields: [] };
  answer(listTexts, { success: true, data: [text] });
  const loaded = Promise.withResolvers<void>();
  answer(reviewRegistration, async ({ params: { id } }) => {
    await loaded.promise;
    const record = records.find((each) => each.id === id)!;
    const warnings = record === asha ? [{ ...warning, others: [], references: [] }] : [];
    return { ...reviewOf(record), warnings };
  });
  const decisions = answer(decideRegistration, ({ body }) => {
    Object.assign(records.find(({ id }) => id === body.id)!, { status: body.status });
    const undoUntil = new Date(Date.now() + 10_000).toISOString();
    return { success: true as const, message: 'It is decided.', undoUntil };
  });
  await open();
  await expect.element(row('Asha Rao')).toBeVisible();
  (button(/^Review Asha Rao/).element() as HTMLElement).focus();
  const { keyboard } = userEvent;
  await keyboard('{Enter}');
  // What nobody has seen is not decided, and the press is not swallowed.
  await expect.element(review).toBeVisible();
  await keyboard('a');
  await expect.element(review.getByText('The registration was not there yet: please press again.')).toBeVisible();
  loaded.resolve();
  const shown = (name: string) => expect.element(review.getByText(name, { exact: true }).first()).toBeVisible();
  const byRole = review.getByRole('checkbox', { name: 'Payment seen in the bank account' });
  await shown('Asha Rao');
  await keyboard('p');
  await expect.element(byRole).toBeChecked();
  await keyboard('p');
  await expect.element(byRole).not.toBeChecked();
  await keyboard('a');
  const question = dialogOf('Approve before the payment is checked?');
  await expect.element(question.getByText(warning.message)).toBeVisible();
  // What is open stands before the warnings.
  const inOrder = [messages.review.notChecked, messages.review.noDocument, warning.message].join('');
  expect(question.element().textContent).toContain(inOrder);
  await expectAccessible();
  await keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await keyboard('a');
  await expect.element(question).toBeVisible();
  await keyboard('{Tab}{Enter}');

  await shown('Binu Das');
  await keyboard('r');
  await expect.element(review.getByRole('button', { name: /^No court/ })).toHaveFocus();
  await keyboard('1');
  await expect.element(review.getByRole('textbox', { name: /^Reason/ })).toHaveValue(text.text);
  // Money was claimed: it is sent back unless it is kept.
  await expect.element(review.getByRole('combobox', { name: 'The money' })).toHaveTextContent('To be returned');
  await choose('The money', 'Kept by the association');
  await review.getByRole('button', { name: /^Reject and mail/ }).click();

  // Nothing was paid: that is asked about, too.
  await shown('Chitra Sen');
  // The confirmation has a line of its own: it moves nothing in the head, and on a phone passes below Close.
  const boxOf = (element: Element) => element.getBoundingClientRect();
  const said = () => boxOf(review.getByText(/^Binu Das: Rejected\.$/).element());
  for (const width of [1366, 1280]) {
    await page.viewport(width, 800);
    const opensNext = boxOf(review.getByRole('switch', { name: 'Open the next one after a decision' }).element());
    expect(opensNext.bottom).toBeLessThanOrEqual(said().top);
    expect(said().bottom).toBeLessThanOrEqual(boxOf(review.getByText('Scanned ID card').element()).top);
  }
  await page.viewport(360, 780);
  await expect.element(review.getByRole('button', { name: 'Undo' })).toBeInViewport();
  expect(said().top).toBeGreaterThanOrEqual(boxOf(review.getByRole('button', { name: 'Close' }).element()).bottom - 1);
  await page.viewport(1280, 900);
  await keyboard('a');
  const unpaid = dialogOf('Approve without a payment?');
  await expect.element(unpaid).toBeVisible();
  await keyboard('{Escape}');
  await expect.element(unpaid).not.toBeInTheDocument();
  await review.getByRole('button', { name: 'Approve' }).click();
  await unpaid.getByRole('button', { name: 'Approve' }).click();
  await expect.element(review).not.toBeInTheDocument();
  expect(decisions.map(({ body: { id, status, reason, money } }) => [id, status, reason, money])).toEqual([
    [asha.id, 'Approved', '', 'refund'],
    [binu.id, 'Rejected', text.text, 'keep'],
    [chitra.id, 'Approved', '', 'refund'],
  ]);
});

test('J then M asks nobody for the payment before the next record is on the screen', async () => {
  const records = [registration(5, { name: 'Asha Rao' }), registration(6, { name: 'Binu Das' })];
  const [asha, binu] = records as [OfficeRecord, OfficeRecord];
  serve(records);
  const slow = Promise.withResolvers<void>();
  answer(reviewRegistration, async ({ params: { id } }) => {
    if (id === binu.id) await slow.promise;
    return reviewOf(records.find((each) => each.id === id)!);
  });
  const rows = answer(decideMany, { success: true, message: '' });
  await open(`${address}?review=${asha.id}`);
  await expect.element(review.getByRole('button', { name: 'Ask for the payment' })).toBeVisible();
  await userEvent.keyboard('jm');
  await expect.element(review.getByText('The registration was not there yet: please press again.')).toBeVisible();
  slow.resolve();
  await expect.element(review.getByText('Binu Das', { exact: true }).first()).toBeVisible();
  expect(rows).toEqual([]);
});

test('a decision can be taken back for seconds, in the review and after it', async () => {
  const settled = { paymentStatus: 'PAYMENT_SUCCESS', document: '/api/Directory/document/5' } as const;
  const [asha, binu] = [registration(5, { name: 'Asha Rao', ...settled }), { ...nina, ...settled }];
  const records = [asha, binu];
  serve(records);
  answer(memberDocument, new AppError('NOT_FOUND', 'There is none.'));
  answer(decideRegistration, ({ body }) => {
    records.find(({ id }) => id === body.id)!.status = body.status;
    return { success: true as const, message: '', undoUntil: new Date(Date.now() + 3_000).toISOString() };
  });
  const undone = answer(undoDecision, ({ params: { id } }) => {
    records.find((each) => each.id === id)!.status = 'New';
    return { success: true as const, message: '' };
  });
  await open(`${address}?review=${asha.id}`);
  await expect.element(review.getByText('Asha Rao', { exact: true }).first()).toBeVisible();
  await userEvent.keyboard('a');
  await expect.element(review.getByText('Asha Rao: Approved.')).toBeVisible();
  await expect.element(review.getByText('Nina Paul', { exact: true }).first()).toBeVisible();
  await userEvent.keyboard('u');
  await expect.element(review.getByText('Asha Rao: New again.')).toBeVisible();
  await expect.element(review.getByText('Asha Rao', { exact: true }).first()).toBeVisible();
  await userEvent.keyboard('a');
  await expect.element(review.getByText('Nina Paul', { exact: true }).first()).toBeVisible();
  await userEvent.keyboard('a');
  await expect.element(review).not.toBeInTheDocument();
  await expect.element(page.getByText(/^Nina Paul: Approved\./)).toBeVisible();
  await expectAccessible();
  await button('Undo').click();
  await expect.element(page.getByText('Nina Paul: New again.')).toBeVisible();
  await expect.element(button('Undo')).not.toBeInTheDocument();
  expect(undone.map(({ params }) => params.id)).toEqual([asha.id, binu.id]);
});

test('at 1280 px fee, UTR, screenshot and decision are seen at once; at 360 px the decision is under the thumb', async () => {
  await page.viewport(1280, 720);
  serve([{ ...omar, utr: '630112345678' }]);
  const around = (
    <>
      <RegistrationsPage />
      <ShortcutHelp />
    </>
  );
  await show(around, { at: `${address}?review=${omar.id}`, as: 'admin' });
  for (const part of [
    review.getByText('Rs 500', { exact: true }),
    review.getByText('630112345678'),
    review.getByRole('region', { name: 'Payment screenshot' }),
    review.getByRole('region', { name: 'Scanned ID card' }),
    review.getByRole('button', { name: 'Approve' }),
    review.getByRole('button', { name: 'Reject' }),
  ])
    await expect.element(part).toBeInViewport({ ratio: 0.95 });
  await review.getByRole('button', { name: 'Keyboard help' }).click();
  const help = dialogOf('Keyboard help');
  for (const label of ['Approve', 'Reject', 'Next registration', 'Ask for a correction'])
    await expect.element(help.getByText(label, { exact: true })).toBeVisible();
  // What lies over the dialog has the keys to itself: a decision would fail the test.
  await userEvent.keyboard('a{Escape}');
  await expect.element(help).not.toBeInTheDocument();
  await expectAccessible();
  await page.viewport(360, 780);
  for (const name of ['Approve', 'Reject', 'More', 'Next registration', 'Previous registration'])
    await expect.element(review.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 0.95 });
});

test('a correction asks before the record goes to another office, and goes on without it', async () => {
  const result = { ...omar, state: 'Kerala' };
  serve([result]);
  const data = ['Goa', 'Kerala'].map((name) => ({ name }));
  answer(listStates, { success: true, data });
  answer(listDistricts, { success: true, data: [{ name: 'North Goa' }] });
  const saved = answer(updateMember, { success: true, message: 'The record was updated.' });
  const office = { powers: ['members' as const], states: ['Kerala'] };
  await show(<RegistrationsPage />, { at: `${address}?review=${omar.id}`, as: 'admin', office });
  await button('Edit details').click();
  const edit = dialogOf('Edit details');
  for (const [label, text] of [
    ['State', 'Goa'],
    ['District', 'North Goa'],
  ] as const) {
    await edit.getByRole('combobox', { name: label, exact: true }).fill(text);
    await page.getByRole('option', { name: text, exact: true }).click();
  }
  await edit.getByRole('combobox', { name: 'Sub-District', exact: true }).fill('Tiswadi');
  const save = edit.getByRole('button', { name: 'Save' });
  await save.click();
  const question = dialogOf('Change the State?');
  await expect.element(question.getByText('This hands the record to the office of Goa.')).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(saved).toEqual([]);
  await save.click();
  serve([]);
  await question.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(button(/^Review Omar/)).not.toBeInTheDocument();
  expect(saved.map(({ body }) => 'state' in body && body.state)).toEqual(['Goa']);
});

test('a correction keeps what was typed when the record has changed, and loads the current one when asked', async () => {
  serve([omar]);
  await open(`${address}?review=${omar.id}`);
  await button('Edit details').click();
  const edit = dialogOf('Edit details');
  const court = edit.getByRole('textbox', { name: /^Name of the Court/ });
  const save = edit.getByRole('button', { name: 'Save' });
  await court.fill('High Court of Kerala');
  answer(updateMember, new AppError('RECORD_CHANGED', 'It has changed.'));
  serve([{ ...omar, designation: 'Special Prosecutor', version: 2 }]);
  await save.click();
  await expect.element(edit.getByText(/^Someone else has changed this record in the meantime\./)).toBeVisible();
  await expect.element(court).toHaveValue('High Court of Kerala');
  await edit.getByRole('button', { name: 'Show theirs' }).click();
  await expect.element(edit.getByRole('textbox', { name: /^Designation/ })).toHaveValue('Special Prosecutor');
  await court.fill('High Court of Kerala');
  const saved = answer(updateMember, { success: true, message: 'The record was updated.' });
  await save.click();
  await expect.element(edit).not.toBeInTheDocument();
  expect(saved).toMatchObject([{ body: { court: 'High Court of Kerala', version: '2' } }]);
});
