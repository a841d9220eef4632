import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, isNull } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import PostalMime from 'postal-mime';
import { beforeAll, describe, expect, it } from 'vitest';
import { members } from '#server/features/members/tables.ts';
import { settings } from '#server/features/settings/tables.ts';
import { openSpreadsheet } from '#server/platform/spreadsheets/open-spreadsheet.ts';
import { csvField } from '#server/platform/spreadsheets/write-table.ts';
import { cancelReceipt, receivePayments, refundPayment } from '#shared/contracts/payments.ts';
import * as calls from '#shared/contracts/receipts.ts';
import { decideRegistration, deleteRegistration } from '#shared/contracts/registrations.ts';
import { startTestApp } from '#tests/app.ts';
import { dueFactory, moneyRows, setLastNumber } from '#tests/factories/dues.ts';
import { memberFactory, pictureFile } from '#tests/factories/members.ts';
import { confirmedToken, memberToken } from '#tests/logins.ts';
import { waitForMail } from '#tests/mail.ts';
import { readPdf } from '#tests/pdf.ts';
import { eachReceipt } from './receipts.queries.ts';
import { receipts } from './tables.ts';

const site = await startTestApp();
const asOffice = { token: await confirmedToken(site) };
beforeAll(async () => {
  const [row] = await site.database.select().from(settings);
  const association = {
    ...row!.association,
    name: 'All India Association of Public Prosecutors',
    address: '12 Court Road\nNew Delhi 110001',
  };
  await site.database.update(settings).set({ association });
});

/** A member who has paid on this day. */
async function paid(day: string, overrides: Parameters<typeof memberFactory>[1] = {}) {
  const member = await memberFactory(site, { utr: '412345678901', ...overrides });
  const [payment] = await moneyRows(site, { memberId: member.id });
  await site.ok(receivePayments, { body: { ids: [payment!.id], receivedOn: day } }, asOffice);
  return { member, id: payment!.id };
}
const receiptOf = async (paymentId: string) =>
  (
    await site.database
      .select()
      .from(receipts)
      .where(and(eq(receipts.paymentId, paymentId), isNull(receipts.cancelledAt)))
  )[0]!;
const pdfOf = async (id: string, as = asOffice) => {
  const answer = await site.call(calls.receiptFile, { params: { id } }, as);
  expect(answer.status).toBe(200);
  return answer;
};
const details = { prefix: '', registrationNumber: '', pan: '', gstin: '', treasurer: '' };
const setDetails = (body: object, files: object = {}) =>
  site.ok(calls.updateReceiptSettings, { body: { ...details, ...body }, files }, asOffice);

describe('a receipt', () => {
  it('has on one page of A5 what was received, from whom and for what, and leads to its verification', async () => {
    await setDetails({ registrationNumber: 'S/12345/2019', pan: 'aaata 1234b' });
    const { member, id } = await paid('2026-05-03', { name: 'Kavita Deshmukh', membership: 'Patron member' });
    const answer = await pdfOf(id);
    expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' });
    const [page, ...others] = await readPdf(answer.raw);
    expect(others).toEqual([]);
    expect([Math.round(page!.width), Math.round(page!.height)]).toEqual([595, 420]);
    const { label, code } = await receiptOf(id);
    for (const part of [
      'All India Association of Public Prosecutors',
      '12 Court Road, New Delhi 110001',
      'Reg. No. S/12345/2019',
      'PAN AAATA1234B',
      `No. ${label}`,
      '3 May 2026',
      'Kavita Deshmukh',
      member.memberNumber!,
      member.reference,
      'Admission fee',
      'Rs 25,000',
      'Rupees Twenty-five Thousand Only',
      '412345678901',
      'Computer-generated, valid without signature',
      `http://localhost:3000/verify/${code}`,
    ])
      expect(page!.text).toContain(part);
    expect(page!.qr).toBe(`http://localhost:3000/verify/${code}`);
  });

  it('says everything in both languages for a reader of Hindi, for good', async () => {
    const [row] = await site.database.select().from(settings);
    const { association } = row!;
    await site.database.update(settings).set({ association: { ...association, hi: { name: 'लोक अभियोजक संघ' } } });
    const { member, id } = await paid('2026-05-03', {
      name: 'कविता देशमुख',
      membership: 'Patron member',
      language: 'hi',
    });
    const { raw } = await pdfOf(id);
    await site.database.update(settings).set({ association });
    await site.database.update(members).set({ language: 'en' }).where(eq(members.id, member.id));
    expect((await pdfOf(id)).raw.equals(raw)).toBe(true);
    expect(raw.toString('latin1')).toContain('/Lang(hi-IN)');
    const [page, ...others] = await readPdf(raw);
    expect(others).toEqual([]);
    for (const part of [
      'All India Association of Public Prosecutors / लोक अभियोजक संघ',
      'RECEIPT / रसीद',
      'कविता देशमुख',
      'Admission fee / प्रवेश शुल्क',
      'Patron / संरक्षक',
      'UPI or bank transfer / यूपीआई या बैंक ट्रांसफ़र',
      '3 May 2026 / 3 मई 2026',
      'Rupees Twenty-five Thousand Only',
      'पच्चीस हज़ार रुपये मात्र',
    ])
      expect(page!.text.normalize('NFC')).toContain(part.normalize('NFC'));
  });

  it('stays the same, byte for byte, after later changes', async () => {
    const { member, id } = await paid('2026-05-04');
    const first = (await pdfOf(id)).raw;
    await setDetails({ prefix: 'LATER', treasurer: 'Somebody Else' }, { signature: await pictureFile(20) });
    await site.database.update(members).set({ name: 'Another Name' }).where(eq(members.id, member.id));
    const result = { token: await memberToken(site, member.id) };
    await site.ok(refundPayment, { body: { id, refundedOn: '2026-05-05', utr: 'R1' } }, asOffice);
    expect((await pdfOf(id, result)).raw.equals(first)).toBe(true);
  });

  it('has a complete number of seven digits after the millionth of a year', async () => {
    await setLastNumber(site, '2016-17', 999_998);
    for (const label of ['2016-17/999999', '2016-17/1000000', '2016-17/1000001']) {
      const paidThen = { paymentStatus: 'PAYMENT_SUCCESS', approvedAt: new Date('2016-06-05T06:30:00Z') } as const;
      const member = await memberFactory(site, paidThen);
      const [payment] = await moneyRows(site, { memberId: member.id });
      expect((await receiptOf(payment!.id)).label).toBe(label);
    }
  });

  it('keeps the prefix, treasurer and signature of its time', async () => {
    await setDetails({ prefix: 'aiapp', treasurer: 'Meera Iyer' }, { signature: await pictureFile(30) });
    const { id } = await paid('2026-05-06');
    const { label, number } = await receiptOf(id);
    expect(label).toBe(`AIAPP/2026-27/${String(number).padStart(6, '0')}`);
    const signed = (await pdfOf(id)).raw;
    const [page] = await readPdf(signed);
    expect(page!.text).toContain(`No. ${label}`);
    expect(page!.text).toContain('Meera Iyer');
    expect(page!.text).not.toContain('Computer-generated');
    const { data } = await site.ok(calls.getReceiptSettings, {}, asOffice);
    expect(data).toMatchObject({ prefix: 'AIAPP', signature: '/api/Payments/signature' });
    expect((await site.call(calls.receiptSignature, {}, asOffice)).headers['content-type']).toBe('image/jpeg');
    await setDetails({ removeSignature: true });
    expect((await site.fails(calls.receiptSignature, {}, asOffice)).status).toBe(404);
    expect((await pdfOf(id)).raw.equals(signed)).toBe(true);
  });

  it.each([
    'श्रीमती कृष्णा शर्मा',
    'லக்ஷ்மி சுப்பிரமணியன்',
    'মৌসুমী চট্টোপাধ্যায়',
    'ശ്രീമതി ലക്ഷ്മിക്കുട്ടി',
    'བསོད་ནམས་དོན་གྲུབ་',
    'අමර ශ්‍රී බණ්ඩාර',
    'Chhatrapati Venkatanarasimharajuvaripeta Subramaniyabharathidasan Ananthapadmanabhan Thiruvananthapuram Krishna',
  ])('prints %s, still on one page', async (name) => {
    const { id } = await paid('2026-05-07', { name });
    const pages = await readPdf((await pdfOf(id)).raw, 1);
    expect(pages).toHaveLength(1);
    expect(pages[0]!.text.normalize('NFC')).toContain(name.normalize('NFC').slice(0, 60));
  });

  it('is attached to the mail', async () => {
    const { member, id } = await paid('2026-05-08');
    const letter = await waitForMail(site, { to: member.email, kind: 'payment-received' });
    const { attachments } = await PostalMime.parse(await readFile(join(site.config.dataDir, 'outbox', letter.file)));
    const { year, number, label } = await receiptOf(id);
    expect(letter.text).toContain(label);
    expect(letter.text).toContain('Rs 1,000');
    expect(attachments).toMatchObject([
      { filename: `${year}-${String(number).padStart(6, '0')}.pdf`, mimeType: 'application/pdf' },
    ]);
    expect(Buffer.from(attachments[0]!.content as ArrayBuffer).equals((await pdfOf(id)).raw)).toBe(true);
  });

  it('is for its owner and the office only', async () => {
    const { id } = await paid('2026-05-09');
    const other = { token: await memberToken(site) };
    const due = await memberFactory(site);
    const [unpaid] = await moneyRows(site, { memberId: due.id });
    const refusals = await Promise.all([
      site.fails(calls.receiptFile, { params: { id } }, other),
      site.fails(calls.receiptFile, { params: { id: crypto.randomUUID() } }, other),
      site.fails(calls.receiptFile, { params: { id: unpaid!.id } }, { token: await memberToken(site, due.id) }),
      site.fails(calls.receiptFile, { params: { id: unpaid!.id } }, asOffice),
    ]);
    expect(new Set(refusals.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(refusals[0]!.status).toBe(404);
  });

  it('has no name once the record was deleted', async () => {
    const { member, id } = await paid('2026-05-10', { name: 'Wholly Forgotten' });
    const decision = { id: member.id, status: 'Rejected', membership: member.membership, reason: 'x', money: 'keep' };
    await site.ok(decideRegistration, { body: decision }, asOffice);
    await site.ok(deleteRegistration, { params: { id: member.id } }, asOffice);
    const [page] = await readPdf((await pdfOf(id)).raw, 1);
    expect(page!.text).toContain('erased person');
    expect(page!.text).not.toContain('Wholly');
  });
});

describe('a year', () => {
  const year = '2019-20';
  const rowsOf = async (format: 'csv' | 'xlsx') => {
    const answer = await site.call(calls.ledgerOfYear, { query: { year, format } }, asOffice);
    const folder = await mkdtemp(join(tmpdir(), 'ledger-'));
    await writeFile(join(folder, 'file'), answer.raw);
    const limits = { fileBytes: 1e7, unpackedBytes: 1e7, rows: 1e4, columns: 50, cellLength: 1e4 };
    const book = await openSpreadsheet(join(folder, 'file'), limits);
    const rows: unknown[][] = [];
    for await (const batch of book.rows(0)) rows.push(...batch.map(({ cells }) => cells));
    await book.close();
    await rm(folder, { recursive: true });
    return rows.map((cells) =>
      cells.map((cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : cell === null ? '' : String(cell))),
    );
  };

  it('without receipts has no archive, and an empty ledger', async () => {
    expect((await site.fails(calls.receiptsOfYear, { query: { year } }, asOffice)).status).toBe(404);
    expect((await rowsOf('csv'))[0]![0]).toBe('Receipt number');
    for (const wrong of ['2019', '2019-21', ''])
      expect((await site.fails(calls.ledgerOfYear, { query: { year: wrong } }, asOffice)).status).toBe(400);
  });

  it('has a ZIP of all receipts, and a ledger with totals', async () => {
    await setDetails({});
    const result = await paid('2020-03-31', { name: '=1+1', utr: 'K1' });
    const refunded = await paid('2019-04-01', { membership: 'lifetime member', utr: 'K2' });
    await site.ok(refundPayment, { body: { id: refunded.id, refundedOn: '2020-04-02', utr: 'BACK7' } }, asOffice);
    const wrong = await paid('2019-10-01', { utr: 'K3' });
    await site.ok(cancelReceipt, { body: { id: wrong.id, reason: 'Wrong day' } }, asOffice);
    await site.ok(receivePayments, { body: { ids: [wrong.id], receivedOn: '2019-10-02' } }, asOffice);

    const files = unzipSync((await site.call(calls.receiptsOfYear, { query: { year } }, asOffice)).raw);
    expect(Object.keys(files)).toEqual([1, 2, 3, 4].map((number) => `${year}-00000${number}.pdf`));
    const texts = await Promise.all(Object.values(files).map(async (file) => (await readPdf(file, 1))[0]!.text));
    expect(texts.map((text) => text.includes('CANCELLED'))).toEqual([false, false, true, false]);
    expect(texts[3]).toContain(`In place of receipt ${year}/000003, which was cancelled.`);

    const rows = await rowsOf('xlsx');
    expect(
      rows.slice(0, 5).map((cells) => [cells[0], cells[1], cells[8], cells[10], cells[11] ?? '', cells[12] ?? '']),
    ).toEqual([
      ['Receipt number', 'Date', 'Amount', 'State', 'Refunded on', 'Refund UTR'],
      [`${year}/000001`, '2020-03-31', '1000', 'received', '', ''],
      [`${year}/000002`, '2019-04-01', '10000', 'refunded', '2020-04-02', 'BACK7'],
      [`${year}/000003`, '2019-10-01', '1000', 'cancelled', '', ''],
      [`${year}/000004`, '2019-10-02', '1000', 'received', '', ''],
    ]);
    const totals = rows.filter(([name]) => /^(Total re(?:ceived|funded)$|Received)/.test(name!));
    expect(totals.map((cells) => [cells[0], cells[5], cells[7], cells[8]])).toEqual([
      ['Total received', '', '', '12000'],
      ['Total refunded', '', '', '10000'],
      ['Received', 'admission', '', '12000'],
      ['Received', '', 'Individual member', '2000'],
      ['Received', '', 'lifetime member', '10000'],
    ]);
    const csv = (await site.call(calls.ledgerOfYear, { query: { year } }, asOffice)).raw.toString();
    expect(csv).toContain(csvField('=1+1'));
    expect(csv).toContain(`${result.member.memberNumber}`);
    const { data } = await site.ok(calls.receiptYears, {}, asOffice);
    expect(data).toContainEqual({ year, receipts: 4, closed: false, by: null, at: null });
    const batches: number[][] = [];
    for await (const batch of eachReceipt(site.database, year, 2))
      batches.push(batch.map(({ receipt }) => receipt.number));
    expect(batches).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });
});

it('a person’s year adds up what was received and not paid back, for its owner alone', async () => {
  const { member, id } = await paid('2021-05-03', { name: 'Adding Up' });
  const due = { memberId: member.id, purpose: 'annual' } as const;
  const ids = [
    await dueFactory(site, { ...due, period: '2020-21', amount: 250, reference: `${member.reference}-P0` }),
    await dueFactory(site, { ...due, period: '2021-22', amount: 84, reference: `${member.reference}-P1` }),
  ];
  await site.ok(receivePayments, { body: { ids: ids.map((each) => each.id), receivedOn: '2021-07-31' } }, asOffice);
  await site.ok(refundPayment, { body: { id: ids[0]!.id, refundedOn: '2021-08-02', utr: 'BACK8' } }, asOffice);
  const as = { token: await memberToken(site, member.id) };
  const answer = await site.call(calls.statementOfYear, { query: { year: '2021-22' } }, as);
  expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' });
  const [page, ...others] = await readPdf(answer.raw);
  expect(others).toEqual([]);
  const labels = await Promise.all(
    [id, ...ids.map((each) => each.id)].map(async (each) => (await receiptOf(each)).label),
  );
  for (const text of ['Receipts of 2021-22', 'Adding Up', ...labels, 'paid back on 2 August 2021', 'Sum 1,084'])
    expect(page!.text).toContain(text);
  expect(answer.raw.toString('latin1')).toContain('/Lang(en-IN)');
  await site.database.update(members).set({ language: 'hi' }).where(eq(members.id, member.id));
  const inHindi = await site.call(calls.statementOfYear, { query: { year: '2021-22' } }, as);
  expect(inHindi.raw.toString('latin1')).toContain('/Lang(hi-IN)');
  const [hindi] = await readPdf(inHindi.raw);
  for (const text of ['2021-22 की रसीदें', 'वार्षिक सदस्यता शुल्क', '2 अगस्त 2021 को लौटाया गया', 'योग 1,084', 'पृष्ठ 1 / 1'])
    expect(hindi!.text.normalize('NFC')).toContain(text.normalize('NFC'));
  const other = { token: await memberToken(site) };
  expect((await site.fails(calls.statementOfYear, { query: { year: '2021-22' } }, other)).status).toBe(404);
  expect((await site.fails(calls.statementOfYear, { query: { year: '2021' } }, as)).status).toBe(400);
});

it('refuses settings that no receipt can show', async () => {
  const body = { ...details, prefix: 'A/B', pan: '123', gstin: 'x' };
  const { body: failure } = await site.fails(calls.updateReceiptSettings, { body }, asOffice);
  expect(Object.keys(failure.fields ?? {}).sort()).toEqual(['gstin', 'pan', 'prefix']);
});
