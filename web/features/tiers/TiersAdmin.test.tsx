import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dashboardCounts } from '#shared/contracts/registrations.ts';
import { getMemberships, type Tier, updateTier } from '#shared/contracts/tiers.ts';
import { noPayment, subscriptionAhead, tiers } from '#web/testing/registration.ts';
import { answer } from '#web/testing/server.ts';
import { button, expectAccessible, show } from '#web/testing/show.tsx';
import { Component as TiersAdmin } from './TiersAdmin.tsx';

const dialog = page.getByRole('dialog').last();
const field = (label: string) => dialog.getByLabelText(new RegExp(`^${label}`));
const individual: Tier = { ...tiers[1]!, title: 'Individual Membership', benefits: ['Directory'] };
const serve = (tier: Tier) =>
  answer(getMemberships, {
    success: true,
    data: [tier],
    payment: noPayment,
    annualSubscription: 1_000,
    subscription: subscriptionAhead,
    online: false,
  });

test('a type of membership is checked, changed, withdrawn and offered again', async () => {
  answer(dashboardCounts, 'lost');
  answer(getMemberships, 'lost');
  await show(<TiersAdmin />, { at: '/admin/Memberships', as: 'admin' });
  await expect.element(button('Try again')).toBeVisible();
  await expectAccessible();
  serve(individual);
  await button('Try again').click();
  await button('Edit Individual Membership').click();
  await field('Title').fill('');
  await field('Fee in rupees, paid once').fill('');
  await field('Benefits, one a line').fill(' \n ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  for (const text of ['Please enter a title', 'Please enter the fee in rupees', 'Please enter at least one benefit'])
    await expect.element(dialog.getByText(text)).toBeVisible();
  await expectAccessible();
  await field('Title').fill('Individual Membership');
  await field('Fee in rupees, paid once').fill('1x500');
  await field('Benefits, one a line').fill('Directory\n\nWebinars');
  await dialog.getByRole('checkbox', { name: 'Offered to applicants' }).click();
  const calls = answer(updateTier, { success: true, message: 'It was saved.' });
  serve({ ...individual, fee: 1_500, offered: false, version: 2 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Rs 1,500')).toBeVisible();
  await expect.element(page.getByText('Withdrawn')).toBeVisible();
  // By keyboard: the notice hangs over the button.
  (button('Add membership').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await dialog.getByRole('button', { name: 'Individual Membership' }).click();
  serve({ ...individual, fee: 1_500, version: 3 });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(page.getByText('Withdrawn')).not.toBeInTheDocument();
  expect(calls).toMatchObject([
    { body: { fee: 1_500, benefits: ['Directory', 'Webinars'], offered: false, version: 1 } },
    { body: { offered: true, version: 2 } },
  ]);
});

test('a type of membership has its texts in Hindi beside the English ones', async () => {
  answer(dashboardCounts, 'lost');
  serve({ ...individual, hi: { title: 'व्यक्तिगत सदस्यता' }, older: ['title'] });
  await show(<TiersAdmin />, { at: '/admin/Memberships', as: 'admin' });
  await expect.element(page.getByText('Hindi older than English')).toBeVisible();
  await button('Edit Individual Membership').click();
  const inHindi = dialog.getByRole('textbox', { name: 'In Hindi' });
  await expect.element(inHindi.first()).toHaveValue('व्यक्तिगत सदस्यता');
  await inHindi.last().fill('निर्देशिका\n\nवेबिनार');
  const shown = dialog.getByRole('region', { name: 'On Hindi pages' });
  await expect.element(shown.getByRole('listitem').getByText('वेबिनार')).toBeVisible();
  await expect.element(shown.getByRole('heading', { name: 'व्यक्तिगत सदस्यता' })).toBeVisible();
  await expectAccessible();
  const calls = answer(updateTier, { success: true, message: 'It was saved.' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(calls.map(({ body }) => body.hi)).toEqual([{ benefits: ['निर्देशिका', 'वेबिनार'] }]);
});
