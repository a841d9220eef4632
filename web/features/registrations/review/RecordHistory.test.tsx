import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '#web/testing/show.tsx';
import { RecordHistory } from './RecordHistory.tsx';

const at = '2026-04-02T06:30:00.000Z';
const linesOf = (title: string) =>
  [...page.getByRole('heading', { name: title }).element().parentElement!.querySelectorAll('li')].map((line) =>
    [...line.querySelectorAll(':scope > span')].slice(0, 3).map((part) => part.textContent),
  );

test('says who decided and changed what, which mails went out, and who has opened the record', async () => {
  const changed = {
    at,
    by: 'member',
    from: '',
    to: '',
    action: 'changed the record',
    note: 'court, mobile number shown or hidden',
  };
  const approved = {
    at,
    by: 'office@example.org',
    from: 'Individual member',
    to: 'lifetime member',
    action: 'approved',
    note: '',
  };
  const mail = {
    id: '1',
    kind: 'credentials',
    to: 'asha@example.org',
    state: 'sent' as const,
    toFile: false,
    attempts: 1,
    createdAt: at,
    sentAt: at,
    error: '',
  };
  const opened = { by: 'office@example.org', what: 'ID' as const, day: '2026-04-02', times: 2, at };
  await show(
    <RecordHistory
      review={{ decisions: [changed, approved], mails: [mail], openedBy: [opened] }}
      onReload={() => {}}
    />,
  );
  await expect.element(page.getByRole('heading', { name: 'Decisions' })).toBeVisible();
  const time = '2 Apr 2026, 12:00 pm';
  expect(linesOf('Decisions')).toEqual([
    ['Changed the record', `${time} · member`, 'court, mobile number shown or hidden'],
    ['Approved (Individual → Permanent/Lifetime)', `${time} · office@example.org`],
  ]);
  expect(linesOf('Mails').map(([, meta]) => meta)).toEqual([`${time} · asha@example.org`]);
  expect(linesOf('Opened by the office')).toEqual([['The scanned ID (2 times)', `${time} · office@example.org`]]);
});
