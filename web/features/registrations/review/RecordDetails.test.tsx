import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { person } from '#shared/person.ts';
import { recordNames } from '#shared/person-fields.ts';
import { emptyRecord } from '#web/testing/records.ts';
import { expectAccessible, expectTouchSized, show } from '#web/testing/show.tsx';
import { RecordDetails } from './RecordDetails.tsx';

const lineOf = (label: string) => page.getByText(label, { exact: true }).element().parentElement!;
const saidOf = (label: string) => lineOf(label).querySelector('dd')!.textContent;

test('an empty value of any kind is a dash, without link or copy button', async () => {
  await show(<RecordDetails record={emptyRecord} />);
  await expect.element(page.getByText('Mobile Number')).toBeVisible();
  const matches = recordNames.filter((name) => !['file', 'flag'].includes(person[name].kind));
  // The text of 'Others' is shown with its choice; the membership is shown elsewhere.
  for (const label of matches.filter((name) => !('shownWith' in person[name])).map((name) => person[name].label)) {
    if (label === person.membership.label) continue;
    expect.soft(saidOf(label), label).toBe('–');
  }
  expect(saidOf('Member Number')).toBe('–');
  expect(saidOf('Approved')).toBe('–');
  expect(page.getByRole('link').elements()).toEqual([]);
  expect(page.getByRole('button').elements()).toEqual([]);
  await expectAccessible();
});

test('numbers and addresses can be called, written to and copied', async () => {
  const record = {
    ...emptyRecord,
    name: 'Asha Rao',
    email: 'asha@example.org',
    mobile: '9876543210',
    dateOfBirth: '1980-05-17',
    organization: 'Others',
    organizationOther: 'Legal adviser',
    specialisations: ['NDPS Act, 1985', 'POCSO Act, 2012'],
    district: 'Pune',
    subDistrict: 'PUNE',
    hideMobile: true,
  };
  await show(<RecordDetails record={record} />);
  const hrefOf = (name: string) => page.getByRole('link', { name }).element().getAttribute('href');
  await expect.element(page.getByRole('link', { name: '+91 98765 43210' })).toBeVisible();
  expect(hrefOf('+91 98765 43210')).toBe('tel:+919876543210');
  expect(hrefOf('asha@example.org')).toBe('mailto:asha@example.org');
  expect(page.getByRole('button', { name: /copy/i }).elements()).toHaveLength(2);
  expect(saidOf('Date of Birth')).toMatch(/^17 May 1980/);
  expect(saidOf('Organization Position')).toBe('Others: Legal adviser');
  expect(saidOf('Specialisation')).toBe('NDPS Act, 1985; POCSO Act, 2012');
  expect(saidOf('District, Sub-District')).toBe('Pune');
  await expect.element(page.getByText('Shown without mobile number')).toBeVisible();
  await expectTouchSized();
});
