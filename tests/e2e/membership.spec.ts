import { expect, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { members } from '#server/database/tables/members.ts';
import { messages } from '#shared/messages.ts';
import { person } from '#shared/person.ts';
import {
  type ApplicantFiles,
  applicantFiles,
  noPayment,
  payment,
  RegistrationPage,
  registerByCall,
  screenshotFile,
  setPayment,
} from './registration.ts';
import { type Site, test, wake } from './site.ts';

const text = messages.registration;

test.use({ actionTimeout: 20_000 });

let files: ApplicantFiles;
test.beforeAll(async () => {
  files = await applicantFiles();
});
test.beforeEach(async ({ site }) => {
  await site.reset();
  await setPayment(site.database, noPayment);
});

/** Otherwise an idle page fetches what the next press will need. */
const savingData = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })";

test.describe('the information', () => {
  test('is readable without JavaScript, and says why the form is not', async ({ browser, site }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    await page.goto(`${site.url}/membership`);
    for (const fee of ['Rs 25,000', 'Rs 10,000', 'Rs 1,000']) {
      await expect(page.getByText(fee, { exact: true }).first()).toBeVisible();
    }
    await expect(page.getByRole('heading', { name: 'Terms and Conditions' })).toBeVisible();
    await expect(page.getByText('Rs 1,000 a year for all members')).toBeVisible();
    await page.getByRole('button', { name: 'Click Here to Accept' }).click();
    // Playwright's texts pass over <noscript>.
    await expect(page.locator('noscript p').first()).toBeInViewport();
    await expect(page.locator('noscript p').first()).toContainText('The registration form needs JavaScript');
    await context.close();
  });

  test('shows one tier at a time on a phone, by touch and by keyboard', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/membership', { waitUntil: 'networkidle' });
    const patron = page.getByRole('heading', { name: 'Patron Membership', exact: true });
    const individual = page.getByRole('heading', { name: 'Individual Membership', exact: true });
    await expect(patron).toBeVisible();
    await expect(individual).toBeHidden();
    await expect(page.getByRole('tab')).toHaveText(['Patron', 'Permanent/Lifetime', 'Individual']);
    await page.getByRole('tab', { name: 'Individual' }).click();
    await expect(individual).toBeVisible();
    await expect(patron).toBeHidden();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Patron' })).toBeFocused();
    await expect(patron).toBeVisible();
  });

  test('counts a press on the button that comes before the script', async ({ page }) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/membership', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Click Here to Accept' }).click({ noWaitAfter: true });
    await expect(page).toHaveURL(/#register$/);
    release();
    await expect(page.getByRole('form', { name: 'Registration' })).toBeVisible();
  });

  test('keeps the form away until the terms are accepted, for who saves data', async ({ page }) => {
    await page.addInitScript(savingData);
    const scripts: string[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.url());
    });
    await page.goto('/membership');
    await page.waitForLoadState('networkidle');
    expect(scripts.filter((url) => /RegistrationForm/.test(url))).toEqual([]);
    await page.getByRole('button', { name: 'Click Here to Accept' }).click();
    await expect(page.getByRole('form', { name: 'Registration' })).toBeVisible();
    expect(scripts.filter((url) => /RegistrationForm/.test(url))).toHaveLength(1);
  });

  test('fetches the form while the page is idle', async ({ page }) => {
    const form = page.waitForResponse(/RegistrationForm/);
    await page.goto('/membership');
    await form;
  });

  test('opens the form although nothing more arrives after the terms were read', async ({ page }) => {
    await page.addInitScript(savingData);
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto('/membership');
    await wake(page);
    const accept = page.getByRole('button', { name: 'Click Here to Accept' });
    const form = page.waitForResponse(/RegistrationForm/);
    await accept.scrollIntoViewIfNeeded();
    await form;
    await page.waitForLoadState('networkidle');
    await page.route('**/assets/**', (route) => route.abort());
    await accept.click();
    await expect(page.getByRole('form', { name: 'Registration' })).toBeVisible();
  });
});

test.describe('the form', () => {
  test('survives a reload without its files, and is empty after the registration', async ({ page }) => {
    const form = new RegistrationPage(page);
    await form.open();
    await form.fill(files);
    await page.reload();
    await expect(form.form).toBeVisible();
    await expect(form.text('Full Name')).toHaveValue('Asha Rao');
    await expect(form.combo('State')).toHaveValue('Maharashtra');
    await expect(form.combo('District')).toHaveValue('Pune');
    await expect(form.combo('Sub-District')).toHaveValue('Haveli');
    await expect(form.combo('Gender')).toHaveText('Female');
    await expect(form.form.getByText('NDPS Act, 1985')).toBeVisible();
    for (const [part, value] of [
      ['Day', '17'],
      ['Month', '05'],
      ['Year', '1980'],
    ] as const) {
      await expect(form.form.getByRole('spinbutton', { name: part })).toHaveValue(value);
    }
    await form.continue();
    await expect(form.message(person.profile_Pic.message)).toBeVisible();
    await expect(form.message(person.document.message)).toBeVisible();
    await form.file('Profile Picture').setInputFiles(files.picture);
    await form.file('Scanned ID Card').setInputFiles(files.document);
    await form.continue();
    await page.waitForURL(/isRegistered=true/);

    await page.goto('/membership');
    await expect(page.getByText('You have already registered under the reference')).toBeVisible();
    await page.getByRole('button', { name: 'Click Here to Accept' }).click();
    await expect(form.text('Full Name')).toHaveValue('');
  });

  test('an answer that gets lost makes one record, not two', async ({ page, site }) => {
    const form = new RegistrationPage(page);
    await form.open();
    await form.fill(files);
    await page.route(
      '**/api/Directory/Create',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await form.continue();
    await expect(page.getByText('The server could not be reached').first()).toBeVisible();
    await form.continue();
    await page.waitForURL(/isRegistered=true/);
    expect(await site.database.$count(members)).toBe(1);
  });

  test('can be filled in and sent with the keyboard alone', async ({ page, site }) => {
    const form = new RegistrationPage(page);
    await page.goto('/membership');
    await page.waitForLoadState('networkidle');
    const { keyboard } = page;
    const tabTo = async (name: string | RegExp, role: 'button' | 'combobox' | 'textbox' | 'spinbutton') => {
      for (let presses = 0; presses < 60; presses++) {
        const wanted = page.getByRole(role, { name, exact: true });
        if (await wanted.evaluateAll((all) => all.some((one) => one.matches(':focus')))) return;
        await keyboard.press('Tab');
      }
      throw new Error(`The ${role} ${name} cannot be reached with Tab.`);
    };
    const pick = async (name: string, keys: string[]) => {
      await tabTo(name, 'combobox');
      for (const key of keys) await keyboard.press(key);
    };
    await tabTo('Click Here to Accept', 'button');
    await keyboard.press('Enter');
    await expect(form.form).toBeVisible();
    await pick('Membership Type', ['Enter', 'ArrowDown', 'Enter']);
    await tabTo('Full Name', 'textbox');
    await keyboard.type('Asha Rao');
    await pick('Gender', ['Enter', 'ArrowDown', 'ArrowDown', 'Enter']);
    await tabTo('Day', 'spinbutton');
    await keyboard.type('17051980');
    await tabTo('Email', 'textbox');
    await keyboard.type('asha.rao@example.org');
    await tabTo('Mobile Number', 'textbox');
    await keyboard.type('9876543210');
    await tabTo('State', 'combobox');
    await keyboard.type('Kera');
    await expect(page.getByRole('option', { name: 'Kerala' })).toBeVisible();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await tabTo('District', 'combobox');
    await keyboard.type('Ernak');
    await expect(page.getByRole('option', { name: 'Ernakulam' })).toBeVisible();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await tabTo('Sub-District', 'combobox');
    await keyboard.type('Kochi');
    await tabTo('Name of the Court', 'textbox');
    await keyboard.type('District Court Ernakulam');
    await tabTo('ID Number', 'textbox');
    await keyboard.type('KL 77');
    await tabTo('Years of Experience', 'textbox');
    await keyboard.type('9');
    await tabTo('Years of Recruitment', 'textbox');
    await keyboard.type('2016');
    await tabTo('Specialisation', 'combobox');
    await keyboard.type('POCSO');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await keyboard.press('Escape');
    await pick('Area of Interest', ['Enter', 'ArrowDown', 'Enter']);
    await pick('Contribution', ['Enter', 'ArrowDown', 'Enter']);
    await pick('International', ['Enter', 'ArrowDown', 'Enter']);
    // The system's own file chooser is no part of the page.
    await form.file('Profile Picture').setInputFiles(files.picture);
    await form.file('Scanned ID Card').setInputFiles(files.document);
    await tabTo('Continue', 'button');
    await keyboard.press('Enter');
    await page.waitForURL(/isRegistered=true/);
    expect(await site.database.$count(members)).toBe(1);
  });
});

/** Registers and comes to the payment step. @returns its address */
async function openPayment(page: Page, site: Site): Promise<string> {
  const { path } = await registerByCall(site);
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Register' })).toBeVisible();
  return path;
}

test.describe('the payment step', () => {
  test('asks for the screenshot, keeps it when sending fails, and sends it again', async ({ page, site }) => {
    await openPayment(page, site);
    const send = page.getByRole('button', { name: 'Register' });
    await send.click();
    await expect(page.getByText(text.Screenshot)).toBeVisible();
    await expect(page.getByLabel('Payment Screenshot')).toBeFocused();
    await page.getByLabel('Payment Screenshot').setInputFiles(await screenshotFile());
    await expect(page.getByText(text.Screenshot)).toBeHidden();
    await page.getByLabel('Transaction Reference (UTR), optional').fill('6301 1234 5678');
    await page.route('**/updatePaymentScreenshot/**', (route) => route.abort(), { times: 1 });
    await send.click();
    await expect(page.getByText('press Register to send it again')).toBeVisible();
    await expect(page).toHaveURL(/isRegistered=true/);
    await expect(page.getByText('paid.jpg')).toBeVisible();
    await send.click();
    await page.waitForURL('**/paymentStatus?status=success');
    const [row] = await site.database.select().from(members);
    expect(row).toMatchObject({ paymentStatus: 'PAYMENT_INITIATED', utr: '630112345678' });
    await page.goBack();
    await expect(page).toHaveURL(/\/membership\?isRegistered=false$/);
    await expect(page.getByRole('button', { name: 'Click Here to Accept' })).toBeVisible();
  });

  test('can be opened again after the screenshot was sent, to replace it', async ({ page, site }) => {
    const address = await openPayment(page, site);
    await page.getByLabel('Payment Screenshot').setInputFiles(await screenshotFile());
    await page.getByRole('button', { name: 'Register' }).click();
    await page.waitForURL('**/paymentStatus?status=success');
    const [first] = await site.database.select().from(members);
    await page.goto(address);
    await expect(page.getByText('We have received your screenshot')).toBeVisible();
    // Nothing that invites to pay a second time, until it is asked for.
    await expect(page.getByRole('button', { name: 'Register' })).toBeHidden();
    await page.getByText('Send another screenshot', { exact: true }).click();
    await page.getByLabel('Payment Screenshot').setInputFiles(await screenshotFile(12));
    await page.getByRole('button', { name: 'Register' }).click();
    await page.waitForURL('**/paymentStatus?status=success');
    const [second] = await site.database.select().from(members);
    expect(second?.screenshotFile).not.toBe(first?.screenshotFile);
  });

  test('says how to ask the office while there is no account, and shows it as soon as there is one', async ({
    page,
    site,
  }) => {
    await openPayment(page, site);
    await expect(page.getByText('Please ask the office where to pay Rs 25,000')).toBeVisible();
    await expect(page.getByRole('img', { name: /QR code/ })).toBeHidden();
    await setPayment(site.database, payment);
    // The server hears of a change that was not made through it a moment later.
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await expect(page.getByText('0011223344')).toBeVisible();
  });

  test('takes amount and tier from the record, not from the address', async ({ page, site }) => {
    await openPayment(page, site);
    await page.goto(page.url().replace(/membership=[^&]*$/, 'membership=Individual%20member'));
    await expect(page.getByText('Rs 25,000', { exact: true })).toBeVisible();
    await expect(page.getByText('Patron', { exact: true })).toBeVisible();
  });

  test('has nothing to register for an unknown id', async ({ page }) => {
    for (const id of ['', '4f9b0c0e-7d53-4a6b-9a55-0d3c0c9d8e11', 'nonsense', '%00']) {
      await page.goto(`/membership?isRegistered=true&id=${id}&membership=Patron%20member`);
      await expect(page.getByRole('heading', { name: 'This registration was not found' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Register' })).toBeHidden();
    }
  });

  test('is closed once the office has decided, also for a page that is still open', async ({ page, site }) => {
    await openPayment(page, site);
    await page.getByLabel('Payment Screenshot').setInputFiles(await screenshotFile());
    const [row] = await site.database.select().from(members);
    await site.database.update(members).set({ status: 'Approved' }).where(eq(members.id, row!.id));
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page.getByRole('heading', { name: 'No payment is due any more' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Register' })).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'No payment is due any more' })).toBeVisible();
  });

  test('copies the UPI ID', async ({ page, site, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await setPayment(site.database, payment);
    await openPayment(page, site);
    await page.getByRole('button', { name: 'Copy UPI ID' }).click();
    await expect(page.getByText('UPI ID copied')).toBeAttached();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('association@examplebank');
  });
});

test('the payment result depends on the status alone', async ({ page }) => {
  await page.goto('/paymentStatus?status=success');
  await expect(page.getByText(messages.payment.success)).toBeVisible();
  await expect(page.getByText('once the association has approved your registration')).toBeVisible();
  for (const other of ['/paymentStatus', '/paymentStatus?status=SUCCESS', '/paymentStatus?status=failed']) {
    await page.goto(other);
    await expect(page.getByText(messages.payment.failure)).toBeVisible();
    await expect(page.getByText(messages.payment.success)).toBeHidden();
  }
  await page.getByRole('link', { name: 'Return to Homepage' }).click();
  await expect(page).toHaveURL(/\/$/);
});
