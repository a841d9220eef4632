import { expect, type Locator, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { members } from '#server/features/members/tables.ts';
import { log } from '#server/platform/log/tables.ts';
import { messages } from '#shared/messages.ts';
import { person } from '#shared/person.ts';
import { refuseDues } from '#tests/factories/dues.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { waitForMail } from '#tests/mail.ts';
import { enterOffice, expectToast } from './office.ts';
import { type ApplicantFiles, applicant, applicantFiles, RegistrationPage } from './registration.ts';
import { type Site, test } from './site.ts';

let files: ApplicantFiles;
test.beforeAll(async () => {
  files = await applicantFiles();
});
test.beforeEach(({ site }) => site.reset());

const page1 = '/admin/Registrations';
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });
const review = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^Review ${name}`) });

async function choose(page: Page, within: Locator | Page, label: string, option: string) {
  await within.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const recordOf = async (site: Site, id: string) =>
  (await site.database.select().from(members).where(eq(members.id, id)))[0];

test.describe('the lists', () => {
  test('keep search and filters in the address, also when one leaves and comes back', async ({ page, site }) => {
    await memberFactory(site, { status: 'New', name: 'Applicant A', state: 'Goa' });
    await memberFactory(site, { status: 'New', name: 'Zara Sheikh', state: 'Kerala' });
    await enterOffice(page, site, page1);
    await page.getByRole('textbox', { name: /^Search by name/ }).fill('zara');
    await expect(rows(page)).toHaveCount(1);
    await page.reload();
    await expect(page.getByRole('textbox', { name: /^Search by name/ })).toHaveValue('zara');
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(page.getByText('2 registrations')).toBeVisible();
    await choose(page, page, 'State', 'Kerala');
    await expect(rows(page)).toHaveCount(1);
    const sidebar = page.getByRole('navigation', { name: 'Administration' });
    await sidebar.getByRole('link', { name: 'News' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
    await sidebar.getByRole('link', { name: 'Registrations' }).click();
    await expect(page).toHaveURL(/state=Kerala/);
    await expect(rows(page)).toHaveCount(1);
    // A second press on the page's own entry clears them.
    await sidebar.getByRole('link', { name: 'Registrations' }).click();
    await expect(page).not.toHaveURL(/[?&]state=/);
    await expect(rows(page)).toHaveCount(2);
  });

  test('count each status on its tab, again after each decision', async ({ page, site }) => {
    for (let number = 0; number < 11; number++) await memberFactory(site);
    const other = await memberFactory(site, { status: 'New', name: 'Omar Khan' });
    await memberFactory(site, { status: 'New', name: 'Nina Paul', paymentStatus: 'PAYMENT_INITIATED' });
    await enterOffice(page, site, `${page1}?search=nina`);
    const tabs = page.getByRole('tab');
    await expect(tabs).toHaveText(['New Registrations 1', 'Approved 0', 'Rejected 0']);
    await review(page, 'Nina Paul').click();
    await dialogOf(page, 'Review registration').getByRole('button', { name: 'Approve' }).click();
    const question = dialogOf(page, 'Approve before the payment is checked?');
    await expect(question).toContainText('There is no scanned ID card.');
    await question.getByRole('button', { name: 'Approve' }).click();
    await expect(tabs).toHaveText(['New Registrations 0', 'Approved 1', 'Rejected 0']);
    // The list says that the match is in another tab.
    await page.getByRole('button', { name: '1 in Approved' }).click();
    await expect(review(page, 'Nina Paul')).toBeVisible();
    // Somebody else decides meanwhile.
    await site.database.update(members).set({ status: 'Rejected' }).where(eq(members.id, other.id));
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(tabs).toHaveText(['New Registrations 0', 'Approved 12', 'Rejected 1']);
  });
});

test.describe('a review', () => {
  test('shows the details, the payment and both files from memory, and again a file that failed to load', async ({
    page,
    site,
  }) => {
    const id = await applicant(site);
    await memberFactory(site, { mobile: (await recordOf(site, id))?.mobile ?? '', status: 'Approved' });
    await page.route('**/api/Directory/screenshot/**', (route) => route.abort(), { times: 1 });
    await enterOffice(page, site, page1);
    await review(page, 'Meera Iyer').click();
    const dialog = dialogOf(page, 'Review registration');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    for (const text of ['Rs 1,000', 'PAYMENT_INITIATED', '630112345678', 'This mobile number is also in']) {
      await expect(dialog.getByText(text).first()).toBeVisible();
    }
    for (const title of ['Payment screenshot', 'Scanned ID card']) {
      const image = dialog.getByRole('img', { name: title });
      await expect(image).toHaveAttribute('src', /^blob:/);
      await expect
        .poll(() => image.evaluate((element) => (element as { naturalWidth?: number }).naturalWidth))
        .toBeGreaterThan(0);
    }
    const shown = dialog.getByRole('img', { name: 'Payment screenshot' });
    const before = (await shown.boundingBox())?.height ?? 0;
    await dialog.getByRole('button', { name: 'Zoom in: Payment screenshot' }).click();
    await expect.poll(async () => (await shown.boundingBox())?.height ?? 0).toBeGreaterThan(before * 1.4);
    await expect(dialog.getByText('Acknowledgement of the registration')).toBeVisible();
    await expect(dialog.getByText('Nothing has been decided yet.')).toBeVisible();

    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(review(page, 'Meera Iyer')).toBeFocused();
  });

  test('approves with membership and payment in one step; the credentials leave and can be sent again', async ({
    page,
    site,
  }) => {
    const id = await applicant(site);
    const to = (await recordOf(site, id))?.email ?? '';
    await enterOffice(page, site, page1);
    await review(page, 'Meera Iyer').click();
    const dialog = dialogOf(page, 'Review registration');
    await choose(page, dialog, 'Membership', 'Patron');
    await dialog.getByRole('checkbox', { name: 'Payment seen in the bank account' }).check();
    await dialog.getByRole('button', { name: 'Add a note' }).click();
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Seen in the statement of today');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('Meera Iyer: Approved.')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(messages.empty.table)).toBeVisible();
    expect(await recordOf(site, id)).toMatchObject({
      status: 'Approved',
      membership: 'Patron member',
      paymentStatus: 'PAYMENT_SUCCESS',
    });
    const mail = await waitForMail(site, { to, kind: 'credentials' });
    expect(mail.text).toContain('Temporary password:');

    await page.getByRole('tab', { name: 'Approved' }).click();
    await review(page, 'Meera Iyer').click();
    await expect(dialog.getByText('Approved (New → Approved)')).toBeVisible();
    await expect(dialog.getByText('Seen in the statement of today')).toBeVisible();
    await expect(dialog.getByText('Credentials', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Resend credentials' }).click();
    await dialogOf(page, 'Resend credentials?').getByRole('button', { name: 'Resend credentials' }).click();
    await expectToast(page, 'New credentials are on their way.');
    await expect(dialog.getByText('Sent the credentials again')).toBeVisible();
    await expect(dialog.getByText('Credentials', { exact: true })).toHaveCount(2);
    // The second mail's status is updated until it is sent.
    await expect(dialog.getByText('Waiting')).toHaveCount(0);
  });

  test('rejects with a reason only, which is mailed; the record can then be deleted', async ({ page, site }) => {
    const id = await applicant(site);
    const to = (await recordOf(site, id))?.email ?? '';
    await enterOffice(page, site, page1);
    await review(page, 'Meera Iyer').click();
    const dialog = dialogOf(page, 'Review registration');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await dialog.getByRole('button', { name: 'Reject and mail the reason' }).click();
    await expect(dialog.getByText('Please enter the reason; it is mailed to the applicant')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The ID card cannot be read.');
    await dialog.getByRole('button', { name: 'Reject and mail the reason' }).click();
    await expect(page.getByText('Meera Iyer: Rejected.')).toBeVisible();
    expect((await waitForMail(site, { to, kind: 'registration-rejected' })).text).toContain(
      'The ID card cannot be read.',
    );

    await page.getByRole('tab', { name: 'Rejected' }).click();
    await review(page, 'Meera Iyer').click();
    await expect(dialog.getByText('Reason of the rejection: The ID card cannot be read.')).toBeVisible();
    await page.keyboard.press('Escape');
    const question = dialogOf(page, 'Delete this record?');
    await page.getByRole('button', { name: /^Delete Meera Iyer/ }).click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await recordOf(site, id)).toBeDefined();

    await page.route('**/api/Directory/deleteDirectory/**', (route) => route.fulfill({ status: 500, body: '' }), {
      times: 1,
    });
    await page.getByRole('button', { name: /^Delete Meera Iyer/ }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(messages.general.failed)).toBeVisible();
    await page.getByRole('button', { name: /^Delete Meera Iyer/ }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    // A claimed payment must be settled first.
    await expect(page.getByText('Money of this record is still open.')).toBeVisible();
    await refuseDues(site, { memberId: id });
    await page.getByRole('button', { name: /^Delete Meera Iyer/ }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('The record was deleted.')).toBeVisible();
    await expect(page.getByText(messages.empty.table)).toBeVisible();
    expect(await recordOf(site, id)).toBeUndefined();
  });
});

test.describe('a correction', () => {
  test('changes details and e-mail, and is in the log without the values', async ({ page, site }) => {
    const row = await memberFactory(site, { name: 'Nina Pual', status: 'New' });
    await enterOffice(page, site, page1, { confirmed: true });
    await review(page, 'Nina Pual').click();
    await page.getByRole('button', { name: 'Edit details' }).click();
    const dialog = dialogOf(page, 'Edit details');
    await dialog.getByRole('textbox', { name: 'Full Name' }).fill('');
    await dialog.getByRole('textbox', { name: 'Email' }).fill('not an address');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText(person.name.message)).toBeVisible();
    await expect(dialog.getByText(messages.registration.emailFormat)).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Full Name' }).fill('Nina Paul');
    await dialog.getByRole('textbox', { name: 'Email' }).fill('nina.paul@example.org');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'The record was updated.');
    await expect(dialogOf(page, 'Review registration').getByText('nina.paul@example.org').first()).toBeVisible();
    expect(await recordOf(site, row.id)).toMatchObject({ name: 'Nina Paul', email: 'nina.paul@example.org' });
    const lines = await site.database.select().from(log).where(eq(log.memberId, row.id));
    expect(JSON.stringify(lines)).not.toContain('nina.paul@example.org');
  });
});

/** The dialog has the fields of the public form, but memberships without their fees. */
class ProsecutorDialog extends RegistrationPage {
  override readonly form: Locator;
  constructor(page: Page) {
    super(page);
    this.form = dialogOf(page, 'Add Prosecutor');
  }
  override choose(label: string, option: string) {
    return super.choose(label, option.split(' · ')[0] ?? option);
  }
}

test.describe('Add Prosecutor', () => {
  test('creates a New record with consent given to the office, and keeps its input when the e-mail address is in use', async ({
    page,
    site,
  }) => {
    await memberFactory(site, { email: 'taken@example.org' });
    await enterOffice(page, site, `${page1}?tab=Approved`);
    await page.getByRole('button', { name: 'Add Prosecutor' }).click();
    const form = new ProsecutorDialog(page);
    await form.fill(files, 'taken@example.org');
    await form.form.getByRole('button', { name: 'Add Prosecutor' }).click();
    await expect(form.message('This e-mail already belongs to a registration or a member.')).toBeVisible();
    await expect(form.text('Full Name')).toHaveValue('Asha Rao');
    await form.text('Email').fill('asha.rao@example.org');
    await form.form.getByRole('button', { name: 'Add Prosecutor' }).click();
    await expect(page.getByText(/The reference is AIP-/)).toBeVisible();
    await expect(page.getByRole('tab', { name: 'New Registrations' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('row', { name: /Asha Rao/ })).toBeVisible();
    const [row] = await site.database.select().from(members).where(eq(members.email, 'asha.rao@example.org'));
    expect(row).toMatchObject({ status: 'New', consentTo: 'office', membership: 'Patron member' });
  });
});
