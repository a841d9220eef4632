import { desc, eq, like, ne } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { members } from '#server/features/members/tables.ts';
import { askAll } from '#server/features/subscription/dues.ts';
import { subscription } from '#server/features/subscription/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { throttles } from '#server/platform/throttles/tables.ts';
import { clock } from '#shared/clock.ts';
import * as calls from '#shared/contracts/card.ts';
import { getOwnRecord, updateMember } from '#shared/contracts/members.ts';
import { receivePayments } from '#shared/contracts/payments.ts';
import { decideRegistration, deleteRegistration, registerMember } from '#shared/contracts/registrations.ts';
import { verifyCode } from '#shared/contracts/verification.ts';
import { toWire } from '#shared/wire-names.ts';
import { startTestApp } from '#tests/app.ts';
import { moneyRows } from '#tests/factories/dues.ts';
import { memberFactory, pictureFile, registrationBody, scannedId } from '#tests/factories/members.ts';
import { adminToken, memberToken } from '#tests/logins.ts';
import { readPdf } from '#tests/pdf.ts';
import { eventually } from '#tests/wait.ts';

let asOffice: { token: string };
const site = await startTestApp();
beforeAll(async () => {
  asOffice = { token: await adminToken(site) };
});
afterEach(async () => {
  if (Math.abs(clock.ms() - Date.now()) > 1_000) await goTo(new Date().toISOString());
});

async function goTo(time: string) {
  clock.set(new Date(time));
  asOffice = { token: await adminToken(site) };
}

async function holder(overrides: Parameters<typeof memberFactory>[1] = {}) {
  const member = await memberFactory(site, overrides);
  const as = { token: await memberToken(site, member.id) };
  const { data } = await site.ok(calls.ownCard, {}, as);
  return { member, as, card: data, code: data.verify.split('/').at(-1)! };
}
const verified = (code: string) => site.ok(verifyCode, { params: { code } });

/** The share of an RGBA picture in the colour of the photo that {@link pictureFile} makes with the shade 77. */
function sharesOfPhoto(bitmap: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < bitmap.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = bitmap.subarray(at, at + 3);
    if (Math.abs(red - 77) < 9 && Math.abs(green - 90) < 9 && Math.abs(blue - 140) < 9) count += 1;
  }
  return (count * 4) / bitmap.length;
}

describe('a member card', () => {
  it('shows the member, and is the same each time', async () => {
    const { member, as, card, code } = await holder({ membership: 'Patron member', state: 'Kerala' });
    expect(card).toEqual({
      name: member.name,
      memberNumber: member.memberNumber,
      membership: 'Patron member',
      homeState: 'Kerala',
      photo: null,
      valid: true,
      state: 'valid',
      validUntil: null,
      verify: `http://localhost:3000/verify/${code}`,
    });
    expect(code).toMatch(/^[\w-]{22}$/);
    const again = await Promise.all([site.ok(calls.ownCard, {}, as), site.ok(calls.ownCard, {}, as)]);
    expect(again.map(({ data }) => data)).toEqual([card, card]);
  });

  it('is printed in the member’s language', async () => {
    const { as, member } = await holder({
      membership: 'Patron member',
      state: 'Kerala',
      name: 'आशा वर्मा',
      language: 'hi',
    });
    const { raw } = await site.call(calls.cardPdf, { query: {} }, as);
    expect(raw.toString('latin1')).toContain('/Lang(hi-IN)');
    const text = (await readPdf(raw)).map((page) => page.text.normalize('NFC')).join(' ');
    for (const part of [
      'सदस्यता कार्ड',
      'आशा वर्मा',
      'संरक्षक सदस्य',
      'केरल',
      'सदस्य संख्या',
      'सत्यापन हेतु स्कैन करें',
      'कृपया संघ को भेज दें',
    ])
      expect(text).toContain(part.normalize('NFC'));
    await site.database.update(members).set({ language: 'en' }).where(eq(members.id, member.id));
    const english = (await site.call(calls.cardPdf, { query: {} }, as)).raw;
    expect(english.toString('latin1')).toContain('/Lang(en-IN)');
    expect((await readPdf(english))[0]!.text).toContain('MEMBER CARD');
  });

  it('is created once when it is opened twice at once', async () => {
    const member = await memberFactory(site);
    const as = { token: await memberToken(site, member.id) };
    const answers = await Promise.all(Array.from({ length: 6 }, () => site.ok(calls.ownCard, {}, as)));
    expect(new Set(answers.map(({ data }) => data.verify)).size).toBe(1);
  });

  it('verifies without photo and ‘paid until’, unless the member shows them', async () => {
    const { member, as, code } = await holder();
    expect(await verified(code)).toEqual({
      success: true,
      kind: 'member',
      valid: true,
      state: 'valid',
      name: member.name,
      memberNumber: member.memberNumber,
      membership: member.membership,
      homeState: member.state,
      photo: null,
      paidUntil: null,
    });
    const { data } = await site.ok(getOwnRecord, {}, as);
    expect(data).toMatchObject({ cardPhoto: false, cardPaidUntil: false });
    const response = await site.app.inject({
      method: 'PATCH',
      url: `/api/Directory/updateDirectory/${member.id}`,
      headers: { authorization: `Bearer ${as.token}` },
      payload: toWire({ ...data, organization: 'Dist Head', cardPhoto: true }, updateMember.names?.body),
    });
    expect(response.statusCode).toBe(200);
    expect(await verified(code)).toMatchObject({ valid: true, photo: null });
  });

  it('has front and back as pages in the size of a card, or on A4, and a picture for the phone', async () => {
    const { member, as, card } = await holder({ name: 'श्रीमती कृष्णा शर्मा' });
    const pages = await readPdf((await site.call(calls.cardPdf, {}, as)).raw, 6);
    expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([
      [243, 153],
      [243, 153],
    ]);
    expect(pages[0]!.text).toContain(member.name);
    expect(pages[0]!.text).toContain(member.memberNumber!);
    expect(pages[0]!.qr).toBe(card.verify);
    const [a4, ...others] = await readPdf((await site.call(calls.cardPdf, { query: { paper: 'a4' } }, as)).raw);
    expect(others).toEqual([]);
    expect([Math.round(a4!.width), Math.round(a4!.height)]).toEqual([595, 842]);
    const picture = await site.call(calls.cardPicture, {}, as);
    expect(picture.headers['content-type']).toBe('image/png');
    const { default: sharp } = await import('sharp');
    expect((await sharp(picture.raw).metadata()).width).toBeGreaterThan(1_000);
    expect((await site.fails(calls.cardPdf, { query: { paper: 'a3' } }, as)).status).toBe(400);
  });

  it('is made once per content, also for concurrent calls; a member may get twenty others an hour', async () => {
    const { member, as } = await holder();
    const ask = () => site.call(calls.cardPdf, {}, as);
    const [first, ...others] = await Promise.all(Array.from({ length: 10 }, ask));
    for (let times = 0; times < 15; times += 1) others.push(await ask());
    for (const { status, raw } of others) expect([status, raw.equals(first!.raw)]).toEqual([200, true]);
    const [counted] = await site.database
      .select({ count: throttles.count })
      .from(throttles)
      .where(like(throttles.key, 'card-document:%'))
      .orderBy(desc(throttles.resetAt))
      .limit(1);
    expect(counted!.count).toBe(1);
    await site.database.update(members).set({ name: 'Another Name' }).where(eq(members.id, member.id));
    const renamed = await ask();
    expect([renamed.status, renamed.raw.equals(first!.raw)]).toEqual([200, false]);
  });

  it('has the photo; the verification shows it only if the member allows it', async () => {
    const { directory } = await site.ok(registerMember, {
      body: registrationBody(),
      files: { document: scannedId(), picture: await pictureFile(77) },
    });
    await site.ok(decideRegistration, { body: { id: directory.id, status: 'Approved' } }, asOffice);
    // The mail brings a new password, which ends earlier sessions.
    await eventually(
      async () => (await site.database.$count(mail, ne(mail.state, 'sent'))) === 0,
      'the mails are sent',
    );
    const as = { token: await memberToken(site, directory.id) };
    const { data } = await site.ok(calls.ownCard, {}, as);
    expect((await site.app.inject(data.photo!)).headers['content-type']).toMatch(/^image\//);
    const [front] = await readPdf((await site.call(calls.cardPdf, {}, as)).raw);
    expect(sharesOfPhoto(front!.bitmap)).toBeGreaterThan(0.05);
    const { default: sharp } = await import('sharp');
    const picture = await site.call(calls.cardPicture, {}, as);
    expect([picture.status, picture.body]).toEqual([200, undefined]);
    const png = await sharp(picture.raw).ensureAlpha().raw().toBuffer();
    expect(sharesOfPhoto(png)).toBeGreaterThan(0.05);
    const code = data.verify.split('/').at(-1)!;
    expect(await verified(code)).toMatchObject({ valid: true, photo: null });
    await site.database.update(members).set({ cardPhoto: true }).where(eq(members.id, directory.id));
    const { photo } = (await verified(code)) as { photo: string };
    expect((await site.app.inject(photo)).statusCode).toBe(200);
    const page = await site.app.inject(new URL(data.verify).pathname);
    expect(page.body).toContain('<img');
  });

  it('is replaced by a press; the old code is then invalid and shows no name', async () => {
    const { as, code } = await holder();
    const { data } = await site.ok(calls.replaceCard, {}, as);
    const next = data.verify.split('/').at(-1)!;
    expect(next).not.toBe(code);
    expect(await verified(code)).toEqual({ success: true, kind: 'member', valid: false, state: 'replaced' });
    expect((await verified(next)).valid).toBe(true);
  });

  it('is invalid for a former member, and valid again after a return', async () => {
    const { member, code } = await holder();
    const decide = (status: string) =>
      site.ok(
        decideRegistration,
        { body: { id: member.id, status, membership: member.membership, reason: 'x', money: 'keep' } },
        asOffice,
      );
    for (const status of ['Rejected', 'New']) {
      await decide(status);
      expect(await verified(code)).toEqual({ success: true, kind: 'member', valid: false, state: 'left' });
    }
    await decide('Approved');
    expect((await verified(code)).valid).toBe(true);
    await decide('Rejected');
    await site.ok(deleteRegistration, { params: { id: member.id } }, asOffice);
    expect(await verified(code)).toMatchObject({ valid: false, state: 'left' });
  });

  it('follows the subscription: paid until, and lapsed', async () => {
    await goTo('2026-11-20T06:00:00Z');
    const { member, code } = await holder({ cardPaidUntil: true });
    await site.database.update(subscription).set({ enabled: true, firstYear: '2026-27', lapseAfterDays: 30 });
    await askAll(site.database);
    expect(await verified(code)).toMatchObject({ valid: true, paidUntil: null });
    await goTo('2026-12-24T06:00:00Z');
    expect(await verified(code)).toEqual({ success: true, kind: 'member', valid: false, state: 'lapsed' });
    const as = { token: await memberToken(site, member.id) };
    expect((await site.ok(calls.ownCard, {}, as)).data).toMatchObject({
      valid: false,
      state: 'lapsed',
      validUntil: null,
    });
    expect((await site.fails(calls.cardPdf, {}, as)).status).toBe(409);
    const rows = await moneyRows(site, { memberId: member.id });
    const annual = rows.find(({ purpose }) => purpose === 'annual')!;
    await site.ok(receivePayments, { body: { ids: [annual.id] } }, asOffice);
    expect(await verified(code)).toMatchObject({ valid: true, paidUntil: '2027-03-31' });
    expect((await site.ok(calls.ownCard, {}, as)).data).toMatchObject({ valid: true, validUntil: '2027-03-31' });
    await site.database.update(members).set({ cardPaidUntil: false }).where(eq(members.id, member.id));
    expect(await verified(code)).toMatchObject({ valid: true, paidUntil: null });
    await site.database.update(subscription).set({ enabled: false });
  });
});
