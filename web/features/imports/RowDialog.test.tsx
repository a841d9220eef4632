import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { changeImportRow, type ImportRow } from '#shared/contracts/imports.ts';
import { AppError } from '#shared/errors.ts';
import { importFields } from '#shared/import-fields.ts';
import { answer } from '#web/testing/server.ts';
import { button, expectAccessible, show } from '#web/testing/show.tsx';
import { RowDialog } from './RowDialog.tsx';

const person = '4f9b0c0e-7d53-4a6b-9a55-0d3c0c9d8e11';
const row: ImportRow = {
  row: 4,
  kind: 'skip',
  values: { name: 'Vasanthi Iyer', mobile: '9812345678', court: 'Kollam' },
  problems: [],
  duplicate: {
    by: 'mobile',
    id: person,
    row: null,
    values: { name: 'V Iyer', mobile: '9812345678', memberNumber: 'AIP-M-000777' },
  },
  action: 'skip',
};
const open = (shown: ImportRow, editable = true, onSaved: (saved: ImportRow) => void = () => {}) =>
  show(<RowDialog importId={person} row={shown} editable={editable} onClose={() => {}} onSaved={onSaved} />, {
    as: 'admin',
  });

test('beside a row stands who is probably the same person, to be merged or told apart', async () => {
  const saved: ImportRow[] = [];
  await open(row, true, (changed) => saved.push(changed));
  await expect
    .element(page.getByText(/^The same mobile number is there already\. This row is skipped\./))
    .toBeVisible();
  await expect
    .element(page.getByRole('link', { name: /^Open that record/ }))
    .toHaveAttribute('href', `/admin/Person/${person}`);
  await expect.element(button('Skip this row')).not.toBeInTheDocument();
  await expectAccessible();
  answer(changeImportRow, new AppError('WRONG_STATE', 'The list is being imported.'));
  await button('Another person').click();
  await expect.element(page.getByText('The list is being imported.')).toBeVisible();
  expect(saved).toEqual([]);
  const completes: ImportRow = { ...row, kind: 'complete', action: 'complete' };
  const summary = { create: 0, complete: 1, skip: 0, care: 0 };
  const sent = answer(changeImportRow, { success: true, message: 'Saved.', row: completes, summary });
  await button('Same person: merge').click();
  await expect.poll(() => sent[0]).toMatchObject({ body: { row: 4, action: 'complete' } });
  await expect.poll(() => saved).toEqual([completes]);
});

test('the same e-mail is never another person’s, and what is imported stays', async () => {
  const { end } = await open({ ...row, duplicate: { ...row.duplicate!, by: 'email' } });
  await expect.element(button('Same person: merge')).toBeVisible();
  await expect.element(button('Another person')).not.toBeInTheDocument();
  await end();
  await open(row, false);
  await expect.element(page.getByText(/^The same mobile number is there already/)).toBeVisible();
  await expect.element(button('Same person: merge')).not.toBeInTheDocument();
});

test('only what was changed is sent, and what is still wrong is said at its field', async () => {
  const wrong = (value: string, message: string): ImportRow => ({
    ...row,
    kind: 'care',
    problems: [{ field: 'email', value, message }],
    duplicate: null,
    action: null,
  });
  await open(wrong('v.iyer', 'Please write the whole address'));
  const email = page.getByLabelText('Email');
  await expect.element(page.getByText('Please write the whole address')).toBeVisible();
  await expect.element(button('Save')).toBeDisabled();
  const summary = { create: 0, complete: 0, skip: 0, care: 1 };
  const still = wrong('v.iyer@', 'Please write what follows the sign');
  const sent = answer(changeImportRow, { success: true, message: 'Saved.', row: still, summary });
  await email.fill('v.iyer@');
  await button('Save').click();
  await expect.element(page.getByText('Please write what follows the sign')).toBeVisible();
  await expect.element(page.getByText('Something in this row is still to be corrected.')).toBeVisible();
  expect(sent[0]).toMatchObject({ body: { row: 4, values: { email: 'v.iyer@' } } });
  await expect.element(email).toHaveFocus();
});

test('on a phone the choices stand above the table, and nothing is cut at the side', async () => {
  await page.viewport(360, 780);
  const values = Object.fromEntries(
    importFields.map((field) => [field, `${field}.of.somebody@prosecution.example.org`]),
  );
  await open({ ...row, values, duplicate: { ...row.duplicate!, values } });
  const choices = ['Same person: merge', 'Another person'].map(button);
  for (const choice of choices) await expect.element(choice).toBeInViewport({ ratio: 1 });
  const table = page.getByRole('table').element();
  expect(choices.at(-1)!.element().getBoundingClientRect().bottom).toBeLessThan(table.getBoundingClientRect().top);
  for (const element of [table, page.getByRole('alert').element(), document.querySelector('dialog fieldset')!])
    expect(element.getBoundingClientRect().right).toBeLessThanOrEqual(360 - 16);
  await page.viewport(1280, 900);
});
