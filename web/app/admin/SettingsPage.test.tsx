import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getSigners, updateSigners } from '#shared/contracts/certificates.ts';
import { getLetterSettings } from '#shared/contracts/letters.ts';
import { getReceiptSettings, updateReceiptSettings } from '#shared/contracts/receipts.ts';
import {
  addImportantUpdate,
  deleteImportantUpdate,
  editImportantUpdate,
  getSettings,
  orderImportantUpdates,
  type SettingsRecord,
  updateSettings,
} from '#shared/contracts/settings.ts';
import { getMemberships } from '#shared/contracts/tiers.ts';
import { AppError } from '#shared/errors.ts';
import { unknownAssociation } from '#shared/legal.ts';
import { messages } from '#shared/messages.ts';
import { chooseFile, pictureFile } from '#web/testing/pictures.ts';
import { noPayment, subscriptionAhead } from '#web/testing/registration.ts';
import { answer } from '#web/testing/server.ts';
import { button, expectAccessible, show } from '#web/testing/show.tsx';
import { Component as SettingsPage } from './SettingsPage.tsx';
import { settingGroups } from './settings-pages.ts';

const dialog = page.getByRole('dialog').last();
const notice = (text: string) => page.getByRole('alert').filter({ hasText: text }).last();
const saved = { success: true as const, message: 'It was saved.' };
const record: SettingsRecord = {
  id: '4f9b0c0e-7d53-4a6b-9a55-0d3c0c9d8e11',
  homeText: 'Welcome.',
  aboutText: 'Us.',
  hi: {},
  older: [],
  importantUpdates: [],
  association: unknownAssociation,
  retention: { rejectedDays: 180, unpaidDays: 90 },
  guestDays: 90,
  version: 1,
  registration: { open: true, sentence: '', sentenceHi: '' },
  officeBearers: false,
};
const update = (number: number, title: string) => ({
  id: `4f9b0c0e-7d53-4a6b-9a55-00000000000${number}`,
  title,
  description: `More about ${title}.`,
  hi: {},
  older: [],
  createdAt: '2026-04-02T06:30:00.000Z',
  version: 1,
});

function serve(values: Partial<SettingsRecord> = {}) {
  answer(getSettings, { success: true, data: [{ ...record, ...values }] });
}
function open(tab: string) {
  return show(<SettingsPage />, { at: `/admin/Settings?tab=${tab}`, as: 'admin' });
}

test('a text is previewed, must not be empty, and does not overwrite another administrator’s', async () => {
  serve();
  await open('welcome');
  await button('Update Welcome Message').click();
  const text = dialog.getByRole('textbox', { name: /^Welcome Message/ });
  const submit = dialog.getByRole('button', { name: 'Update', exact: true });
  await text.fill('  ');
  await submit.click();
  await expect.element(dialog.getByText('Please enter the welcome message')).toBeVisible();
  await text.fill('Mine.\n\nA second paragraph.');
  await expect.element(dialog.getByRole('paragraph').getByText('A second paragraph.')).toBeVisible();
  await expectAccessible();
  answer(updateSettings, new AppError('RECORD_CHANGED', 'It has changed.'));
  serve({ homeText: 'Theirs.', version: 2 });
  await submit.click();
  await expect.element(dialog.getByText(/^Someone else has changed this record in the meantime\./)).toBeVisible();
  await expect.element(text).toHaveValue('Mine.\n\nA second paragraph.');
  await dialog.getByRole('button', { name: 'Show theirs' }).click();
  await expect.element(text).toHaveValue('Theirs.');
  await text.fill('Both.');
  const calls = answer(updateSettings, saved);
  await submit.click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(button('Update Welcome Message')).toHaveFocus();
  expect(calls.map(({ body }) => body)).toEqual([{ homeText: 'Both.', version: 2 }]);
});

test('a second text in Hindi stands beside the English one, and is sent only when it was written or confirmed', async () => {
  serve({ hi: { homeText: 'स्वागत है।' }, older: ['homeText'] });
  await open('welcome');
  await expect.element(page.getByText('Hindi older than English')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'On Hindi pages' }).getByText('स्वागत है।')).toBeVisible();
  await button('Update Welcome Message').click();
  const english = dialog.getByRole('textbox', { name: 'Welcome Message' });
  const hindi = dialog.getByRole('textbox', { name: 'In Hindi' });
  await expect.element(hindi).toHaveAttribute('lang', 'hi');
  await expect
    .element(hindi)
    .toHaveAccessibleDescription('Welcome Message: the English one was changed after this one was saved.');
  await expectAccessible();
  const calls = answer(updateSettings, saved);
  const update = dialog.getByRole('button', { name: 'Update', exact: true });
  await english.fill('Welcome to all.');
  await update.click();
  await button('Update Welcome Message').click();
  await dialog.getByRole('checkbox', { name: 'The Hindi texts fit the English ones as they are' }).click();
  await update.click();
  await button('Update Welcome Message').click();
  await hindi.fill('');
  await expect.element(hindi).toHaveAccessibleDescription(/while this is empty, Hindi pages show the English one/);
  await expect.element(dialog.getByRole('region', { name: 'What visitors will see' })).toBeVisible();
  await update.click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(calls.map(({ body }) => body)).toEqual([
    { homeText: 'Welcome to all.', version: 1 },
    { homeText: 'Welcome.', hi: { homeText: 'स्वागत है।' }, version: 1 },
    { homeText: 'Welcome.', hi: { homeText: '' }, version: 1 },
  ]);
});

test('updates and the association have second texts too', async () => {
  const meeting = { ...update(1, 'Meeting'), hi: { title: 'बैठक' }, older: ['title'] };
  serve({
    importantUpdates: [meeting],
    association: { ...unknownAssociation, hi: { name: 'लोक अभियोजक संघ' }, older: [] },
  });
  await open('updates');
  await expect.element(page.getByRole('row').nth(1).getByText('Hindi older than English')).toBeVisible();
  await button('Edit “Meeting”').click();
  const [title, text] = [0, 1].map((index) => dialog.getByRole('textbox', { name: 'In Hindi' }).nth(index));
  await expect.element(title!).toHaveValue('बैठक');
  await text!.fill('बैठक सोमवार को होगी।');
  await expect.element(dialog.getByRole('paragraph').getByText('बैठक सोमवार को होगी।')).toBeVisible();
  await expectAccessible();
  const edited = answer(editImportantUpdate, saved);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(edited).toMatchObject([{ body: { title: 'Meeting', hi: { description: 'बैठक सोमवार को होगी।' } } }]);
  expect(edited[0]?.body.hi).not.toHaveProperty('title');

  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Association' }).click();
  const form = page.getByRole('form', { name: 'Association' });
  const inHindi = form.getByRole('textbox', { name: 'In Hindi' });
  await expect.element(inHindi.first()).toHaveValue('लोक अभियोजक संघ');
  await inHindi.nth(2).fill('12 न्यायालय मार्ग, लखनऊ');
  await expect
    .element(form.getByRole('region', { name: 'On Hindi pages' }).getByText('12 न्यायालय मार्ग, लखनऊ'))
    .toBeVisible();
  await expectAccessible();
  const calls = answer(updateSettings, saved);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(notice(saved.message)).toBeVisible();
  expect(calls).toMatchObject([{ body: { association: { hi: { address: '12 न्यायालय मार्ग, लखनऊ' } } } }]);
  expect(calls[0]?.body.association?.hi).toEqual({ address: '12 न्यायालय मार्ग, लखनऊ' });
});

test('important updates are checked, sorted as on the home page, and tell what failed', async () => {
  answer(getSettings, 'lost');
  await open('updates');
  await expect.element(button('Try again')).toBeVisible();
  await expectAccessible();
  serve();
  await button('Try again').click();
  await expect.element(page.getByText(messages.empty.table)).toBeVisible();
  await button('Add Important Update').click();
  const add = dialog.getByRole('button', { name: 'Add', exact: true });
  await add.click();
  await expect.element(dialog.getByText('Please enter a title')).toBeVisible();
  await expect.element(dialog.getByText('Please enter a description')).toBeVisible();
  await expectAccessible();
  await dialog.getByLabelText(/^Title/).fill('Second');
  await dialog.getByLabelText(/^Description/).fill('More about Second.');
  const [first, second] = [update(1, 'First'), update(2, 'Second')];
  const added = answer(addImportantUpdate, saved);
  serve({ importantUpdates: [first, second] });
  await add.dblClick();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(added.map(({ body }) => body.title)).toEqual(['Second']);
  // The last of the list comes first, in the table and on the home page.
  const titles = () =>
    page
      .getByRole('heading', { level: 3 })
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(titles).toEqual(['Second', 'First']);
  await expect.element(page.getByRole('row').nth(1).getByText('Second', { exact: true })).toBeVisible();
  const orders = answer(orderImportantUpdates, saved);
  serve({ importantUpdates: [second, first] });
  await button('Move “First” up').click();
  await expect.poll(titles).toEqual(['First', 'Second']);
  await expect.element(page.getByRole('row').nth(1).getByText('First', { exact: true })).toBeVisible();
  expect(orders.map(({ body }) => body.order)).toEqual([[second.id, first.id]]);

  answer(editImportantUpdate, new AppError('INTERNAL', 'Broken.'));
  await button('Edit “First”').click();
  await dialog.getByLabelText(/^Title/).fill('First of all');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(notice(messages.update.saveFailed)).toBeVisible();
  await expect.element(dialog.getByLabelText(/^Title/)).toHaveValue('First of all');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  // The notice lies over the button.
  await notice(messages.update.saveFailed).getByRole('button', { name: 'Close' }).click();
  answer(deleteImportantUpdate, new AppError('INTERNAL', 'Broken.'));
  await button('Delete “First”').click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(notice(messages.update.deleteFailed)).toBeVisible();
});

test('name, addresses and links are checked and previewed, and leaving asks', async () => {
  serve();
  const { path } = await open('association');
  const form = page.getByRole('form', { name: 'Association' });
  const submit = form.getByRole('button', { name: 'Save' });
  await expect.element(submit).not.toBeInTheDocument();
  const name = form.getByRole('textbox', { name: /^Name/ }).first();
  await name.fill('');
  await form.getByLabelText(/^Office e-mail/).fill('nobody');
  await submit.click();
  await expect.element(form.getByText('Please enter the name of the association')).toBeVisible();
  await expect.element(form.getByText(messages.registration.emailFormat)).toBeVisible();
  await name.fill('Association of Trial');
  await form.getByLabelText(/^Office e-mail/).fill('desk@example.org');
  await form.getByRole('button', { name: 'Add a link' }).click();
  const link = form.getByRole('group', { name: 'Follow us' });
  await link.getByLabelText(/^Name/).fill('Journal');
  await link.getByLabelText(/^Address/).fill('journal.example.org');
  await submit.click();
  await expect.element(form.getByText(messages.resource.format)).toBeVisible();
  await link.getByLabelText(/^Address/).fill('https://journal.example.org');
  const preview = form.getByRole('region', { name: 'What visitors will see' });
  await expect.element(preview.getByRole('heading', { name: 'Association of Trial' })).toBeVisible();
  await expectAccessible();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Payment' }).click();
  await expect.element(dialog.getByText(/It has not been saved\./)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const { promise, resolve } = Promise.withResolvers<typeof saved>();
  const calls = answer(updateSettings, () => promise);
  await submit.dblClick();
  resolve(saved);
  await expect.element(notice(saved.message)).toBeVisible();
  expect(path()).toMatch(/tab=association/);
  expect(calls).toMatchObject([
    { body: { association: { name: 'Association of Trial', socialLinks: [{ label: 'Journal' }] }, version: 1 } },
  ]);
});

test('payment details are checked, shown with the code that applicants will scan, and changed after a question', async () => {
  serve();
  answer(getMemberships, {
    success: true,
    data: [],
    payment: noPayment,
    annualSubscription: 1_000,
    subscription: subscriptionAhead,
    online: false,
  });
  await open('payment');
  const form = page.getByRole('form', { name: 'Payment' });
  const submit = form.getByRole('button', { name: 'Save' });
  await form.getByLabelText(/^UPI ID/).fill('no upi');
  await submit.click();
  await expect.element(form.getByText('Please enter a UPI ID such as name@bank')).toBeVisible();
  await expect.element(form.getByText(/^No QR code/)).toBeVisible();
  await form.getByLabelText(/^UPI ID/).fill('association@examplebank');
  await form.getByLabelText(/^Account number/).fill('0011 2233 4455');
  await expect
    .element(form.getByRole('img', { name: 'Sample QR code for paying to association@examplebank' }))
    .toBeVisible();
  await expectAccessible();
  await submit.click();
  const question = page.getByRole('dialog', { name: 'Change where fees are paid to?' });
  await expect.poll(() => question.element().textContent).toContain('before: (empty)→now: association@examplebank');
  expect(question.element().textContent).toContain('now: 0011 2233 4455');
  await expectAccessible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(form.getByLabelText(/^Account number/)).toHaveValue('0011 2233 4455');
  await submit.click();
  const calls = answer(updateSettings, saved);
  await question.getByRole('button', { name: 'Change', exact: true }).click();
  await expect.element(notice(saved.message)).toBeVisible();
  expect(calls).toMatchObject([{ body: { payment: { upiId: 'association@examplebank' }, version: 1 } }]);
});

test('what was changed can be discarded, after a question', async () => {
  serve();
  await open('retention');
  const form = page.getByRole('form', { name: 'Retention' });
  const days = form.getByLabelText(/^Rejected applications/);
  await days.fill('365');
  await form.getByRole('button', { name: 'Discard' }).click();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect.element(days).toHaveValue('180');
  await expect.element(form.getByRole('button', { name: 'Save' })).not.toBeInTheDocument();
});

test('a setting is found by its name, and is what one types into', async () => {
  serve();
  answer(getLetterSettings, {
    success: true,
    data: { perMinute: 60, clearDays: 21, bouncesUntilStop: 3, version: 1 },
  });
  await open('welcome');
  const settings = page.getByRole('navigation', { name: 'Settings' });
  const search = settings.getByRole('textbox', { name: 'Search settings' });
  await search.fill('nothing like it');
  await expect.element(settings.getByText('No setting has this name.')).toBeVisible();
  await search.fill('clear days');
  await settings.getByRole('link', { name: /^Clear days of a notice/ }).click();
  await expect.element(page.getByLabelText(/^Clear days of a notice/)).toHaveFocus();
  await expectAccessible();
});

test.each(['association', 'payment', 'retention'] as const)('the search knows the page %s', async (tab) => {
  serve();
  answer(getMemberships, {
    success: true,
    data: [],
    payment: noPayment,
    annualSubscription: 1_000,
    subscription: subscriptionAhead,
    online: false,
  });
  await open(tab);
  const { label, settings } = settingGroups.flatMap(({ pages }) => [...pages]).find(({ id }) => id === tab)!;
  const form = page.getByRole('form', { name: label });
  await expect.element(form).toBeVisible();
  const text = form.element().textContent;
  expect(settings.filter((name) => !text.includes(name))).toEqual([]);
});

test('on a phone the settings are a page of links', async () => {
  serve();
  await page.viewport(360, 780);
  await show(<SettingsPage />, { at: '/admin/Settings', as: 'admin' });
  await expect.element(page.getByRole('heading', { level: 2, name: 'Welcome Message' })).not.toBeInTheDocument();
  await page.getByRole('link', { name: 'Welcome Message' }).click();
  await expect.element(page.getByRole('heading', { level: 2, name: 'Welcome Message' })).toHaveFocus();
  await page.getByRole('link', { name: 'All settings' }).click();
  await expect.element(page.getByRole('link', { name: 'Retention' })).toBeVisible();
  await page.viewport(1280, 900);
});

const refused = 'This file is not a picture that can be used here.';

test.each([
  ['receipts', 'Signature of the treasurer', 'signature'],
  ['certificates', 'Signature of the second signer', 'secondSignature'],
])('a signature of %s that is refused says so at its field, and stays to be replaced', async (tab, label, field) => {
  serve();
  const texts = { prefix: '', registrationNumber: '', pan: '', gstin: '', treasurer: 'Meera Iyer' };
  answer(getReceiptSettings, { success: true, data: { ...texts, signature: null, version: 1 } });
  const nobody = { name: '', office: '', signature: null };
  answer(getSigners, { success: true, data: { first: nobody, second: nobody, version: 1 } });
  const error = new AppError('UNSUPPORTED_FILE', refused, { fields: { [field]: refused } });
  const calls = [answer(updateReceiptSettings, error), answer(updateSigners, error)];
  await open(tab);
  chooseFile(page.getByLabelText(label, { exact: true }), await pictureFile('signature.png'));
  await button('Save').click();
  await expect.element(page.getByText(refused)).toBeVisible();
  await expect.element(page.getByText('signature.png')).toBeVisible();
  expect(calls.flat()).toHaveLength(1);
  await button('Discard').click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect.element(page.getByText('signature.png')).not.toBeInTheDocument();
});
