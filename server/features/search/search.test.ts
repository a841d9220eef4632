import { beforeAll, describe, expect, it } from 'vitest';
import { noSubscription, receivePayments } from '#shared/contracts/payments.ts';
import { searchAll } from '#shared/contracts/search.ts';
import { limits } from '#shared/limits.ts';
import { startTestApp } from '#tests/app.ts';
import { conferenceFactory, contactMessageFactory, newsFactory } from '#tests/factories/content.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { adminToken } from '#tests/logins.ts';

const site = await startTestApp();
const token = await adminToken(site);
const asha = await memberFactory(site, {
  name: 'Asha Rao',
  reference: 'AIP-2026-000777',
  memberNumber: 'M-004242',
  email: 'asha.rao@example.org',
  mobile: '9876501234',
  status: 'New',
  paymentStatus: 'PAYMENT_INITIATED',
  utr: '412345678901',
});
beforeAll(async () => {
  await memberFactory(site, { name: 'Lia D’Souza-Rao', email: 'lia@example.org', mobile: '9000000002' });
  await memberFactory(site, { name: 'Ravi Ashanti', email: 'ravi@example.org', mobile: '9000000001' });
  await memberFactory(site, {
    name: 'Gone Person',
    status: 'Rejected',
    email: 'gone@example.org',
    mobile: '9000000002',
  });
  await newsFactory(site, { title: 'Witness PROTECTION in practice', location: 'Pune', active: false });
  await conferenceFactory(site, { title: 'Webinar on witness statements' });
  await contactMessageFactory(site, {
    name: 'Meera Nair',
    email: 'meera@example.org',
    message: 'A question\nabout witness fees, please.',
    doubtful: true,
  });
});

const found = async (search: string) => (await site.ok(searchAll, { query: { search } }, { token })).data;
const titlesOf = async (search: string) => (await found(search)).map(({ title }) => title);

it('says how many more people there are, and where', async () => {
  const people = limits.foundOfAKind + 2;
  for (let number = 1; number <= people; number++) {
    await memberFactory(site, { name: `Zubi Xolo${number}`, email: `zubi${number}@example.org` });
  }
  const search = 'zubi xolo';
  const { data, more } = await site.ok(searchAll, { query: { search } }, { token });
  expect(data).toHaveLength(limits.foundOfAKind);
  expect(more).toEqual({ people, isBound: false, link: '/admin/Registrations?tab=Approved&search=zubi%20xolo' });
  expect((await site.ok(searchAll, { query: { search: 'asha rao' } }, { token })).more).toBeNull();
});

describe('the search across the office', () => {
  it.each([
    ['part of a name', 'sha ra'],
    ['a name in capitals', 'ASHA RAO'],
    ['a reference', 'aip-2026-000777'],
    ['a member number', 'm-004242'],
    ['an e-mail', 'asha.rao@example.org'],
    ['a mobile number', '9876501234'],
    ['a mobile number as people copy it', '+91 98765 01234'],
    ['a UTR', '412345678901'],
  ])('finds a person by %s', async (_what, search) => {
    expect(await found(search)).toEqual([
      {
        kind: 'person',
        heading: 'People',
        id: asha.id,
        title: 'Asha Rao',
        detail: 'AIP-2026-000777 · M-004242 · New',
        link: `/admin/Person/${asha.id}`,
        // As at the head of their page.
        person: {
          name: 'Asha Rao',
          reference: 'AIP-2026-000777',
          memberNumber: 'M-004242',
          membership: 'Individual member',
          status: 'New',
          court: asha.court,
          picture: null,
          standing: noSubscription,
          money: { deduction: null, lastPayment: null },
        },
      },
    ]);
  });

  it.each(["d'souza", 'D’SOUZA', 'dsouza', 'D Souza', 'd-souza rao'])(
    'finds a name in the spelling %s',
    async (search) => {
      expect(await titlesOf(search)).toEqual(['Lia D’Souza-Rao']);
    },
  );

  it('finds people of every status, those whose name begins with the text first', async () => {
    expect(await titlesOf('asha')).toEqual(['Asha Rao', 'Ravi Ashanti']);
    expect(await titlesOf('gone person')).toEqual(['Gone Person']);
  });

  it('searches two letters at the beginning of words', async () => {
    expect(await titlesOf('as')).toEqual(['Asha Rao', 'Ravi Ashanti']);
    expect(await titlesOf('ha')).toEqual([]);
    expect(await titlesOf('me')).toEqual(['Meera Nair']);
  });

  it('finds each kind in any case, with the address where it is opened', async () => {
    const all = await found('Witness');
    expect(all.map(({ kind, title }) => [kind, title])).toEqual([
      ['message', 'Meera Nair'],
      ['news', 'Witness PROTECTION in practice'],
      ['conference', 'Webinar on witness statements'],
    ]);
    expect(all.map(({ id, link }) => link.replace(id, 'ID'))).toEqual([
      '/admin/Contact?open=ID',
      '/admin/News?open=ID',
      '/admin/Conferences?open=ID',
    ]);
    expect(all[0]!.detail).toContain('A question about witness fees, please.');
    expect(await titlesOf('meera@example')).toEqual(['Meera Nair']);
  });

  it('finds a receipt by its number', async () => {
    const { rows } = await site.database.pool.query(`select id from payments where member_id = $1`, [asha.id]);
    await site.ok(receivePayments, { body: { ids: [rows[0].id] } }, { token });
    const label = (await site.database.pool.query(`select label from receipts where payment_id = $1`, [rows[0].id]))
      .rows[0].label;
    expect(await found(label)).toMatchObject([
      {
        kind: 'receipt',
        title: label,
        link: `/admin/Payments?state=all&search=${encodeURIComponent(label)}&open=${rows[0].id}`,
      },
    ]);
    expect((await found(label.slice(-6))).map(({ kind }) => kind)).toContain('receipt');
  });

  it.each(['', 'a', '  a  ', '--', '%%%', '_', '...', '\\\\'])('finds nothing for %j', async (search) => {
    expect(await found(search)).toEqual([]);
  });

  it('takes signs literally, and refuses too long texts', async () => {
    expect(await found('a%o')).toEqual([]);
    expect(await found('as_a')).toEqual([]);
    expect((await site.fails(searchAll, { query: { search: 'x'.repeat(201) } }, { token })).status).toBe(400);
  });

  it('shows a few of each kind', async () => {
    for (let index = 0; index < limits.foundOfAKind + 2; index++) {
      await memberFactory(site, { name: `Zubin Mistry ${'abcdefghijkl'[index]}` });
      await contactMessageFactory(site, { name: 'Zubin Mistry' });
    }
    const all = await found('zubin');
    expect(all.filter(({ kind }) => kind === 'person')).toHaveLength(limits.foundOfAKind);
    expect(all.filter(({ kind }) => kind === 'message')).toHaveLength(limits.foundOfAKind);
  });
});
