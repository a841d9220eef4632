import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/app.ts';
import { waitForMail } from '#tests/mail.ts';
import { enqueueMail } from './outbox.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

test('a queued mail is written as a file, with its facts on lines of their own', async () => {
  await enqueueMail(site.database, {
    kind: 'registration-received',
    to: 'a.rao@example.org',
    data: {
      name: 'A. Rao',
      reference: 'AIP-2026-000001',
      tier: 'Patron member',
      fee: 'Rs 25,000',
      link: 'http://x/m?id=1',
    },
  });
  const mail = await waitForMail(site, { to: 'a.rao@example.org' });
  expect(mail.kind).toBe('registration-received');
  expect(mail.text.split(/\r?\n/)).toContain('Reference: AIP-2026-000001');
});
