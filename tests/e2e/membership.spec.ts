import { expect } from '@playwright/test';
import { test } from './site.ts';

/** Turns off the prefetches of an idle page. */
const savingData = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })";

test('the information is readable without JavaScript, and says why the form is not', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await page.goto(`${site.url}/membership`);
  for (const fee of ['Rs 25,000', 'Rs 10,000', 'Rs 1,000']) {
    await expect(page.getByText(fee, { exact: true }).first()).toBeVisible();
  }
  await expect(page.getByRole('heading', { name: 'Terms and Conditions' })).toBeVisible();
  await expect(
    page.getByText(/^For all members, in addition to the one-time fee: from 1 April \d{4} Rs 1,000 a year/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Click Here to Accept' }).click();
  // Playwright's text locators ignore <noscript>.
  await expect(page.locator('noscript p').first()).toBeInViewport();
  await expect(page.locator('noscript p').first()).toContainText('The registration form needs JavaScript');
  await context.close();
});

test('the information keeps a press on the button before its script has loaded', async ({ page }) => {
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
  release();
  await expect(page.getByRole('form', { name: 'Registration' })).toBeVisible();
});

test('the information does not load the form before the terms are accepted, if the visitor saves data', async ({
  page,
}) => {
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

test('the information prefetches the form while the page is read', async ({ page }) => {
  const form = page.waitForResponse(/RegistrationForm/);
  await page.goto('/membership');
  await form;
});

test('the information asks for the form when the finger comes down', async ({ page }) => {
  await page.addInitScript(savingData);
  await page.goto('/membership', { waitUntil: 'networkidle' });
  const asked = ['Registration-', 'RegistrationForm-'].map((name) =>
    page.waitForRequest((request) => request.url().includes(`/assets/${name}`)),
  );
  await page.getByRole('button', { name: 'Click Here to Accept' }).hover();
  await page.mouse.down();
  await Promise.all(asked);
  await page.mouse.up();
});

test('the information opens the prefetched form even if the connection is lost', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const form = page.waitForResponse(/RegistrationForm/);
  await page.goto('/membership');
  const accept = page.getByRole('button', { name: 'Click Here to Accept' });
  await form;
  await page.waitForLoadState('networkidle');
  await page.route('**/assets/**', (route) => route.abort());
  await accept.click();
  await expect(page.getByRole('form', { name: 'Registration' })).toBeVisible();
});
