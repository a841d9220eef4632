import { desc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { administrators } from '#server/features/administrators/tables.ts';
import { defaultSettings } from '#server/features/settings/defaults.ts';
import { ensureSettings } from '#server/features/settings/settings.service.ts';
import { insertMissingTiers } from '#server/features/tiers/tiers.queries.ts';
import { log } from '#server/platform/log/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import * as contract from '#shared/contracts/settings.ts';
import { startTestApp } from '#tests/app.ts';
import { adminToken, newAdministrator } from '#tests/logins.ts';

const site = await startTestApp();
const token = await adminToken(site);

const read = async () => (await site.ok(contract.getSettings, {})).data[0]!;
const titles = async () => (await read()).importantUpdates.map(({ title }) => title);
const unknownId = '7f0e3c1a-58a4-4f5e-9a53-0d9c9f8d2b11';

describe('a first start', () => {
  it('creates a complete site: one record with its texts, and the updates in order', async () => {
    const { data } = await site.ok(contract.getSettings, {});
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      homeText: defaultSettings.homeData,
      aboutText: defaultSettings.about,
      association: defaultSettings.association,
      version: 1,
    });
    expect(await titles()).toEqual(defaultSettings.importantUpdates.map(({ title }) => title));
  });

  it('inserts the defaults once, also when several processes start together', async () => {
    await site.database.pool.query('delete from important_updates');
    await site.database.pool.query('delete from settings');
    await site.database.pool.query('delete from tiers');
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        await ensureSettings(site);
        await insertMissingTiers(site.database);
      }),
    );
    const { rows } = await site.database.pool.query(
      `select (select count(*)::int from settings) as settings, (select count(*)::int from tiers) as tiers,
        (select count(*)::int from important_updates) as updates`,
    );
    expect(rows[0]).toEqual({ settings: 1, tiers: 3, updates: defaultSettings.importantUpdates.length });
  });

  it('does not overwrite the office’s changes', async () => {
    await site.database.pool.query(`update tiers set fee_rupees = 11000 where membership = 'lifetime member'`);
    await site.database.pool.query('delete from important_updates');
    await ensureSettings(site);
    await insertMissingTiers(site.database);
    const { rows } = await site.database.pool.query(
      `select fee_rupees from tiers where membership = 'lifetime member'`,
    );
    expect(rows).toEqual([{ fee_rupees: 11_000 }]);
    expect(await titles()).toEqual([]);
  });
});

describe('changing the settings', () => {
  const save = (body: object) => async () => {
    const { id } = await read();
    return site.ok(contract.updateSettings, { params: { settingsId: id }, body }, { token });
  };

  it('changes only the submitted fields', async () => {
    const before = await read();
    const answer = await save({ homeText: '  Welcome\n\nto all  ', unknown: 'x' })();
    expect(answer).toEqual({ success: true, message: 'Welcome message updated successfully' });
    const after = await read();
    expect(after).toEqual({ ...before, homeText: 'Welcome\n\nto all', version: before.version + 1 });
    await save({ homeText: 'A', aboutText: 'B' })();
    expect(await read()).toMatchObject({ homeText: 'A', aboutText: 'B' });
  });

  it('keeps HTML as plain text', async () => {
    await save({ aboutText: '<script>alert(1)</script> & "Co"' })();
    expect((await read()).aboutText).toBe('<script>alert(1)</script> & "Co"');
  });

  it('shows payment details only with the memberships', async () => {
    await save({ payment: { upiId: 'office@upi', accountNumber: '001122334455' } })();
    const raw = JSON.stringify(await site.ok(contract.getSettings, {}));
    expect(raw).not.toContain('office@upi');
    expect(raw).not.toContain('001122334455');
  });

  it('mails changed payment details, old and new, to every administrator, and logs which they were', async () => {
    const colleague = await newAdministrator(site);
    const gone = await newAdministrator(site, { disabled: true });
    await save({ payment: { upiId: 'office@upi', accountNumber: '001122334455', accountName: 'Asha Rao' } })();
    const { id } = await newAdministrator(site);
    const as = { token: await adminToken(site, id) };
    const { id: settingsId } = await read();
    await site.database.delete(mail);
    const payment = { upiId: 'elsewhere@bank', accountNumber: '998877665544', accountName: 'Another' };
    const change = () => site.ok(contract.updateSettings, { params: { settingsId }, body: { payment } }, as);
    await change();
    const sent = await site.database.select().from(mail);
    const by = (await site.database.select().from(administrators).where(eq(administrators.id, id)))[0]!.email;
    expect(sent.map(({ recipient }) => recipient)).toEqual(expect.arrayContaining([colleague.email, by]));
    expect(sent.map(({ recipient }) => recipient)).not.toContain(gone.email);
    for (const { kind, data } of sent) {
      expect(kind).toBe('payment-details-changed');
      expect(data).toEqual({
        by,
        changes: [
          'UPI ID: office@upi → elsewhere@bank',
          'Account name: Asha Rao → Another',
          'Account number: 001122334455 → 998877665544',
        ].join('\n'),
      });
    }
    const lines = () =>
      site.database.select().from(log).where(eq(log.subject, 'Payment details')).orderBy(desc(log.at));
    expect((await lines())[0]).toMatchObject({
      by,
      action: 'Settings changed',
      note: 'UPI ID: of…@upi → el…@bank; Account name; Account number: …4455 → …5544',
    });
    // The same values again change nothing and notify nobody.
    await change();
    expect(await site.database.$count(mail)).toBe(sent.length);
  });

  it.each([
    [{ homeText: ' ' }, { homeText: 'Please enter the welcome message' }],
    [{ aboutText: '' }, { aboutText: 'Please enter the About text' }],
    [{ payment: { upiId: 'no upi' } }, { 'payment.upiId': 'Please enter a UPI ID such as name@bank' }],
    [
      { association: { name: '', shortName: 'A', officeEmail: 'office at example.org' } },
      {
        'association.name': 'Please enter the name of the association',
        'association.officeEmail': 'Please enter a valid Email',
      },
    ],
    [
      { association: { name: 'A', shortName: 'A', grievanceOfficer: { designation: 'Secretary', email: 'none' } } },
      {
        'association.grievanceOfficer.name': 'Please enter the name of the Grievance Officer',
        'association.grievanceOfficer.email': 'Please enter a valid Email',
      },
    ],
    [
      { association: { name: 'A', shortName: 'A', grievanceOfficer: { name: 'A. Rao' } } },
      { 'association.grievanceOfficer.email': 'Please enter an e-mail address or a telephone number' },
    ],
    [
      { association: { name: 'A', shortName: 'A', socialLinks: [{ label: 'X', url: 'javascript:alert(1)' }] } },
      { 'association.socialLinks.0.url': 'Please enter a link that begins with https:// or http://' },
    ],
  ])('refuses %j', async (body, fields) => {
    const { id } = await read();
    const answer = await site.fails(contract.updateSettings, { params: { settingsId: id }, body }, { token });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual(fields);
  });

  it('names a Grievance Officer, who stays when a change does not mention one', async () => {
    const { association: before } = await read();
    const grievanceOfficer = { name: 'A. Rao', designation: '', email: 'Grievance@example.org', phone: '' };
    await save({ association: { ...before, grievanceOfficer } })();
    const result = { ...grievanceOfficer, email: 'grievance@example.org' };
    expect((await read()).association.grievanceOfficer).toEqual(result);
    const { grievanceOfficer: _left, ...withoutOne } = (await read()).association;
    await save({ association: { ...withoutOne, phone: '011 2345 6789' } })();
    expect((await read()).association).toMatchObject({ phone: '011 2345 6789', grievanceOfficer: result });
    const none = { name: '', designation: '', email: '', phone: '' };
    await save({ association: { ...before, grievanceOfficer: none } })();
    expect((await read()).association.grievanceOfficer).toEqual(none);
  });

  it('refuses a text that is too long', async () => {
    const { id } = await read();
    const body = { aboutText: 'x'.repeat(20_001), homeText: 'x'.repeat(20_000) };
    const answer = await site.fails(contract.updateSettings, { params: { settingsId: id }, body }, { token });
    expect(answer.body.fields).toEqual({ aboutText: 'Please use a shorter text' });
  });

  it('refuses an empty change, and one of another record', async () => {
    const { id } = await read();
    const nothing = await site.fails(contract.updateSettings, { params: { settingsId: id }, body: {} }, { token });
    expect(nothing.status).toBe(400);
    const body = { aboutText: 'x' };
    const other = await site.fails(contract.updateSettings, { params: { settingsId: unknownId }, body }, { token });
    expect(other).toMatchObject({ status: 404, body: { message: 'This settings record was not found.' } });
  });

  it('lets one of two administrators with the same version succeed', async () => {
    const { id, version } = await read();
    const change = (aboutText: string) =>
      site.call(contract.updateSettings, { params: { settingsId: id }, body: { aboutText, version } }, { token });
    const answers = await Promise.all([change('one'), change('two'), change('three')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'RECORD_CHANGED' });
    expect((await read()).version).toBe(version + 1);
  });

  it('refuses a field that needs another power before it looks at the others', async () => {
    const { id } = await read();
    // A new setting has to say that it needs full powers.
    const { body: fields, fieldPowers } = contract.updateSettings;
    expect(Object.keys(fields!.shape).filter((field) => !Object.hasOwn(fieldPowers!, field))).toEqual([
      'homeText',
      'aboutText',
      'hi',
      'version',
    ]);
    const content = { token: await adminToken(site, { powers: ['content'] }) };
    for (const body of [{ association: 'wrong' }, { aboutText: '', retention: { rejectedDays: 1 } }]) {
      const answer = await site.fails(contract.updateSettings, { params: { settingsId: id }, body }, content);
      expect(answer).toMatchObject({ status: 403, body: { code: 'POWER_NEEDED', power: 'full' } });
    }
    const answer = await site.fails(
      contract.updateSettings,
      { params: { settingsId: id }, body: { aboutText: '' } },
      content,
    );
    expect(answer).toMatchObject({ status: 400, body: { fields: { aboutText: expect.any(String) } } });
  });

  it('is logged without the entered values', async () => {
    await save({ payment: { upiId: 'new@upi' }, aboutText: 'Logged' })();
    const { rows } = await site.database.pool.query(
      `select * from log where kind = 'content' order by at desc limit 1`,
    );
    expect(rows[0]).toMatchObject({ action: 'Settings changed', subject: 'About text, Payment details' });
    expect(JSON.stringify(rows)).not.toContain('new@upi');
  });

  it('notifies every process once per change that pages are outdated', async () => {
    const listener = await site.database.pool.connect();
    let count = 0;
    listener.on('notification', () => {
      count += 1;
    });
    await listener.query('listen content');
    await save({ aboutText: 'Told' })();
    const { id } = await read();
    const stale = { params: { settingsId: id }, body: { aboutText: 'Not told', version: 1 } };
    await site.fails(contract.updateSettings, stale, { token });
    await save({ aboutText: 'Told again' })();
    await expect.poll(() => count).toBe(2);
    listener.release(true);
  });
});

describe('important updates', () => {
  const add = async (title: string, description = 'More about it') =>
    site.ok(
      contract.addImportantUpdate,
      { params: { settingsId: (await read()).id }, body: { title, description } },
      { token },
    );
  const clear = () => site.database.pool.query('delete from important_updates');

  it('are listed in the order of addition, with the specified messages', async () => {
    await clear();
    expect(await add('First')).toEqual({ success: true, message: 'Important update added successfully' });
    await add('Second');
    await add('Third');
    expect(await titles()).toEqual(['First', 'Second', 'Third']);
    const { id: settingsId, importantUpdates } = await read();
    const params = { settingsId, updateId: importantUpdates[1]!.id };
    const body = { title: 'Second, edited', description: '<b>bold</b>' };
    expect(await site.ok(contract.editImportantUpdate, { params, body }, { token })).toEqual({
      success: true,
      message: 'Important update edited successfully',
    });
    expect((await read()).importantUpdates[1]).toMatchObject(body);
    expect(await titles()).toEqual(['First', 'Second, edited', 'Third']);
    expect(await site.ok(contract.deleteImportantUpdate, { params }, { token })).toEqual({
      success: true,
      message: 'Deleted successfully',
    });
    expect(await titles()).toEqual(['First', 'Third']);
    for (const answer of [
      await site.fails(contract.editImportantUpdate, { params, body }, { token }),
      await site.fails(contract.deleteImportantUpdate, { params }, { token }),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { message: 'This important update was not found.' } });
    }
  });

  it('get different positions when added at the same time', async () => {
    await clear();
    await Promise.all(Array.from({ length: 5 }, (_, index) => add(`Update ${index}`)));
    const { rows } = await site.database.pool.query('select position from important_updates order by position');
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
  });

  it('need a title and a description', async () => {
    const settingsId = (await read()).id;
    const answer = await site.fails(contract.addImportantUpdate, { params: { settingsId }, body: {} }, { token });
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { title: 'Please enter a title', description: 'Please enter a description' } },
    });
  });

  it('are not overwritten with a stale version', async () => {
    await clear();
    await add('Both edit this');
    const { id: settingsId, importantUpdates } = await read();
    const { id: updateId, version } = importantUpdates[0]!;
    const edit = (title: string) =>
      site.call(
        contract.editImportantUpdate,
        { params: { settingsId, updateId }, body: { title, description: 'x', version } },
        { token },
      );
    const answers = await Promise.all([edit('one'), edit('two')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('can be reordered, all of them or none', async () => {
    await clear();
    for (const title of ['A', 'B', 'C']) await add(title);
    const { id: settingsId, importantUpdates } = await read();
    const [a, b, c] = importantUpdates.map(({ id }) => id) as [string, string, string];
    const put = (order: string[]) =>
      site.call(contract.orderImportantUpdates, { params: { settingsId }, body: { order } }, { token });
    expect((await put([c.toUpperCase(), a, b])).status).toBe(200);
    expect(await titles()).toEqual(['C', 'A', 'B']);
    for (const wrong of [[a, b], [a, b, b], [a, b, unknownId], [a, b, c, c], []]) {
      expect((await put(wrong)).status).toBe(409);
    }
    expect(await titles()).toEqual(['C', 'A', 'B']);
  });
});

describe('second texts', () => {
  const change = async (body: object) => {
    const { id } = await read();
    return site.call(contract.updateSettings, { params: { settingsId: id }, body }, { token });
  };

  it('stand beside the English ones, which no language swaps, and say which are older', async () => {
    await change({ hi: { homeText: ' स्वागत है। ', aboutText: 'परिचय।' } });
    const hindi = { headers: { 'accept-language': 'hi' } };
    const [record] = (await site.ok(contract.getSettings, {}, hindi)).data;
    expect(record!.homeText).toBe((await read()).homeText);
    expect(record).toMatchObject({ hi: { homeText: 'स्वागत है।', aboutText: 'परिचय।' }, older: [] });
    // Absent: unchanged; the English text changed alone makes the Hindi one older, saved together never.
    await change({ homeText: 'Welcome, all.' });
    expect((await read()).older).toEqual(['homeText']);
    await change({ homeText: 'Welcome, all.', aboutText: 'About us.', hi: { aboutText: 'हमारे बारे में।' } });
    expect(await read()).toMatchObject({ hi: { homeText: 'स्वागत है।', aboutText: 'हमारे बारे में।' }, older: ['homeText'] });
    // An earlier version reads what is stored: under the wire's names.
    const { rows } = await site.database.pool.query('select hindi, older from settings');
    expect(rows).toEqual([{ hindi: { Home_data: 'स्वागत है।', About: 'हमारे बारे में।' }, older: ['Home_data'] }]);
    await change({ hi: { homeText: 'सबका स्वागत है।' } });
    expect((await read()).older).toEqual([]);
    await change({ hi: { homeText: '' } });
    await change({ homeText: 'Welcome.' });
    expect(await read()).toMatchObject({ hi: { aboutText: 'हमारे बारे में।' }, older: [] });
    const wrong = await change({ hi: { aboutText: 'x'.repeat(100_000) } });
    expect(wrong.status).toBe(400);
  });

  it('of important updates and of the association are kept alike', async () => {
    const { id, association } = await read();
    const body = { title: 'Meeting', description: 'In May.', hi: { title: 'बैठक' } };
    await site.ok(contract.addImportantUpdate, { params: { settingsId: id }, body }, { token });
    const added = (await read()).importantUpdates.at(-1)!;
    expect(added).toMatchObject({ title: 'Meeting', hi: { title: 'बैठक' }, older: [] });
    const params = { settingsId: id, updateId: added.id };
    await site.ok(
      contract.editImportantUpdate,
      { params, body: { title: 'The meeting', description: 'In May.' } },
      { token },
    );
    expect((await read()).importantUpdates.at(-1)).toMatchObject({ hi: { title: 'बैठक' }, older: ['title'] });
    await change({ association: { ...association, hi: { name: 'अखिल भारतीय लोक अभियोजक संघ' } } });
    expect((await read()).association).toMatchObject({ hi: { name: 'अखिल भारतीय लोक अभियोजक संघ' }, older: [] });
    await change({ association: { ...association, name: 'Another name' } });
    expect((await read()).association).toMatchObject({ hi: { name: 'अखिल भारतीय लोक अभियोजक संघ' }, older: ['name'] });
    await change({ association: { ...association, hi: { name: '' } } });
    expect((await read()).association).toMatchObject({ name: association.name, hi: {}, older: [] });
  });
});
