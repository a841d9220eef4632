import { beforeEach, describe, expect, it } from 'vitest';
import { getSettings, updateSettings } from '#shared/contracts/settings.ts';
import { getMemberships, updateTier } from '#shared/contracts/tiers.ts';
import { membershipValues } from '#shared/memberships.ts';
import { startTestApp } from '#tests/app.ts';
import { adminToken } from '#tests/logins.ts';
import { defaultTiers } from './default-tiers.ts';

const site = await startTestApp();
const token = await adminToken(site);
beforeEach(() => site.database.pool.query('update tiers set offered = true'));

const tiers = async () => (await site.ok(getMemberships, {})).data;
const change = { title: 'Title', heading: 'Heading', fee: 500, benefits: ['One', 'Two'] };

describe('the tiers', () => {
  it('are listed as Patron, Permanent, Individual with their fees, independent of the last change', async () => {
    await site.ok(updateTier, { params: { membership: 'Patron member' }, body: { ...change, fee: 25_000 } }, { token });
    const answer = await site.ok(getMemberships, {});
    expect(answer.data.map(({ membership }) => membership)).toEqual(membershipValues);
    expect(answer.data.map(({ fee }) => fee)).toEqual([25_000, 10_000, 1_000]);
    expect(answer.annualSubscription).toBe(1_000);
    expect(answer.data[1]!.benefits).toEqual(defaultTiers[1]!.benefits);
    expect(answer.payment.upiId).toBe('');
  });

  it('come with the payment details that the office has entered', async () => {
    const settingsId = (await site.ok(getSettings, {})).data[0]!.id;
    const payment = { upiId: 'office@upi', bankName: 'State Bank', accountNumber: '001122', ifsc: 'SBIN0001234' };
    await site.ok(updateSettings, { params: { settingsId }, body: { payment } }, { token });
    expect((await site.ok(getMemberships, {})).payment).toEqual({
      ...payment,
      payeeName: '',
      accountName: '',
      branch: '',
    });
  });

  it('are changed by the office, numbers as texts included', async () => {
    const [before] = await tiers();
    const body = { ...change, fee: '30000', title: '<b>Patron</b>' };
    expect(await site.ok(updateTier, { params: { membership: 'Patron member' }, body }, { token })).toEqual({
      success: true,
      message: 'Membership updated successfully',
    });
    expect((await tiers())[0]).toEqual({
      membership: 'Patron member',
      title: '<b>Patron</b>',
      heading: 'Heading',
      fee: 30_000,
      benefits: ['One', 'Two'],
      offered: true,
      hi: {},
      older: [],
      version: before!.version + 1,
    });
  });

  it.each([
    [{ fee: 0 }, { fee: 'Please enter the fee in rupees' }],
    [{ fee: 10.5 }, { fee: 'Please enter whole rupees' }],
    [{ fee: 'many' }, { fee: 'Please enter the fee in rupees' }],
    [{ fee: 1e12 }, { fee: 'This fee is too high' }],
    [{ benefits: [] }, { benefits: 'Please enter at least one benefit' }],
    [{ benefits: ['One', ' '] }, { 'benefits.1': 'Please enter the benefit or remove the line' }],
    [
      { title: '', heading: '' },
      { title: 'Please enter a title', heading: 'Please enter a short heading' },
    ],
  ])('refuse %j', async (wrong, fields) => {
    const input = { params: { membership: 'Patron member' }, body: { ...change, ...wrong } };
    const answer = await site.fails(updateTier, input, { token });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual(fields);
  });

  it('can be withdrawn and offered again, but never all of them', async () => {
    const withdraw = (membership: string, offered = false) =>
      site.call(updateTier, { params: { membership }, body: { ...change, offered } }, { token });
    const answers = await Promise.all(membershipValues.map((membership) => withdraw(membership)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400]);
    expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({
      fields: { offered: 'At least one membership must be offered' },
    });
    expect((await tiers()).filter(({ offered }) => offered)).toHaveLength(1);
    for (const membership of membershipValues) await withdraw(membership, true);
    expect((await tiers()).every(({ offered }) => offered)).toBe(true);
    const { rows } = await site.database.pool.query(
      `select distinct action from log where kind = 'content' and action like 'Membership %' order by action`,
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'Membership changed',
      'Membership offered again',
      'Membership withdrawn',
    ]);
  });

  it('are not overwritten with a stale version', async () => {
    const version = (await tiers())[2]!.version;
    const save = (title: string) =>
      site.call(
        updateTier,
        { params: { membership: 'Individual member' }, body: { ...change, title, version } },
        { token },
      );
    const answers = await Promise.all([save('one'), save('two')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('are exactly three', async () => {
    const other = await site.fails(updateTier, { params: { membership: 'Gold member' }, body: change }, { token });
    expect(other.status).toBe(404);
  });
});
