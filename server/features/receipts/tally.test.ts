import { expect, it } from 'vitest';
import { onlineLinks, onlinePayments } from '#server/parts/gateway/tables.ts';
import { clock } from '#shared/clock.ts';
import { cancelReceipt, receivePayments, refundPayment } from '#shared/contracts/payments.ts';
import { ledgerOfYear } from '#shared/contracts/receipts.ts';
import { payShares, updateShareSettings } from '#shared/contracts/shares.ts';
import { getTallySettings, updateTallySettings } from '#shared/contracts/tally.ts';
import { startTestApp } from '#tests/app.ts';
import { moneyRows } from '#tests/factories/dues.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { confirmedToken } from '#tests/logins.ts';
import { settlementVoucher, tallyXml, type Voucher } from './tally.ts';

const site = await startTestApp();
clock.set(new Date('2026-11-25T12:00:00+05:30'));

interface Node {
  name: string;
  attributes: Record<string, string>;
  children: Node[];
  text: string;
}

/** Reads XML of elements, attributes and text, and refuses anything that does not pair. */
function parse(xml: string): Node {
  const root: Node = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const plain = (text: string) => text.replace(/&#(\d+);/g, (_all, code) => String.fromCodePoint(Number(code)));
  for (const [, end, name, given, text] of xml
    .replace(/^<\?xml[^>]*\?>\s*/, '')
    .matchAll(/<(\/?)([\w.]+)((?:\s+[\w:]+="[^"<]*")*)>|([^<]+)/g)) {
    const top = open.at(-1)!;
    if (text !== undefined) {
      expect(text).not.toMatch(/&(?!#\d+;)/);
      top.text += plain(text);
    } else if (end) {
      expect(top.name).toBe(name);
      open.pop();
    } else {
      const pairs = [...given!.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key, plain(value!)]);
      const node: Node = { name: name!, attributes: Object.fromEntries(pairs), children: [], text: '' };
      top.children.push(node);
      open.push(node);
    }
  }
  expect(open).toHaveLength(1);
  return root.children[0]!;
}

const child = (node: Node, name: string) => node.children.find((each) => each.name === name);
const at = (node: Node, ...names: string[]) => names.reduce((from, name) => child(from, name)!, node);

/** Checks a document against Tally's published form, and gives its vouchers. */
function vouchersOf(xml: string) {
  const envelope = parse(xml);
  expect(envelope.name).toBe('ENVELOPE');
  expect(at(envelope, 'HEADER', 'TALLYREQUEST').text).toBe('Import Data');
  const data = at(envelope, 'BODY', 'IMPORTDATA');
  expect(at(data, 'REQUESTDESC', 'REPORTNAME').text).toBe('Vouchers');
  expect(at(data, 'REQUESTDESC', 'STATICVARIABLES', 'SVCURRENTCOMPANY').text).not.toBe('');
  const ids = new Set<string>();
  return at(data, 'REQUESTDATA').children.map((message) => {
    expect(message.name).toBe('TALLYMESSAGE');
    const voucher = child(message, 'VOUCHER')!;
    const { REMOTEID, VCHTYPE, ACTION } = voucher.attributes;
    expect(ids.has(REMOTEID!)).toBe(false);
    ids.add(REMOTEID!);
    expect(['Receipt', 'Payment', 'Journal', 'Contra']).toContain(VCHTYPE);
    expect(ACTION).toBe('Create');
    expect(child(voucher, 'DATE')!.text).toMatch(/^20\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])$/);
    expect(child(voucher, 'VOUCHERTYPENAME')!.text).toBe(VCHTYPE);
    const entries = voucher.children
      .filter(({ name }) => name === 'ALLLEDGERENTRIES.LIST')
      .map((entry) => {
        const amount = Math.round(Number(child(entry, 'AMOUNT')!.text) * 100);
        expect(child(entry, 'AMOUNT')!.text).toMatch(/^-?\d+\.\d\d$/);
        expect(child(entry, 'ISDEEMEDPOSITIVE')!.text).toBe(amount < 0 ? 'Yes' : 'No');
        return [child(entry, 'LEDGERNAME')!.text, amount] as const;
      });
    expect(entries.reduce((sum, [, amount]) => sum + amount, 0)).toBe(0);
    return {
      id: REMOTEID,
      type: VCHTYPE,
      date: child(voucher, 'DATE')!.text,
      number: child(voucher, 'VOUCHERNUMBER')!.text,
      narration: child(voucher, 'NARRATION')!.text,
      entries,
    };
  });
}

const exported = async (token: string, year = '2026-27') => {
  const answer = await site.call(ledgerOfYear, { query: { year, format: 'tally' } }, { token });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('application/xml');
  expect(answer.headers['content-disposition']).toContain(`tally-${year}.xml`);
  return answer.raw.toString();
};

it('exports receipts, cancellations, refunds and payments to States as vouchers that balance, the same each time', async () => {
  const token = await confirmedToken(site);
  const as = { token };
  const share = { enabled: true, percent: { 'Individual member': 50 }, from: '2026-11-01' };
  await site.ok(updateShareSettings, { body: share }, as);
  const people = [];
  for (const name of ['Asha <Rao> & "Co"', 'Bina Das', 'Chitra Nair']) {
    const member = await memberFactory(site, { status: 'New', state: 'Kerala', membership: 'Individual member', name });
    const [row] = await moneyRows(site, { memberId: member.id });
    people.push(row!);
  }
  const [one, two, three] = people.map(({ id }) => id) as [string, string, string];
  await site.ok(receivePayments, { body: { ids: [one], receivedOn: '2026-11-20', mode: 'cash' } }, as);
  await site.ok(receivePayments, { body: { ids: [two, three], receivedOn: '2026-11-21', mode: 'upi' } }, as);
  await site.ok(cancelReceipt, { body: { id: two, reason: 'x' } }, as);
  await site.ok(refundPayment, { body: { id: three, refundedOn: '2026-11-24', utr: 'BACK1' } }, as);
  await site.ok(payShares, { body: { state: 'Kerala', amount: 100.5, paidOn: '2026-11-25', utr: 'STATE1' } }, as);
  const xml = await exported(token);
  expect(xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>')).toBe(true);
  const vouchers = vouchersOf(xml);
  const amount = people[0]!.amount * 100;
  expect(vouchers.map(({ type, date, entries }) => [type, date, ...entries.flat()])).toEqual([
    ['Receipt', '20261120', 'Cash', -amount, 'Admission Fees', amount],
    ['Receipt', '20261121', 'Bank Account', -amount, 'Admission Fees', amount],
    ['Payment', '20261121', 'Admission Fees', -amount, 'Bank Account', amount],
    ['Receipt', '20261121', 'Bank Account', -amount, 'Admission Fees', amount],
    ['Payment', '20261124', 'Admission Fees', -amount, 'Bank Account', amount],
    ['Payment', '20261125', 'State Units', -10_050, 'Bank Account', 10_050],
  ]);
  expect(vouchers[0]).toMatchObject({
    number: '2026-27/000001',
    narration: expect.stringContaining('Asha <Rao> & "Co"'),
  });
  expect(await exported(token)).toBe(xml);
  expect(vouchersOf(await exported(token, '2024-25'))).toEqual([]);
});

it('books a refund where the money left, however it came', async () => {
  const token = await confirmedToken(site);
  const ids: string[] = [];
  for (const name of ['Deepa Iyer', 'Esha Roy', 'Farah Khan']) {
    const member = await memberFactory(site, { status: 'New', membership: 'Individual member', name });
    const [row] = await moneyRows(site, { memberId: member.id });
    ids.push(row!.id);
  }
  const [cash, online, byHand] = ids as [string, string, string];
  await site.ok(receivePayments, { body: { ids: [cash, byHand], receivedOn: '2025-11-20', mode: 'cash' } }, { token });
  await site.ok(receivePayments, { body: { ids: [online], receivedOn: '2025-11-20' } }, { token });
  const [link] = await site.database
    .insert(onlineLinks)
    .values({
      paymentId: online,
      gatewayId: 'plink_tally',
      reference: 'tally',
      amount: 1_000,
      state: 'paid',
      expiresAt: new Date(),
    })
    .returning();
  await site.database.insert(onlinePayments).values({
    linkId: link!.id,
    paymentId: online,
    gatewayId: 'pay_tally',
    amount: 100_000,
    refunded: 100_000,
    booked: true,
    currency: 'INR',
    method: 'upi',
    paidAt: new Date(),
    paidOn: '2025-11-20',
  });
  for (const [id, utr] of [
    [cash, '632812349999'],
    [online, 'rfnd_1'],
    [byHand, 'Cash'],
  ] as const)
    await site.ok(refundPayment, { body: { id, refundedOn: '2025-11-24', utr } }, { token });
  const refunds = vouchersOf(await exported(token, '2025-26')).filter(({ id }) => id!.startsWith('refund-'));
  const credits = new Map(refunds.map(({ id, entries }) => [id!.slice(7, 43), entries[1]![0]]));
  expect(ids.map((id) => credits.get(id))).toEqual(['Bank Account', 'Payment Gateway', 'Cash']);
});

it('books under the names of the office', async () => {
  const token = await confirmedToken(site, { powers: ['money'] });
  const before = (await site.ok(getTallySettings, {}, { token })).data;
  expect(before.ledgers.bank).toBe('Bank Account');
  const body = { company: 'AIPA & Sons', ledgers: { cash: 'Cash in Hand' }, version: before.version };
  const { data } = await site.ok(updateTallySettings, { body }, { token });
  expect(data).toMatchObject({ company: 'AIPA & Sons', ledgers: { cash: 'Cash in Hand', bank: 'Bank Account' } });
  expect((await site.fails(updateTallySettings, { body }, { token })).body.code).toBe('RECORD_CHANGED');
  for (const cash of [' ', 'x'.repeat(101)]) {
    expect((await site.fails(updateTallySettings, { body: { ledgers: { cash } } }, { token })).status).toBe(400);
  }
  expect(await exported(token)).toContain('<SVCURRENTCOMPANY>AIPA &#38; Sons</SVCURRENTCOMPANY>');
  expect(vouchersOf(await exported(token))[0]!.entries[0]![0]).toBe('Cash in Hand');
});

it('escapes what XML may not hold, and moves settlements from the gateway to the bank', async () => {
  const { data: settings } = await site.ok(getTallySettings, {}, { token: await confirmedToken(site) });
  const settled = settlementVoucher({ id: 'setl_1', date: '2026-11-20', amount: 97_640, utr: 'N\u0000123' }, settings);
  async function* one(): AsyncGenerator<Voucher> {
    yield { ...settled, narration: 'a\u0001b\ud800<c>\n&' };
  }
  let xml = '';
  for await (const part of tallyXml('x', one())) xml += part;
  expect(vouchersOf(xml)).toEqual([
    {
      id: 'settlement-setl_1',
      type: 'Contra',
      date: '20261120',
      number: 'N123',
      narration: 'ab\ufffd<c> &',
      entries: [
        ['Bank Account', -97_640],
        ['Payment Gateway', 97_640],
      ],
    },
  ]);
});
