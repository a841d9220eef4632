import { expect } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { members } from '#server/features/members/tables.ts';
import { registerMember } from '#shared/contracts/registrations.ts';
import { formOf } from '#tests/app.ts';
import { pictureFile, registrationBody, scannedId } from '#tests/factories/members.ts';
import { waitForMail } from '#tests/mail.ts';
import { scaled } from '#tests/speed.ts';
import { eventually } from '#tests/wait.ts';
import { enterOffice, expectAccessiblePage } from './office.ts';
import { test } from './site.ts';

test('a correction goes its whole way by mail, on a phone: asked, sent back, and on top with the difference', async ({
  browser,
  site,
}) => {
  test.setTimeout(scaled(180_000));
  await site.reset();
  const register = async (email: string, name: string) => {
    const body = formOf(registerMember, registrationBody({ email, name, court: 'Sessions Court Old' }), {
      document: scannedId('one', 'blurred.pdf'),
      picture: await pictureFile(),
    });
    const answer = await fetch(`${site.url}/api/Directory/Create`, {
      method: 'POST',
      headers: { 'content-type': body.type },
      body: new Uint8Array(body.bytes),
    });
    expect(answer.ok).toBe(true);
  };
  await register('meera@example.org', 'Meera Iyer');
  await register('nina@example.org', 'Nina Paul');
  const linkIn = (text: string, label: string) => new RegExp(`^${label}: (\\S+)$`, 'm').exec(text)?.[1] ?? '';

  const phone = { viewport: { width: 360, height: 780 }, baseURL: site.url };
  const office = await (await browser.newContext(phone)).newPage();
  await enterOffice(office, site, '/admin/Registrations');
  await office.getByRole('button', { name: /^Review Meera Iyer/ }).click();
  const review = office.getByRole('dialog', { name: 'Review registration' });
  await review.getByRole('button', { name: 'More', exact: true }).click();
  await review.getByRole('button', { name: 'Ask for correction' }).click();
  const wish = office.getByRole('dialog', { name: 'Ask for a correction' });
  await wish.getByRole('button', { name: 'Ask for correction' }).click();
  await expect(wish.getByText('Please choose what is to be corrected')).toBeVisible();
  await expect(wish.getByText('Please write what is to be corrected')).toBeVisible();
  await wish.getByRole('checkbox', { name: 'Name of the Court' }).check();
  await wish.getByRole('checkbox', { name: 'Scanned ID Card' }).check();
  await wish.getByRole('checkbox', { name: 'Transaction Reference (UTR)' }).check();
  await wish.getByRole('textbox', { name: 'Note' }).fill('The scan cannot be read.');
  await expectAccessiblePage(office);
  await wish.getByRole('button', { name: 'Ask for correction' }).click();
  await expect(wish).toBeHidden();

  const letter = await waitForMail(site, { to: 'meera@example.org', kind: 'correction-asked' });
  expect(letter.text).toContain('> The scan cannot be read.');
  const link = linkIn(letter.text, 'Correction');
  const applicant = await (await browser.newContext(phone)).newPage();
  const rows: string[] = [];
  applicant.on('request', (request) => rows.push(request.url()));
  await applicant.goto(link.split('#')[0] ?? '');
  await expect(applicant.getByText('Without it nothing is shown here.')).toBeVisible();
  await expect(applicant.getByText('Meera Iyer')).toHaveCount(0);
  await applicant.goto(link);
  await expect(applicant.getByText('The scan cannot be read.')).toBeVisible();
  const form = applicant.getByRole('form', { name: 'Correction' });
  await expect(form.getByRole('textbox')).toHaveCount(2);
  const utr = form.getByRole('textbox', { name: 'Transaction Reference (UTR)' });
  await utr.fill('98321 51955');
  await expect(form.getByText('This does not look like a UTR')).toBeHidden();
  await utr.blur();
  await expect(form.getByText('This does not look like a UTR')).toBeVisible();
  await expect(form.getByText('blurred.pdf')).toBeVisible();
  await expectAccessiblePage(applicant);
  await utr.fill('');
  await form.getByRole('textbox', { name: 'Name of the Court' }).fill('');
  await form.getByRole('button', { name: 'Send the correction' }).click();
  await expect(form.getByText('Please enter Name of the Court').last()).toBeVisible();
  await form.getByRole('textbox', { name: 'Name of the Court' }).fill('High Court New');
  const scan = scannedId('two', 'sharp.pdf');
  await form
    .locator('input[type="file"]')
    .setInputFiles({ name: scan.name, mimeType: scan.type, buffer: Buffer.from(scan.bytes) });
  const beside = await applicant.context().newPage();
  await beside.goto(link);
  await beside.getByRole('textbox', { name: 'Name of the Court' }).fill('High Court Other');
  await form.getByRole('button', { name: 'Send the correction' }).click();
  await expect(applicant.getByText('Thank you. Your correction has been sent')).toBeVisible();
  // The second window keeps its text, and says that it was not stored.
  const second = beside.getByRole('form', { name: 'Correction' });
  await second
    .locator('input[type="file"]')
    .setInputFiles({ name: scan.name, mimeType: scan.type, buffer: Buffer.from(scan.bytes) });
  await second.getByRole('button', { name: 'Send the correction' }).click();
  await expect(second.getByRole('alert')).toContainText(
    /^This was answered already on \d+ \w+ \d{4}; what you have written here was not stored\./,
  );
  await expect(second.getByRole('textbox', { name: 'Name of the Court' })).toHaveValue('High Court Other');
  await expect(second.getByRole('button', { name: 'Send the correction' })).toHaveCount(0);
  await beside.close();
  // No requested address contains the secret.
  expect(rows.filter((url) => url.includes('correction_'))).toEqual([]);
  await applicant.reload();
  await expect(applicant.getByText('This was answered already. Thank you.')).toBeVisible();
  await expectAccessiblePage(applicant);

  // At the top of the queue, although it is older than the other registration.
  await office.goto('/admin/Registrations');
  const first = office.getByRole('row').filter({ hasText: 'Corrected' });
  await expect(first).toContainText('Meera Iyer');
  await expect(office.getByRole('row').filter({ hasText: 'AIP-' }).first()).toContainText('Meera Iyer');
  await office.getByRole('button', { name: /^Review Meera Iyer/ }).click();
  await expect(review.getByText('Sessions Court Old')).toBeVisible();
  await expect(review.getByText('High Court New').first()).toBeVisible();
  await expect(review.getByText('sharp.pdf').first()).toBeVisible();
  await expectAccessiblePage(office);
  await review.getByRole('button', { name: 'Approve', exact: true }).click();
  // Nothing was paid.
  await office
    .getByRole('dialog', { name: 'Approve without a payment?' })
    .getByRole('button', { name: 'Approve' })
    .click();
  await eventually(
    async () =>
      (await site.database.select().from(members).where(eq(members.email, 'meera@example.org')))[0]?.status ===
      'Approved',
    'the approval',
  );

  const received = await waitForMail(site, { to: 'meera@example.org', kind: 'registration-received' });
  await applicant.goto(linkIn(received.text, 'Your application'));
  // A decision is shown once it can no longer be taken back.
  await expect(async () => {
    await applicant.reload();
    await expect(applicant.getByText('Your membership is approved.')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expectAccessiblePage(applicant);
  for (const each of [office, applicant]) await each.context().close();
});
