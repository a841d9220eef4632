import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type MyConference, myConferences } from '#shared/contracts/participations.ts';
import { answer } from '#web/testing/server.ts';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { Component } from './MyConferences.tsx';

const soon = new Date(Date.now() + 3_600_000).toISOString();
const entry = (id: string, participation: Partial<MyConference['participation']>): MyConference => ({
  conference: {
    id,
    title: `Conference ${id}`,
    startsAt: soon,
    endsAt: null,
    meetingType: 'Offline',
    meetingAddress: 'Hall 2, Jaipur',
    certificate: true,
    status: true,
    cancelledAt: null,
    over: false,
  },
  participation: {
    id: `participation-${id}`,
    state: 'registered',
    position: null,
    answers: {},
    code: null,
    checkedInAt: null,
    certificate: null,
    version: 1,
    createdAt: soon,
    ...participation,
  },
});

it('offers to cancel to who takes part and is not in yet, and tells who has yet to confirm what to do', async () => {
  answer(myConferences, {
    success: true,
    data: [entry('one', {}), entry('two', { checkedInAt: soon }), entry('three', { state: 'unconfirmed' })],
    calendar: 'https://example.org/calendar/x.ics',
  });
  await show(<Component />, { as: 'member' });
  await expect.element(page.getByText('You take part.', { exact: true })).toBeVisible();
  await expect.element(page.getByText('You were there.')).toBeVisible();
  await expect.element(page.getByText(/^Your request is not confirmed/)).toBeVisible();
  expect(page.getByRole('button', { name: 'I cannot come' }).elements()).toHaveLength(1);
  await expectAccessible();
});
