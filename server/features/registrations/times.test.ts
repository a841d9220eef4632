import { expect, it } from 'vitest';
import { applicationState } from '#shared/contracts/corrections.ts';
import { decideRegistration, registerMember, usualTimes } from '#shared/contracts/registrations.ts';
import { startTestApp } from '#tests/app.ts';
import { memberFactory, pictureFile, registrationBody, scannedId } from '#tests/factories/members.ts';
import { adminToken } from '#tests/logins.ts';
import { findDecisionTime } from './review.queries.ts';
import { createTimesService, usually } from './times.service.ts';

const site = await startTestApp();
const asOffice = { token: await adminToken(site) };
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1_000);

/** Decides an application whose proof was sent so many days ago; null for one without a proof. */
async function decideAfter(days: number | null, status: 'Approved' | 'Rejected' = 'Approved') {
  const paid = days === null ? {} : { paymentStatus: 'PAYMENT_INITIATED' as const, paymentSentAt: daysAgo(days) };
  const { id } = await memberFactory(site, { status: 'New', ...paid });
  await site.ok(decideRegistration, { body: { id, status, reason: 'No proof of office.' } }, asOffice);
}

it('tells the usual time in rough words from five decisions on, of paid applications only', async () => {
  const usual = () => createTimesService(site).usual();
  await decideAfter(null);
  for (const days of [1, 2, 2, 30]) await decideAfter(days);
  expect(await usual()).toEqual({ decision: '' });
  await decideAfter(3, 'Rejected');
  await decideAfter(null);
  expect(String((await usual()).decision)).toBe('usually 2 days');
  const { data } = await site.ok(usualTimes, {});
  expect(data).toEqual({ decision: 'usually 2 days' });
  const hindi = await site.ok(usualTimes, {}, { headers: { 'accept-language': 'hi' } });
  expect(hindi.data).toEqual({ decision: 'प्रायः 2 दिन' });
});

it('looks at the last thirty decisions', async () => {
  for (let count = 0; count < 30; count += 1) await decideAfter(10);
  expect(await findDecisionTime(site.database)).toEqual({ seconds: expect.closeTo(864_000, -3), decisions: 30 });
});

it('rounds to days, weeks and months', () => {
  const day = 24 * 60 * 60;
  expect([0.2, 1.2, 13.4, 17, 24, 59, 90].map((days) => String(usually(days * day)))).toEqual([
    'usually within a day',
    'usually 1 day',
    'usually 13 days',
    'usually 2 weeks',
    'usually 3 weeks',
    'usually 8 weeks',
    'usually more than 2 months',
  ]);
});

it('answers a registration with the way to the applicant’s own page, and the office without it', async () => {
  const files = { document: scannedId(), picture: await pictureFile() };
  const { directory, application } = await site.ok(registerMember, { body: registrationBody(), files });
  const [path, secret] = application!.split('#');
  expect(path).toBe('/application');
  const { data } = await site.ok(applicationState, {}, { token: secret! });
  expect(data).toMatchObject({ reference: directory.reference, state: 'received' });
  const added = await site.ok(registerMember, { body: registrationBody() }, asOffice);
  expect(added.application).toBeUndefined();
});
