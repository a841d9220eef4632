import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  getRegistration,
  registerMember,
  uploadPaymentScreenshot,
  usualTimes,
} from '#shared/contracts/registrations.ts';
import type { PaymentDetails } from '#shared/contracts/settings.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { person } from '#shared/person.ts';
import {
  forgetRegistered,
  keepRegistered,
  keepSent,
  readRegistered,
} from '#web/features/registrations/apply/registered.ts';
import { chooseFile, pictureFile } from '#web/testing/pictures.ts';
import {
  answerPlaces,
  choosePictures,
  combo,
  form,
  message,
  next,
  noPayment,
  registered,
  subscriptionAhead,
  text,
  tiers,
} from '#web/testing/registration.ts';
import { answer } from '#web/testing/server.ts';
import { button, expectAccessible, show } from '#web/testing/show.tsx';
import { Page as MembershipPage } from './MembershipPage.tsx';
import { Page as PaymentStatusPage } from './PaymentStatusPage.tsx';

const account = { ...noPayment, upiId: 'association@examplebank', accountNumber: '0011223344' };
const { id, reference, paymentId } = registered.directory;
const accept = button('Click Here to Accept');

const address = location.href;
afterEach(() => history.replaceState(null, '', address));

function open(at: string = paths.membership, payment = noPayment, offered = tiers) {
  // The islands read the browser's own address.
  history.replaceState(null, '', at);
  const query = new URL(at, location.origin).searchParams;
  const data = {
    tiers: offered,
    payment,
    subscription: subscriptionAhead,
    online: false,
    paying: query.get('isRegistered') === 'true',
    wanted: query.get('membership'),
  };
  return show(<MembershipPage data={data} />, { at });
}

test('on a phone the tiers are below each other, with what the first year costs; tabs work by touch and by keyboard', async () => {
  await page.viewport(360, 740);
  const titled = tiers.map((tier) => ({ ...tier, title: tier.membership }));
  await open(paths.membership, noPayment, titled);
  const tier = (title: string) => page.getByRole('heading', { name: title });
  await expect.element(tier('Patron member')).toBeVisible();
  await expect.element(tier('Individual member')).toBeVisible();
  await expect.element(page.getByText('Rs 25,000 today; from 1 April 2027 Rs 1,000 a year')).toBeVisible();
  await page.getByRole('tab', { name: 'Individual' }).click();
  await expect.element(tier('Individual member')).toBeVisible();
  await expect.element(page.getByRole('tab', { name: 'Individual' })).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('tab', { name: 'Patron' })).toHaveFocus();
  await expect.element(tier('Patron member')).toBeVisible();
});

test('the button of a tier leads to the terms and carries the choice into the form, before which the information folds', async () => {
  answerPlaces();
  await open(paths.join('Individual member'));
  await expect
    .element(page.getByRole('link', { name: 'Choose Individual: Rs 1,000' }))
    .toHaveAttribute('href', paths.join('Individual member'));
  await expect.element(page.getByText(/You have chosen Individual: Rs 1,000/)).toBeVisible();
  await expectAccessible();
  await accept.click();
  await expect.element(combo('Membership Type')).toHaveTextContent('Individual · Rs 1,000');
  const all = page.getByText('The same for every member');
  await expect.element(all).not.toBeVisible();
  await page.getByText('Types, fees and terms').click();
  await expect.element(all).toBeVisible();
  await page.getByRole('link', { name: 'Choose Patron: Rs 25,000' }).click();
  await expect.element(combo('Membership Type')).toHaveTextContent('Patron · Rs 25,000');
  await expect.element(all).not.toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Register' })).toHaveFocus();
  // The link to the page in another language has the fragment of this one, and leads there all the same.
  const twin = Object.assign(document.createElement('a'), { href: '/hi/membership#accept', hreflang: 'hi-IN' });
  const isPrevented = vi.fn();
  addEventListener(
    'click',
    (event) => {
      isPrevented(event.defaultPrevented);
      event.preventDefault();
    },
    { once: true },
  );
  document.body.append(twin);
  twin.click();
  twin.remove();
  expect(isPrevented).toHaveBeenCalledExactlyOnceWith(false);
});

test('the form is filled in and sent with the keyboard alone; a reload loses but the files, and then it is empty', async () => {
  answerPlaces();
  answer(registerMember, registered);
  answer(getRegistration, new AppError('NOT_FOUND', 'There is none.'));
  const { keyboard } = userEvent;
  const { end } = await open();
  const tabTo = async (name: string, role: 'button' | 'combobox' | 'textbox' | 'spinbutton') => {
    const byRole = page.getByRole(role, { name, exact: true });
    for (let presses = 0; presses < 60; presses += 1) {
      if (byRole.elements().includes(document.activeElement as HTMLElement)) return;
      await keyboard('{Tab}');
    }
    throw new Error(`The ${role} ${name} cannot be reached with Tab.`);
  };
  const type = async (name: string, typed: string) => {
    await tabTo(name, 'textbox');
    await keyboard(typed);
  };
  const pick = async (name: string, keys: string) => {
    await tabTo(name, 'combobox');
    await keyboard(keys);
  };
  const search = async (name: string, typed: string, text: string) => {
    await pick(name, typed);
    await expect.element(page.getByRole('option', { name: text })).toBeVisible();
    await keyboard('{ArrowDown}{Enter}');
  };
  await tabTo('Click Here to Accept', 'button');
  await keyboard('{Enter}');
  await expect.element(form).toBeVisible();
  await pick('Membership Type', '{Enter}{ArrowDown}{Enter}');
  await type('Full Name', 'Asha Rao');
  await pick('Gender', '{Enter}{ArrowDown}{ArrowDown}{Enter}');
  await tabTo('Day', 'spinbutton');
  await keyboard('17051980');
  await type('Email', 'asha.rao@example.org');
  await type('Mobile Number', '9876543210');
  await search('State', 'Kera', 'Kerala');
  await search('District', 'Ernak', 'Ernakulam');
  await pick('Sub-District', 'Kochi');
  await type('Name of the Court', 'District Court Ernakulam');
  await type('ID Number', 'KL 77');
  await type('Years of Experience', '9');
  await type('Years of Recruitment', '2016');
  await search('Specialisation', 'POCSO', 'POCSO Act, 2012');
  await keyboard('{Escape}');
  for (const name of ['Area of Interest', 'Contribution', 'International'])
    await pick(name, '{Enter}{ArrowDown}{Enter}');
  await end();

  const { path, end: leave } = await open();
  await expect.element(text('Full Name')).toHaveValue('Asha Rao');
  await expect.element(combo('State')).toHaveValue('Kerala');
  await expect.element(combo('District')).toHaveValue('Ernakulam');
  await expect.element(combo('Sub-District')).toHaveValue('Kochi');
  await expect.element(combo('Gender')).toHaveTextContent('Female');
  await expect.element(form.getByText('POCSO Act, 2012')).toBeVisible();
  for (const [part, value] of Object.entries({ Day: '17', Month: '05', Year: '1980' }))
    await expect.element(form.getByRole('spinbutton', { name: part })).toHaveValue(value);
  await next.click();
  await expect.element(message(person.picture.message)).toBeVisible();
  await expect.element(message(person.document.message)).toBeVisible();
  // The system's own file chooser is no part of the page.
  await choosePictures();
  await tabTo('Continue', 'button');
  await keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Check your answers' })).toHaveFocus();
  await tabTo('Continue', 'button');
  await keyboard('{Enter}');
  await expect.poll(path).toBe(paths.payment(id, 'Patron member'));
  await leave();

  answer(getRegistration, {
    success: true,
    data: { id, reference, paymentId, membership: 'Patron member', fee: 25_000, state: 'payment_due' },
  });
  await open();
  await accept.click();
  await expect.element(text('Full Name')).toHaveValue('');
});

describe('the payment step', () => {
  const register = button('Register');
  const screenshot = page.getByLabelText(/^Payment Screenshot/);
  const due = {
    id,
    reference,
    paymentId,
    membership: 'Patron member',
    fee: 25_000,
    state: 'payment_due' as const,
  };
  const sent = { success: true as const, message: 'Your screenshot was sent.' };

  async function pay(data: { state: 'payment_due' | 'payment_sent' | 'closed' } = due, payment?: PaymentDetails) {
    answer(getRegistration, { success: true, data: { ...due, ...data } });
    return open(paths.payment(id, 'Individual member'), payment);
  }

  test('asks for the screenshot, keeps it when sending fails, and sends it again', async () => {
    const { path } = await pay();
    await register.click();
    await expect.element(page.getByText(messages.registration.screenshot)).toBeVisible();
    await expect.element(screenshot).toHaveFocus();
    chooseFile(screenshot, await pictureFile('paid.jpg'));
    await expect.element(page.getByText(messages.registration.screenshot)).not.toBeInTheDocument();
    await page.getByLabelText('Transaction Reference (UTR), optional').fill('6301 1234 5678');
    answer(uploadPaymentScreenshot, 'lost');
    await register.click();
    await expect.element(page.getByText(/press Register to send it again/)).toBeVisible();
    await expect.element(page.getByText('paid.jpg')).toBeVisible();
    expect(path()).toMatch(/isRegistered=true/);
    await expectAccessible();
    const calls = answer(uploadPaymentScreenshot, sent);
    await register.click();
    await expect.poll(path).toBe(paths.paymentSucceeded);
    expect(calls).toMatchObject([{ params: { id }, body: { utr: '6301 1234 5678' } }]);
    expect(calls[0]!.files.screenshot!.type).toBe('image/jpeg');
    // Where Back leads.
    expect(`${location.pathname}${location.search}`).toBe(paths.registered);
  });

  test('can be opened again after the screenshot was sent, to replace it', async () => {
    answer(usualTimes, { success: true, data: { decision: 'usually 2 days' } });
    const { path } = await pay({ state: 'payment_sent' });
    await expect.element(page.getByText(/usually 2 days after your proof was sent/)).toBeVisible();
    await expectAccessible();
    await expect.element(page.getByText(/We have received your screenshot/)).toBeVisible();
    // Nothing that invites to pay a second time, until it is asked for.
    await expect.element(page.getByText('Register', { exact: true })).not.toBeVisible();
    await page.getByText('Send another screenshot', { exact: true }).click();
    chooseFile(screenshot, await pictureFile('paid.jpg'));
    const calls = answer(uploadPaymentScreenshot, sent);
    await register.click();
    await expect.poll(path).toBe(paths.paymentSucceeded);
    expect(calls).toHaveLength(1);
  });

  test('says how to ask the office while there is no account; amount and tier are the record’s, not the address’s', async () => {
    await pay();
    await expect.element(page.getByText(/Please ask the office where to pay Rs 25,000/)).toBeVisible();
    await expect.element(page.getByRole('img', { name: /QR code/ })).not.toBeInTheDocument();
    await expect.element(page.getByText('Rs 25,000', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Patron', { exact: true })).toBeVisible();
  });

  test('shows the account as soon as there is one, and copies its UPI ID', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await pay(due, account);
    // Of the ways only the chosen one is open, at first the first.
    await expect.element(page.getByRole('img', { name: /QR code/ })).toBeVisible();
    await expect.element(page.getByText('0011223344')).not.toBeVisible();
    await expectAccessible();
    await page.getByText('Bank transfer', { exact: true }).click();
    await expect.element(page.getByText('0011223344')).toBeVisible();
    await expect.element(page.getByRole('img', { name: /QR code/ })).not.toBeInTheDocument();
    expect(page.getByText('Rs 25,000', { exact: true }).elements()).toHaveLength(1);
    expect(page.getByText(reference, { exact: true }).elements()).toHaveLength(1);
    await page.getByText('UPI app', { exact: true }).click();
    await button('Copy UPI ID').click();
    await expect.element(page.getByText('UPI ID copied')).toBeInTheDocument();
    expect(copied.mock.calls).toEqual([['association@examplebank']]);
    copied.mockRestore();
  });

  test('has nothing to register for an unknown id', async () => {
    answer(getRegistration, new AppError('NOT_FOUND', 'There is none.'));
    for (const unknown of ['', id, 'nonsense', '%00']) {
      const { end } = await open(`${paths.membership}?isRegistered=true&id=${unknown}&membership=Patron%20member`);
      await expect.element(page.getByRole('heading', { name: 'This registration was not found' })).toBeVisible();
      await expect.element(register).not.toBeInTheDocument();
      await end();
    }
  });

  test('is closed once the office has decided, also for a page that is still open', async () => {
    await pay();
    await expect.element(screenshot).toBeVisible();
    chooseFile(screenshot, await pictureFile('paid.jpg'));
    answer(uploadPaymentScreenshot, new AppError('WRONG_STATE', 'It is decided.'));
    answer(getRegistration, { success: true, data: { ...due, state: 'closed' } });
    await register.click();
    await expect.element(page.getByRole('heading', { name: 'No payment is due any more' })).toBeVisible();
    await expect.element(register).not.toBeInTheDocument();
  });
});

function showStatus(search: string, as?: 'member') {
  const query = new URLSearchParams(search);
  const data = { status: query.get('status') ?? '', again: query.get('again') ?? '' };
  return show(<PaymentStatusPage data={data} />, { at: `${paths.paymentStatus}${search}`, ...(as && { as }) });
}

test('the last step shows this tab’s reference, the office’s usual time, and the way to the own page', async () => {
  const done = () => showStatus('?status=success');
  answer(usualTimes, { success: true, data: { decision: '' } });
  const { end } = await done();
  await expect
    .element(page.getByText('The office examines your application and decides. You are told by e-mail.'))
    .toBeVisible();
  await expect.element(page.getByText('The office checks your payment')).not.toBeInTheDocument();
  await expect.element(page.getByText('not yet checked')).not.toBeInTheDocument();
  await end();
  const membership = 'Patron member';
  keepRegistered({ id, reference, membership, application: '/application#application_x' });
  keepSent({ id, reference, membership });
  expect(readRegistered()).toBeNull();
  answer(usualTimes, { success: true, data: { decision: 'usually 2 days' } });
  const { path } = await done();
  await expect.element(page.getByText(/usually 2 days after your proof was sent/)).toBeVisible();
  await expect.element(page.getByText(/with the office and not yet checked/)).toBeVisible();
  await expect.element(page.getByText(reference)).toBeVisible();
  await expectAccessible();
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await button('Copy Reference').click();
  await expect.element(page.getByText('Reference copied')).toBeInTheDocument();
  expect(copied.mock.calls).toEqual([[reference]]);
  copied.mockRestore();
  await page.getByRole('link', { name: 'See how far your application is' }).click();
  await expect.poll(path).toBe(paths.application);
});

test('the payment result depends on the status alone', async () => {
  answer(usualTimes, { success: true, data: { decision: '' } });
  const { end } = await showStatus('?status=success');
  await expect.element(page.getByText(messages.payment.success)).toBeVisible();
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Thank you. The office has your proof of payment.');
  expect(page.getByText(messages.payment.success).element().closest('li:nth-child(3)')).not.toBeNull();
  await end();
  for (const other of ['', '?status=SUCCESS', '?status=failed']) {
    const { path, end: leave } = await showStatus(other);
    await expect.element(page.getByText(messages.payment.failure)).toBeVisible();
    await expect.element(page.getByText(messages.payment.success)).not.toBeInTheDocument();
    await page.getByRole('link', { name: 'Return to Homepage' }).click();
    await expect.poll(path).toBe(paths.home);
    await leave();
  }
});

test('a payment that failed is tried again where it is known', async () => {
  const again = page.getByRole('link', { name: 'Try again' });
  history.replaceState(null, '', `${paths.paymentStatus}?status=failed&id=some-id`);
  const { end } = await showStatus('?status=failed&id=some-id');
  await expect.element(again).toHaveAttribute('href', paths.payment('some-id', ''));
  await expectAccessible();
  await end();
  history.replaceState(null, '', paths.paymentStatus);
  keepRegistered({ id, reference, membership: 'Patron member' });
  const { end: leave } = await showStatus('');
  await expect.element(again).toHaveAttribute('href', paths.payment(id, 'Patron member'));
  await leave();
  forgetRegistered();
  await showStatus('?status=failed');
  await expect.element(page.getByText(messages.payment.failure)).toBeVisible();
  await expect.element(again).not.toBeInTheDocument();
});

test('a member who has paid is led to the own page, and is told of no credentials', async () => {
  await showStatus('?status=success', 'member');
  await expect.element(page.getByRole('heading', { name: 'Payment received' })).toBeVisible();
  await expect.element(page.getByText(messages.payment.success)).not.toBeInTheDocument();
  const byRole = page.getByRole('link', { name: 'My Membership' });
  await expect.element(byRole).toHaveAttribute('href', paths.membershipStatus);
  await expectAccessible();
});

test('a payment that is being confirmed can be looked at again, and is not paid twice', async () => {
  await showStatus('?status=pending&again=signed.again');
  await expect.element(page.getByRole('heading', { name: 'Your payment is being confirmed.' })).toBeVisible();
  const again = page.getByRole('link', { name: 'Look again' });
  await expect.element(again).toHaveAttribute('href', paths.paymentAgain('signed.again'));
  await expectAccessible();
});
