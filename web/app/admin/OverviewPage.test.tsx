import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listConferences } from '#shared/contracts/conferences.ts';
import { getOverview, listMonthEntries, type OverviewData } from '#shared/contracts/overview.ts';
import { dashboardCounts, registrationsOverview } from '#shared/contracts/registrations.ts';
import { getSettings } from '#shared/contracts/settings.ts';
import { moneyOverview } from '#shared/contracts/subscription.ts';
import { paginationOf } from '#shared/fields.ts';
import { messages } from '#shared/messages.ts';
import type { Powers } from '#shared/powers.ts';
import { conference } from '#web/testing/conferences.ts';
import { answer } from '#web/testing/server.ts';
import { expectAccessible, expectTouchSized, show } from '#web/testing/show.tsx';
import { Component as OverviewPage } from './OverviewPage.tsx';

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const box = (title: string) => page.getByRole('region', { name: title });
const again = page.getByRole('button', { name: 'Try again' });
const members: Powers = { powers: ['members'], states: [] };

const lastMonths = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`);
const numberedConference = (number: number) =>
  conference({
    id: `4f9b0c0e-7d53-4a6b-9a55-00000000000${number}`,
    title: `Conference ${number}`,
    meetingType: number === 1 ? 'Offline' : 'Online',
    startsAt: `2030-01-0${number}T10:00:00.000Z`,
  });
const backup = (lastBackupAt: string | null) =>
  answer(registrationsOverview, { success: true, data: { lastBackupAt, byMonth: [], byState: [] } });

/** Answers every call of the page, for a busy office or a new one. */
function serve(busy: boolean) {
  const count = (number: number) => (busy ? number : 0);
  answer(dashboardCounts, {
    success: true,
    data: {
      'Individual Member': count(1),
      'Lifetime Member': count(2),
      'Patron Member': count(1),
      'Total Conferences': count(5),
      'Total Member': count(4),
    },
  });
  answer(registrationsOverview, {
    success: true,
    data: {
      lastBackupAt: ago(0),
      incomplete: count(12),
      cannotLogIn: count(1),
      byMonth: lastMonths.map((month, index) => ({ month, count: index === 11 ? count(7) : 0 })),
      byState: busy
        ? [
            { state: 'Kerala', count: 3 },
            { state: 'Goa', count: 1 },
          ]
        : [],
    },
  });
  const waiting: OverviewData['waiting'] = [
    { kind: 'registrations', count: count(2), since: busy ? ago(3.5) : null },
    { kind: 'erasures', count: count(1), since: busy ? ago(0) : null },
    { kind: 'online', count: count(3), since: busy ? ago(1.5) : null },
    { kind: 'messages', count: 0, since: null },
  ];
  answer(getOverview, {
    success: true,
    data: { waiting, shares: null, months: lastMonths.map((month) => ({ month, joined: 0, left: 0 })) },
  });
  answer(listConferences, 'lost');
}

const open = (office: Powers = members) => show(<OverviewPage />, { at: '/admin/Overview', as: 'admin', office });

test('shows counts, each with a link to its list', async () => {
  serve(true);
  await open();
  const card = (label: string) => page.getByRole('link', { name: new RegExp(`^${label}`) });
  await expect.element(page.getByRole('link', { name: /^Individual Member\s*1$/ })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Lifetime Member\s*2$/ })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Total Directory\s*4$/ })).toBeVisible();
  const listed = async (name: string) => (await page.getByRole('link', { name }).element()).getAttribute('href');
  expect(await listed('12 records are incomplete')).toBe('/admin/Directory?incomplete=true');
  expect(await listed('1 member cannot log in yet')).toBe('/admin/Directory?incomplete=login');
  await expect.element(card('Patron Members')).toHaveAttribute('href', '/admin/Directory?membership=Patron%20member');
  await expect.element(card('Today Conferences')).toHaveAttribute('href', '/admin/Conferences');
  // The list could not be loaded, and with it the number of today's.
  await expect.element(page.getByRole('link', { name: /^Today Conferences\s*5$/ })).toBeVisible();
  await expectAccessible();
  await expectTouchSized();
});

test('shows what is waiting and for how long, the oldest first, each with a link', async () => {
  serve(true);
  await open();
  const waiting = page.getByRole('list', { name: 'What is waiting' }).getByRole('link');
  await expect.poll(() => waiting.elements().map((each) => each.textContent)).toHaveLength(3);
  const [registrations, erasure, online] = waiting.elements();
  expect(registrations!.textContent).toMatch(/2\s*registrations are waiting\s*the oldest for 3 days/);
  expect(registrations!.getAttribute('href')).toBe('/admin/Registrations?sort=oldest');
  expect(erasure!.textContent).toMatch(/1\s*member asks for erasure\s*for less than a day/);
  expect(erasure!.getAttribute('href')).toBe('/admin/Directory?erasure=asked');
  expect(online!.textContent).toMatch(/3\s*online payments are to be checked\s*the oldest for 1 day/);
  expect(online!.getAttribute('href')).toBe('/admin/Payments?state=online');
});

test('shows the first four conferences with their type, date and time', async () => {
  serve(true);
  const newConference = Array.from({ length: 5 }, (_, index) => numberedConference(index + 1));
  answer(listConferences, { success: true, newConference });
  await open();
  await expect.element(page.getByRole('link', { name: /^Today Conferences\s*5\s*0 today$/ })).toBeVisible();
  const items = box('Conference details').getByRole('listitem');
  await expect.poll(() => items.elements().length).toBe(4);
  expect(items.elements()[0]!.textContent).toMatch(/Conference 1.*In person.*1 Jan 2030, 3:30 pm/);
});

test('shows each number with a bar, the longest for the highest, and opens the list behind a month’s number', async () => {
  serve(true);
  const calls = answer(listMonthEntries, { success: true, data: [], pagination: paginationOf(1, 0) });
  await open();
  const bar = async (name: RegExp) => {
    const row = box('Members per state').getByRole('row', { name });
    await expect.element(row).toBeVisible();
    const room = row.element().querySelector('td:last-child')!;
    const { paddingLeft, paddingRight } = getComputedStyle(room);
    const whole = room.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return Math.round((room.querySelector('div')!.clientWidth / whole) * 10);
  };
  expect(await bar(/Kerala 3/)).toBe(10);
  expect(await bar(/Goa 1/)).toBe(3);
  const goa = box('Members per state').getByRole('row', { name: /Goa/ }).getByRole('link', { name: '1' });
  await expect.element(goa).toHaveAttribute('href', '/admin/Directory?state=Goa');
  const months = box('Registrations per month');
  await expect.poll(() => months.getByRole('row').elements().length).toBe(13);
  await months.getByRole('button', { name: '7' }).click();
  await expect.element(page.getByRole('dialog', { name: /Registered in Dec\s2026/ })).toBeVisible();
  await expect.poll(() => calls[0]?.query).toMatchObject({ number: 'members.registered', month: '2026-12' });
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('says so when there is nothing yet', async () => {
  serve(false);
  answer(listConferences, { success: true, newConference: [] });
  await open();
  await expect.element(page.getByText('Nothing is waiting.')).toBeVisible();
  await expect.poll(() => page.getByText(messages.empty.table).elements().length).toBe(4);
});

test('each part can be loaded again after a failure', async () => {
  for (const call of [getOverview, dashboardCounts, registrationsOverview, listConferences]) answer(call, 'lost');
  await open();
  await expect.poll(() => again.elements().length).toBe(4);
  serve(true);
  answer(listConferences, { success: true, newConference: [] });
  for (let left = 4; left > 0; left -= 1) {
    await again.first().click();
    await expect.poll(() => again.elements().length).toBe(left - 1);
  }
  await expect.element(page.getByText(/registrations are waiting/)).toBeVisible();
});

test('warns an administrator with full powers while there is no backup of the last two days', async () => {
  const sum = { count: 0, amount: 0 };
  const money = {
    year: '2026-27',
    receivedThisMonth: sum,
    receivedThisYear: sum,
    claimed: sum,
    due: sum,
    toReturn: sum,
  };
  const full: Powers = { powers: ['full'], states: [] };
  for (const [lastAt, says] of [
    [null, /This site has never been backed up\./],
    [ago(3.5), /The last backup of this site is 3 days old\./],
  ] as const) {
    serve(false);
    answer(getSettings, 'lost');
    answer(moneyOverview, { success: true, data: money });
    backup(lastAt);
    const { end } = await open(full);
    await expect.element(page.getByText(says)).toBeVisible();
    await expectAccessible();
    await end();
  }
  backup(ago(1.5));
  const { end } = await open(full);
  await expect.element(page.getByText('Nothing is waiting.')).toBeVisible();
  await expect.element(page.getByText(/backup|backed up/)).not.toBeInTheDocument();
  await end();
  // Administrators who cannot fix it do not see it.
  backup(null);
  await open(members);
  await expect.element(page.getByText('Nothing is waiting.')).toBeVisible();
  await expect.element(page.getByText(/backup|backed up/)).not.toBeInTheDocument();
});
