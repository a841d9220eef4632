import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  type ContactMessage,
  getContact,
  listContacts,
  replyToContact,
  setContactState,
} from '#shared/contracts/contact.ts';
import { AppError } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import { messages } from '#shared/messages.ts';
import { compose } from '#web/testing/composing.ts';
import { answer } from '#web/testing/server.ts';
import { button, expectAccessible, expectTouchSized, show } from '#web/testing/show.tsx';
import { ContactForm } from './ContactForm.tsx';
import { Component as ContactsAdmin } from './ContactsAdmin.tsx';

const dialog = page.getByRole('dialog').last();
const tab = (name: string) => page.getByRole('tab', { name });
const reply = dialog.getByLabelText(/^Your reply/);
const word = 'x'.repeat(120);
const message = (number: number, values: Partial<ContactMessage> = {}): ContactMessage => ({
  id: `4f9b0c0e-7d53-4a6b-9a55-00000000000${number}`,
  name: 'Meera Nair',
  email: 'meera@example.org',
  mobile: '9812300000',
  message: 'How can I become a member?',
  doubtful: false,
  state: 'open',
  stateBy: '',
  stateAt: null,
  replies: [],
  createdAt: '2026-04-02T06:30:00.000Z',
  ...values,
});

/** A server that keeps these messages. */
function serve(all: ContactMessage[]) {
  const stateOf = ({ doubtful, state }: ContactMessage) => (doubtful ? 'doubtful' : state);
  const count = (state: string) => all.filter((each) => stateOf(each) === state).length;
  const one = (id: string) => all.find((each) => each.id === id)!;
  answer(listContacts, ({ query }) => {
    const contacts = all.filter((each) => stateOf(each) === query.state);
    const counts = { open: count('open'), answered: count('answered'), doubtful: count('doubtful') };
    return { success: true as const, contacts, pagination: paginationOf(1, contacts.length), counts };
  });
  answer(getContact, ({ params: { id } }) => ({ success: true as const, contact: one(id) }));
  answer(setContactState, ({ params: { id }, body }) => {
    Object.assign(one(id), body);
    return { success: true as const, message: 'The message was changed.', contact: one(id) };
  });
}
const open = (at = '/admin/Contact') => show(<ContactsAdmin />, { at, as: 'admin' });

test('says that it is empty, and can be loaded again after a failure', async () => {
  answer(listContacts, 'lost');
  await open();
  await expect.element(button('Try again')).toBeVisible();
  await expectAccessible();
  serve([]);
  await button('Try again').click();
  await expect.element(page.getByText(messages.empty.table)).toBeVisible();
});

test('a message is read; without an e-mail address it is marked as answered, and open again', async () => {
  serve([
    message(1, { email: 'meera?bcc=all@example.org', message: `How?\n${'A long story. '.repeat(20)}The end.` }),
    message(2, {
      name: word,
      mobile: word.slice(0, 40),
      message: `${word}${word}`,
      email: `${word}@example.org?bcc=all@example.org`,
    }),
  ]);
  await open();
  await expect.element(tab('Open 2')).toBeVisible();
  await button('Open the message of Meera Nair').click();
  await expect.element(dialog.getByText(/The end\.$/)).toBeVisible();
  // The link to the own mail program adds no further recipient.
  const href = dialog.getByRole('link', { name: 'meera?bcc=all@example.org' }).element().getAttribute('href');
  expect(href).toMatch(/^mailto:meera%3Fbcc%3Dall@example\.org\?subject=/);
  await expectAccessible();
  await expectTouchSized();
  await userEvent.keyboard('{Escape}');
  const other = button(/^Open the message of xx/);
  await other.click();
  await expect.element(dialog.getByText(/This is no e-mail address to reply to\./)).toBeVisible();
  await expect.element(dialog.getByRole('link')).not.toBeInTheDocument();
  await expect.element(reply).not.toBeInTheDocument();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Answered by telephone' }).click();
  await expect.element(tab('Open 1')).toBeVisible();
  await expect.element(other).not.toBeInTheDocument();
  await tab('Answered 1').click();
  await other.click();
  await dialog.getByRole('button', { name: 'Open again' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Answered by telephone' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(tab('Open 2')).toBeVisible();
});

test('a reply that cannot be sent, or comes after another administrator’s, keeps what was typed', async () => {
  const meera = message(1);
  serve([meera]);
  await open(`/admin/Contact?open=${meera.id}`);
  const send = dialog.getByRole('button', { name: 'Send reply' });
  await send.click();
  await expect.element(dialog.getByText('Please write the reply')).toBeVisible();
  await reply.fill('My own words');
  answer(replyToContact, 'lost');
  await send.click();
  await expect.element(page.getByRole('alert').filter({ hasText: 'could not be reached' })).toBeVisible();
  await expect.element(reply).toHaveValue('My own words');
  answer(replyToContact, new AppError('RECORD_CHANGED', 'It has changed.'));
  const at = '2026-04-02T07:30:00.000Z';
  const theirs = { id: '1', text: 'The other one was faster', by: 'a@example.org', at, mail: 'sent' as const };
  Object.assign(meera, { state: 'answered', replies: [{ ...theirs, mailId: null, error: '', toFile: false }] });
  await send.click();
  await expect.element(dialog.getByText(/^Somebody else has changed this message/)).toBeVisible();
  await expect
    .element(dialog.getByRole('list', { name: 'Replies' }).getByText('The other one was faster'))
    .toBeVisible();
  await expect.element(reply).toHaveValue('My own words');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog', { name: 'Discard what you typed?' })).toBeVisible();
});

test('a mobile number that a keyboard composes is written once, and a name stays as it is', async () => {
  await show(<ContactForm />);
  expect((await compose('Mobile Number', '+91', '+91 98450 12345')).value).toBe('9845012345');
  expect((await compose('Full Name', 'R', 'Rao 2')).value).toBe('Rao 2');
});
