import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { searchLog } from '#shared/contracts/activity-log.ts';
import { retryMail } from '#shared/contracts/mail-log.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { paginationOf } from '#shared/fields.ts';
import { messages } from '#shared/messages.ts';
import { answer } from '#web/testing/server.ts';
import { button, choose, expectAccessible, expectTouchSized, show } from '#web/testing/show.tsx';
import { Component as LogPage } from './LogPage.tsx';

type Line = EndpointResponse<typeof searchLog>['data'][number];

const line = (number: number, values: Partial<Line> = {}): Line => ({
  id: `4f9b0c0e-7d53-4a6b-9a55-${String(number).padStart(12, '0')}`,
  at: '2026-11-01T06:30:00.000Z',
  kind: 'content',
  by: 'office@example.org',
  subject: `News ${number}`,
  name: '',
  link: '',
  text: 'Changed',
  mail: null,
  ...values,
});
const failed = line(1, {
  kind: 'mail',
  subject: 'AIP-2026-000007',
  name: 'Kavita Deshmukh',
  link: '/admin/Registrations?search=AIP-2026-000007',
  text: 'Credentials to lost@example.org',
  mail: { state: 'failed', error: 'The mailbox does not exist.', toFile: false },
});

const rows = () => page.getByRole('row').elements().length - 1;

function logOf(lines: Line[]) {
  return answer(searchLog, ({ query: { page: count, kind } }) => {
    const matches = lines.filter((each) => !kind || each.kind === kind);
    return {
      success: true as const,
      data: matches.slice((count - 1) * 10, count * 10),
      pagination: paginationOf(count, matches.length),
    };
  });
}
const open = (at = '/admin/Log') => show(<LogPage />, { at, as: 'admin' });

test('shows ten per page, and is filtered by kind, words and days, all kept in the address', async () => {
  const calls = logOf([failed, ...Array.from({ length: 11 }, (_, index) => line(index + 2))]);
  const { path } = await open();
  await expect.element(page.getByText('12 entries')).toBeVisible();
  await button('Go to next page').click();
  await expect.poll(path).toBe('/admin/Log?page=2');
  await expect.poll(rows).toBe(2);
  await choose('Kind', 'Mail');
  await expect.poll(path).toBe('/admin/Log?kind=mail');
  await expect.poll(rows).toBe(1);
  await choose('Mail', 'Failed');
  await expect.poll(() => calls.at(-1)!.query).toMatchObject({ kind: 'mail', mail: 'failed' });
  // The filter by mail status is cleared with the kind.
  await choose('Kind', 'All');
  await expect.poll(() => calls.at(-1)!.query).toMatchObject({ kind: '', mail: '' });
  await page.getByRole('textbox', { name: 'Search the log' }).fill('000007');
  await expect.poll(() => calls.at(-1)!.query.search).toBe('000007');
  await page.getByRole('group', { name: 'From' }).getByRole('spinbutton', { name: 'Day' }).click();
  // An incomplete date does not filter.
  await userEvent.keyboard('0101');
  expect(path()).not.toContain('from=');
  await userEvent.keyboard('2099');
  await expect.poll(() => calls.at(-1)!.query).toMatchObject({ search: '000007', from: '2099-01-01' });
  await expect.poll(path).toMatch(/from=2099-01-01/);
});

test('ignores invalid filters in the address', async () => {
  const calls = logOf([failed]);
  await open('/admin/Log?kind=nothing&from=yesterday&mail=failed&page=-3');
  await expect.poll(() => calls.at(-1)?.query).toMatchObject({ kind: '', from: '', mail: '', page: 1 });
  await expect.element(page.getByText('1 entry', { exact: true })).toBeVisible();
});

test('shows why a mail failed, sends it again, and links to its recipient', async () => {
  logOf([failed]);
  await open();
  const row = page.getByRole('row', { name: /Credentials to lost@example.org/ });
  await expect.element(row.getByText('Failed', { exact: true })).toBeVisible();
  await expect.element(row.getByText('The mailbox does not exist.')).toBeVisible();
  await expect.element(row.getByRole('link')).toHaveAttribute('href', '/admin/Registrations?search=AIP-2026-000007');
  await expectAccessible();
  await expectTouchSized();
  const retry = row.getByRole('button', { name: /^Try again/ });
  answer(retryMail, 'lost');
  await retry.click();
  await expect.element(page.getByText(/^The server could not be reached/).first()).toBeVisible();
  await expect.element(retry).toBeEnabled();
  answer(retryMail, { success: true, message: 'The mail is being tried again.' });
  logOf([{ ...failed, mail: { state: 'sent', error: '', toFile: true } }]);
  await retry.click();
  await expect.element(page.getByText('The mail is being tried again.')).toBeVisible();
  await expect.element(row.getByText('Written to a file, not sent')).toBeVisible();
  await expect.element(retry).not.toBeInTheDocument();
});

test('can be loaded again after a failure, and says that it is empty', async () => {
  answer(searchLog, 'lost');
  await open();
  await expect.element(button('Try again')).toBeVisible();
  logOf([]);
  await button('Try again').click();
  await expect.element(page.getByText(messages.empty.table)).toBeVisible();
});
