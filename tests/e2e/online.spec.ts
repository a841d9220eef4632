import { expect } from '@playwright/test';
import { messages } from '#shared/messages.ts';
import { startGatewayDouble } from '#tests/gateway-double.ts';
import { mailsOf, waitForMail } from '#tests/mail.ts';
import { scaled } from '#tests/speed.ts';
import { enterOffice, expectAccessiblePage } from './office.ts';
import { applicantFiles, payment, RegistrationPage, setPayment } from './registration.ts';
import { startSite, test } from './site.ts';

const email = 'asha.rao@example.org';

test('an applicant pays online on a phone, and is approved with a receipt', async ({ browser }) => {
  test.setTimeout(scaled(180_000));
  const gateway = await startGatewayDouble();
  const running = await startSite(gateway.env);
  try {
    const { site } = running;
    await setPayment(site.database, payment);
    const phone = { viewport: { width: 360, height: 780 }, baseURL: site.url };
    const page = await (await browser.newContext(phone)).newPage();
    const form = new RegistrationPage(page);
    await form.open();
    await form.fill(await applicantFiles(), email);
    await form.continue();
    const pay = page.getByRole('button', { name: 'Pay ₹ 25,000 online' });
    await expect(pay).toBeVisible();
    await expectAccessiblePage(page);

    // The page of the gateway, left without paying, and opened again: the same one.
    await pay.click();
    await page.waitForURL(`${gateway.url}/**`);
    const first = page.url();
    await page.goBack();
    await pay.click();
    await page.waitForURL(first);
    await page.getByRole('button', { name: 'Pay by UPI' }).click();
    await page.waitForURL('**/paymentStatus?status=success');
    await expect(page.getByText(messages.payment.success)).toBeVisible();
    await expect(page.getByText('The office checks your payment')).toHaveCount(0);
    await expectAccessiblePage(page);
    const receipt = await waitForMail(site, { to: email, kind: 'payment-received' });
    expect(receipt.text).toContain('Rs 25,000');
    expect(gateway.links.size).toBe(1);

    const office = await (await browser.newContext(phone)).newPage();
    await enterOffice(office, site, '/admin/Payments?state=received');
    await expect(office.getByText('Online · UPI')).toBeVisible();
    await office.goto('/admin/Registrations');
    await office.getByRole('button', { name: /^Review Asha Rao/ }).click();
    const dialog = office.getByRole('dialog', { name: 'Review registration' });
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(dialog).toBeHidden();
    await waitForMail(site, { to: email, kind: 'credentials' });
    expect(await mailsOf(site, { to: email, kind: 'payment-received' })).toHaveLength(1);
  } finally {
    await running.stop();
    await gateway.close();
  }
});
