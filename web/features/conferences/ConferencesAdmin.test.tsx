import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Conference, createConference, listConferences, updateConference } from '#shared/contracts/conferences.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { conference } from '#web/testing/conferences.ts';
import { answer } from '#web/testing/server.ts';
import { button, choose, expectAccessible, show } from '#web/testing/show.tsx';
import { Component as ConferencesAdmin } from './ConferencesAdmin.tsx';

const dialog = page.getByRole('dialog').last();
const field = (label: string) => dialog.getByLabelText(new RegExp(`^${label}`));
const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
const saved = { success: true as const, message: 'It was saved.' };
const serve = (...newConference: Conference[]) => answer(listConferences, { success: true, newConference });
const open = () => show(<ConferencesAdmin />, { at: '/admin/Conferences', as: 'admin' });

test('says that it is empty, and can be loaded again after a failure', async () => {
  answer(listConferences, 'lost');
  await open();
  await expect.element(button('Try again')).toBeVisible();
  await expectAccessible();
  serve();
  await button('Try again').click();
  await expect.element(page.getByText(messages.empty.table)).toBeVisible();
});

test('a conference is checked, asks for its address online too, and is typed by keyboard, section by section', async () => {
  serve();
  const title = 'Webinar on electronic evidence before the trial courts';
  const calls = answer(createConference, saved);
  await open();
  await button('Add Conference').click();
  await press('Add');
  const { title: titleMissing, meetingAddress, startsAt, meetingType, description } = messages.conference;
  for (const text of [titleMissing, meetingAddress, startsAt, meetingType, description])
    await expect.element(dialog.getByText(text)).toBeVisible();
  await expectAccessible();
  await field('Conference Title').fill(title);
  await dialog.getByRole('combobox', { name: /^Meeting Type/ }).click();
  await page.getByRole('option', { name: 'Online' }).click();
  await dialog.getByRole('spinbutton', { name: 'Day' }).first().click();
  await userEvent.keyboard('051220260530p');
  await field('Meeting Link').fill('meet.example.org');
  await field('Description').fill('A practical session.');
  await press('Add');
  await expect.element(dialog.getByText(meetingAddress)).toBeVisible();
  await expect.element(dialog.getByText(messages.resource.format)).toBeVisible();
  expect(calls).toEqual([]);
  await field('Meeting Address').fill('Video conference');
  await field('Meeting Link').fill('https://meet.example.org/1');
  serve(conference({ title, startsAt: '2026-12-05T12:00:00.000Z' }));
  await dialog.getByRole('button', { name: 'Add', exact: true }).dblClick();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(calls.map(({ body }) => new Date(body.startsAt).toISOString())).toEqual(['2026-12-05T12:00:00.000Z']);
  for (const text of [`${title.slice(0, limits.adminConferenceCut)}…`, '5 Dec 2026', '5:30 pm'])
    await expect.element(page.getByText(text)).toBeVisible();
});

test('who takes part: places and questions are checked, questions are moved by keyboard, and ending it asks', async () => {
  serve(conference({ participation: 'everybody', places: 20, free: 19 }));
  const calls = answer(updateConference, saved);
  await open();
  await button(/^Edit/).click();
  await field('Places').fill('0');
  await press('Add question');
  await choose('Answered with', 'One of several options');
  await field('Options').fill('Jain\njain');
  await press('Save');
  for (const text of [messages.conference.places, messages.question.text, messages.question.different])
    await expect.element(dialog.getByText(text)).toBeVisible();
  await expectAccessible();
  await field('Places').fill('20');
  const question = (number: number) => dialog.getByRole('textbox', { name: new RegExp(`^Question ${number}`) });
  await question(1).fill('Food');
  await field('Options').fill('Vegetarian\n\nJain');
  await press('Add question');
  await expect.element(question(2)).toHaveFocus();
  await press('Add question');
  await dialog.getByRole('button', { name: 'Remove question 3' }).click();
  await expect.element(question(2)).toHaveFocus();
  await question(2).fill('Journey');
  (dialog.getByRole('button', { name: 'Move question 2 up' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(question(1)).toHaveValue('Journey');
  await expect.element(dialog.getByRole('button', { name: 'Move question 1 down' })).toHaveFocus();
  await choose('Who may take part', 'No registration');
  await expect.element(dialog.getByText(/keep their places/)).toBeVisible();
  await press('Cancel');
  await expect
    .element(page.getByRole('combobox', { name: /^Who may take part/ }))
    .toHaveTextContent('Members and guests');
  await press('Save');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(calls).toMatchObject([
    { body: { places: 20, questions: [{ text: 'Journey' }, { text: 'Food', options: ['Vegetarian', 'Jain'] }] } },
  ]);
});
