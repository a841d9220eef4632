import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { members } from '#server/features/members/tables.ts';
import { ownCard } from '#shared/contracts/card.ts';
import { cancelReceipt, receivePayments, refundPayment } from '#shared/contracts/payments.ts';
import { verifyCode } from '#shared/contracts/verification.ts';
import { startTestApp } from '#tests/app.ts';
import { moneyRows, receiptRows } from '#tests/factories/dues.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { adminToken, memberToken } from '#tests/logins.ts';

const lines: string[] = [];
const site = await startTestApp({ LOG_LEVEL: 'debug' }, { logTo: { write: (line) => void lines.push(line) } });
const asOffice = { token: await adminToken(site) };

async function receipt(name = 'Asha Rao') {
  const member = await memberFactory(site, { name });
  const [payment] = await moneyRows(site, { memberId: member.id });
  await site.ok(receivePayments, { body: { ids: [payment!.id], receivedOn: '2026-05-03' } }, asOffice);
  const [row] = await receiptRows(site, payment!.id);
  return { id: payment!.id, code: row!.code, label: row!.label };
}
const verify = (code: string, from = '198.51.100.1') => site.call(verifyCode, { params: { code } }, { from });
const page = (code: string, from = '198.51.100.1') =>
  site.app.inject({ url: `/verify/${encodeURIComponent(code)}`, remoteAddress: from });
const unknown = () => crypto.randomUUID().replaceAll('-', '').slice(0, 22);

it('shows of a receipt what was received, with only the first letters of the name', async () => {
  const { code, label } = await receipt();
  expect((await verify(code)).body).toEqual({
    success: true,
    kind: 'receipt',
    valid: true,
    state: 'genuine',
    number: label,
    date: '2026-05-03',
    amount: 1_000,
    purpose: 'admission',
    period: null,
    name: 'A*** R***',
  });
});

it('says that a receipt was refunded, or cancelled', async () => {
  const { id, code } = await receipt();
  await site.ok(refundPayment, { body: { id, refundedOn: '2026-05-04', utr: 'R' } }, asOffice);
  expect((await verify(code)).body).toMatchObject({ valid: false, state: 'refunded' });
  const other = await receipt();
  await site.ok(cancelReceipt, { body: { id: other.id, reason: 'x' } }, asOffice);
  expect((await verify(other.code)).body).toMatchObject({ valid: false, state: 'cancelled' });
});

it('is a page in both languages, that of its address first, which leads to the other', async () => {
  const { code, label } = await receipt();
  const english = await page(code);
  expect(english.body).toContain('<html lang="en-IN">');
  expect(english.body).toContain(`<a class="other" href="/hi/verify/${code}" lang="hi" hreflang="hi-IN">हिन्दी</a>`);
  const hindi = await site.app.inject({ url: `/hi/verify/${code}`, headers: { 'accept-language': 'en' } });
  expect(hindi.headers['content-language']).toBe('hi-IN');
  expect(hindi.body).toContain('<html lang="hi-IN">');
  expect(hindi.body).toContain('<b>असली रसीद<span lang="en">Genuine receipt</span></b>');
  expect(hindi.body).toContain('3 मई 2026');
  expect(hindi.body).toContain(label);
  expect(hindi.body).toContain(`href="/verify/${code}" lang="en"`);
  const missing = await site.app.inject({ url: `/HI/verify/${unknown()}` });
  expect(missing.statusCode).toBe(404);
  expect(missing.body).toContain('<b>अज्ञात');
  expect(missing.body).not.toContain('प्रमाणपत्र');
  const hostile = await site.app.inject({ url: `/hi/verify/${encodeURIComponent('"><script>x</script>')}` });
  expect(hostile.body).not.toContain('<script');
});

it('limits tries of unknown codes, and never right ones', async () => {
  const { code } = await receipt();
  const from = '198.51.100.77';
  const answers = await Promise.all(Array.from({ length: 30 }, () => verify(unknown(), from)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  expect((await verify(unknown(), from)).status).toBe(429);
  expect((await page(unknown(), from)).statusCode).toBe(429);
  expect((await verify(code, from)).status).toBe(200);
  expect((await page(code, from)).statusCode).toBe(200);
  expect((await verify(unknown(), '198.51.100.78')).status).toBe(404);
});

it('answers every invalid code alike', async () => {
  const { code } = await receipt();
  const wrong = [
    unknown(),
    code.slice(0, -1),
    `${code}A`,
    `${code.toUpperCase()}0`,
    '%',
    "' or 1=1",
    'é',
    'x'.repeat(290),
  ];
  const answers = await Promise.all(wrong.map((each) => verify(each, '198.51.100.80')));
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
  expect(answers[0]!.body).toMatchObject({ success: false, code: 'NOT_FOUND' });
});

it('is a small page without a script that is not cached and sends no referrer', async () => {
  const { code, label } = await receipt('<b>Asha</b> Rao');
  const answer = await page(code);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  });
  expect(answer.payload.length).toBeLessThan(50_000);
  expect(answer.payload).toContain(label);
  expect(answer.payload).toContain('Rs 1,000');
  expect(answer.payload).toContain('Genuine receipt');
  expect(answer.payload).toContain('असली रसीद');
  expect(answer.payload).toMatch(/Checked \d{1,2} \w{3,4} 20\d\d, \d{1,2}:\d\d [ap]m</);
  expect(answer.payload).not.toMatch(/<script|Asha/);
  const missing = await page(unknown());
  expect(missing.statusCode).toBe(404);
  expect(missing.headers['cache-control']).toBe('no-store');
});

it('shows a member’s card, with the photo only where the member wants it', async () => {
  const member = await memberFactory(site, { name: 'Kavita Deshmukh' });
  const { data } = await site.ok(ownCard, {}, { token: await memberToken(site, member.id) });
  const code = data.verify.split('/').at(-1)!;
  const { payload } = await page(code);
  expect(payload).toContain('Valid member');
  expect(payload).toContain('Kavita Deshmukh');
  expect(payload).toContain('मान्य सदस्य');
  expect(payload).toMatch(/Checked \d/);
  expect(payload).not.toContain('<img');
  await site.database.update(members).set({ status: 'Rejected' }).where(eq(members.id, member.id));
  const left = (await page(code)).payload;
  expect(left).toContain('Not valid');
  expect(left).not.toContain('Kavita');
});

it('writes no code into the log', async () => {
  const { code } = await receipt();
  const wrong = unknown();
  await Promise.all([verify(code), page(code), verify(wrong), page(wrong)]);
  const all = lines.join('\n');
  expect(all).toContain('/verify/:code');
  expect(all).not.toContain(code);
  expect(all).not.toContain(wrong);
});

it('brings the fonts of its scripts along, and no other file', async () => {
  const { code } = await receipt();
  const answer = await page(code);
  expect(answer.headers['content-security-policy']).toContain("font-src 'self'");
  const addresses = [...answer.body.matchAll(/url\(([^)]+)\)/g)].map(([, address]) => address!);
  expect(addresses.length).toBeGreaterThan(20);
  for (const url of addresses) {
    const font = await site.app.inject({ url });
    expect([url, font.statusCode, font.headers['content-type']]).toEqual([url, 200, 'font/woff2']);
    expect(font.rawPayload.subarray(0, 4).toString()).toBe('wOF2');
  }
  for (const url of ['/verify/fonts/none.woff2', '/verify/fonts/..%2Fpackage.json'])
    expect((await site.app.inject({ url })).headers['content-type']).not.toBe('font/woff2');
});
