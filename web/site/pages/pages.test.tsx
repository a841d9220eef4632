import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { getConference } from '#shared/contracts/conferences.ts';
import { createContact } from '#shared/contracts/contact.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { formatDate } from '#web/lib/languages/format.ts';
import { conference } from '#web/testing/conferences.ts';
import { answer } from '#web/testing/server.ts';
import { button, expectAccessible, show } from '#web/testing/show.tsx';
import { Page as ConferenceDetailsPage } from './ConferenceDetailsPage.tsx';
import { Page as ContactPage } from './ContactPage.tsx';
import { Page as GalleryPage } from './GalleryPage.tsx';
import { Page as NewsPage } from './NewsPage.tsx';
import { Page as ResourcesPage } from './ResourcesPage.tsx';

test('gallery: one, two and three columns, and a viewer for keyboard and fingers', async () => {
  const src = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`;
  const image = { address: src, picture: { src, srcSet: '', width: 400, height: 300 } };
  const images = [1, 2, 3, 4].map((number) => ({ id: `${number}`, ...image }));
  await show(<GalleryPage data={{ images } as never} />);
  for (const [width, columns] of [
    [1280, 3],
    [768, 2],
    [360, 1],
  ] as const) {
    await page.viewport(width, 900);
    const list = page.getByRole('img', { name: 'Gallery, 1 of 4' }).element().closest('ul')!;
    expect(getComputedStyle(list).gridTemplateColumns.split(' ')).toHaveLength(columns);
  }
  const tile = page.getByRole('link', { name: 'Gallery, 1 of 4' });
  (tile.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const shown = (index: number) =>
    expect.element(page.getByRole('dialog', { name: `Picture ${index} of 4` })).toBeVisible();
  await shown(1);
  await expectAccessible();
  await userEvent.keyboard('{ArrowRight}');
  await shown(2);
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  await shown(4);
  await button('Next picture').click();
  await shown(1);
  const target = page.getByRole('dialog').element();
  const touch = (type: string, clientX: number, isDown: boolean) => {
    const point = new Touch({ identifier: 1, target, clientX, clientY: 300 });
    const touches = isDown ? [point] : [];
    target.dispatchEvent(new TouchEvent(type, { bubbles: true, touches, changedTouches: [point] }));
  };
  touch('touchstart', 300, true);
  touch('touchend', 100, false);
  await shown(2);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(tile).toHaveFocus();
});

test('the contact form says what is missing, sends, is empty afterwards, and tells a refusal', async () => {
  const { reply: _ofTheOffice, ...said } = messages.contact;
  const field = (label: string) => page.getByLabelText(label, { exact: true });
  const send = button('Send message');
  const calls = answer(createContact, { success: true, message: 'Your message was sent.' });
  await show(<ContactPage data={{ sent: false }} />);
  await send.click();
  for (const words of Object.values(said)) await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(field('Full Name')).toHaveFocus();
  await expectAccessible();
  await field('Full Name').fill('Asha Rao');
  await expect.element(page.getByText(said.name)).not.toBeInTheDocument();
  await expect.element(page.getByText(said.email)).toBeVisible();
  const typed = {
    'Full Name': 'Asha Rao',
    Email: 'no format is asked for',
    'Mobile Number': 'call me',
    Message: 'A question.\nAnd another.',
  };
  const fill = async () => {
    for (const [label, value] of Object.entries(typed)) await field(label).fill(value);
  };
  await fill();
  await send.click();
  // Asked about once.
  await expect.element(page.getByText(/does not look like an e-mail address/)).toBeVisible();
  await expect.element(field('Email')).toHaveFocus();
  expect(calls).toEqual([]);
  await send.click();
  await expect.element(page.getByRole('alert').filter({ hasText: 'Your message was sent.' })).toBeVisible();
  for (const label of Object.keys(typed)) await expect.element(field(label)).toHaveValue('');
  const [name, email, mobile, message] = Object.values(typed);
  expect(calls.map(({ body }) => body)).toMatchObject([{ name, email, mobile, message }]);

  // It stays while another message is written.
  await field('Full Name').fill('Asha');
  await expect.element(page.getByText(new RegExp(`The answer will come to ${email}`))).toBeVisible();
  await field('Email').fill('asha.rao@gmial.com');
  await field('Mobile Number').fill('1');
  await field('Message').fill('?');
  await send.click();
  await expect.element(page.getByText(/Did you mean asha.rao@gmail.com/)).toBeVisible();
  expect(calls).toHaveLength(1);

  const refusal = 'Too many tries. Please wait 60 minutes.';
  answer(createContact, new AppError('TOO_MANY', refusal));
  await fill();
  await send.click();
  await expect.element(page.getByRole('alert').filter({ hasText: refusal })).toBeVisible();
  await expect.element(field('Full Name')).toHaveValue('Asha Rao');
});

test('a conference on a phone: date and way in come before the text, and the date stands once', async () => {
  await page.viewport(360, 800);
  const data = { conference: conference({ participation: 'everybody' }), closed: false, sent: null, failure: '' };
  await show(<ConferenceDetailsPage data={data} />);
  const top = (part: Locator) => part.element().getBoundingClientRect().top;
  const places = [
    page.getByRole('heading', { level: 1 }),
    page.getByText(formatDate(conference().startsAt)),
    page.getByRole('link', { name: 'Join the call' }),
    page.getByText(conference().description),
    page.getByRole('heading', { name: 'Take part' }),
  ].map(top);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  await expectAccessible();
});

test('who takes part joins at the top from fifteen minutes before; a past conference says what it was', async () => {
  const open = (value: object) =>
    show(
      <ConferenceDetailsPage
        data={{ conference: { ...conference(), ...value }, closed: true, sent: null, failure: '' }}
      />,
      { as: 'member' },
    );
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const mine = {
    id: '1',
    state: 'registered',
    position: null,
    answers: {},
    checkedInAt: null,
    certificate: null,
    code: null,
    version: 1,
    createdAt: inMinutes(-60),
  };
  const join = page.getByRole('status').getByRole('link', { name: 'Join the call' });
  for (const [startsAt, isShown] of [
    [inMinutes(20), false],
    [inMinutes(14), true],
    [inMinutes(-5), true],
  ] as const) {
    const result = { ...conference(), startsAt, mine };
    answer(getConference, { success: true, newConference: result } as never);
    const { end } = await open(result);
    await expect.element(page.getByRole('link', { name: 'Join the call' })).toBeVisible();
    expect(join.elements().length).toBe(isShown ? 1 : 0);
    await end();
  }
  const past = { over: true, startsAt: '2026-01-05T06:30:00.000Z', meetingType: 'Online' };
  answer(getConference, { success: true, newConference: { ...conference(), ...past } } as never);
  await open(past);
  await expect.element(page.getByText(/It took place online on 5 Jan 2026\.$/)).toBeVisible();
});

test('news, resources and gallery say so while there is nothing', async () => {
  for (const [component, words] of [
    [
      <NewsPage key="news" data={{ latest: [], older: null, article: null, linked: false }} />,
      'There is no news yet. Please come back soon.',
    ],
    [<ResourcesPage key="resources" data={{ links: [], current: 'resources' }} />, messages.empty.links],
    [<GalleryPage key="gallery" data={{ images: [] }} />, 'There are no pictures yet. Please come back soon.'],
  ] as const) {
    const { end } = await show(component);
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(page.getByRole('complementary')).not.toBeInTheDocument();
    await end();
  }
});
