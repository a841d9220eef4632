import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { members } from '#server/features/members/tables.ts';
import { tiers } from '#server/features/tiers/tables.ts';
import { log } from '#server/platform/log/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { files } from '#server/platform/storage/tables.ts';
import { clock } from '#shared/clock.ts';
import { decideMany } from '#shared/contracts/bulk-decisions.ts';
import {
  answerCorrection,
  applicationState,
  askCorrection,
  correctionFields,
  getCorrection,
  sendApplicationLink,
} from '#shared/contracts/corrections.ts';
import { listPayments, receivePayments, refundPayment } from '#shared/contracts/payments.ts';
import {
  decideRegistration,
  deleteRegistration,
  listRegistrations,
  registerMember,
  reviewRegistration,
  uploadPaymentScreenshot,
} from '#shared/contracts/registrations.ts';
import { limits } from '#shared/limits.ts';
import { startTestApp, type TestFile } from '#tests/app.ts';
import { pictureFile, registrationBody, scannedId } from '#tests/factories/members.ts';
import { adminToken, memberToken, newAdministrator } from '#tests/logins.ts';
import { waitForMail } from '#tests/mail.ts';
import { remindCorrections } from './correction-mail.ts';
import { applicantLinks, corrections } from './tables.ts';

let administrator: string;
let asOffice: { token: string };
const site = await startTestApp();
beforeAll(async () => {
  const { id, email } = await newAdministrator(site);
  administrator = email;
  asOffice = { token: await adminToken(site, id) };
});
afterEach(() => clock.set(new Date()));

const hour = 60 * 60 * 1_000;
const day = 24 * hour;
const later = (ms: number) => clock.set(new Date(clock.ms() + ms));

async function applicant(overrides: Parameters<typeof registrationBody>[0] = {}) {
  const body = registrationBody(overrides);
  const { directory } = await site.ok(registerMember, {
    body,
    files: { document: scannedId(), picture: await pictureFile() },
  });
  const email = String(body.email);
  const letter = await waitForMail(site, { to: email, kind: 'registration-received' });
  const application = secretIn(letter.text, 'Your application', '/application');
  return { id: directory.id, reference: directory.reference, email, application, body };
}

/** The secret of the link that is on its own line. */
function secretIn(text: string, label: string, path: string): string {
  const line = new RegExp(`^${label}: (.+)$`, 'm').exec(text)?.[1] ?? '';
  const [page, secret = ''] = line.trim().split('#');
  expect(page).toBe(`${site.config.publicUrl}${path}`);
  expect(secret).toMatch(/^(application|correction)_[\w-]{43}$/);
  return secret;
}

const ask = (id: string, fields: string[], note = 'Please look at this again.') =>
  site.ok(askCorrection, { body: { id, fields, note } }, asOffice);
async function correctionLink(email: string, kind: 'correction-asked' | 'correction-reminder' = 'correction-asked') {
  const letter = await waitForMail(site, { to: email, kind });
  return { letter, token: secretIn(letter.text, 'Correction', '/correction') };
}
async function asked(fields: string[], overrides: Parameters<typeof registrationBody>[0] = {}) {
  const person = await applicant(overrides);
  await ask(person.id, fields);
  return { ...person, ...(await correctionLink(person.email)) };
}

const rowOf = async (id: string) => (await site.database.select().from(members).where(eq(members.id, id)))[0]!;
const open = async (token: string) => (await site.ok(getCorrection, {}, { token })).data;
const send = (token: string, body: object, uploads: Record<string, TestFile> = {}) =>
  site.ok(answerCorrection, { body, files: uploads }, { token });
const sendFails = async (token: string, body: object, uploads: Record<string, TestFile> = {}) => {
  const { status, body: failure } = await site.fails(answerCorrection, { body, files: uploads }, { token });
  return { status, code: failure.code, fields: failure.fields, failure };
};
const whyDead = async (token: string) => {
  const results = await Promise.all([
    site.fails(getCorrection, {}, { token }),
    site.fails(answerCorrection, { body: {} }, { token }),
  ]);
  expect(results[0].body).toEqual(results[1].body);
  return [results[0].status, results[0].body.code];
};
const recordOf = async (id: string) => (await site.ok(reviewRegistration, { params: { id } }, asOffice)).data;
const queue = async (query: object = {}) =>
  (await site.ok(listRegistrations, { query: { status: 'New', ...query } }, asOffice)).data;

describe('the whole round', () => {
  it('asks, takes only what was asked for, and puts the record first in the queue with the differences', async () => {
    const person = await asked(['court', 'document', 'screenshot']);
    expect(person.letter.text).toContain('> Please look at this again.');
    expect(await recordOf(person.id)).toMatchObject({
      status: 'New',
      correction: {
        state: 'asked',
        fields: ['court', 'document', 'screenshot'],
        note: 'Please look at this again.',
        by: administrator,
        answeredAt: null,
        changes: [],
      },
    });
    const newer = await applicant();
    expect((await queue()).map(({ id }) => id).slice(0, 2)).toEqual([newer.id, person.id]);

    const page = await open(person.token);
    expect(page).toEqual({
      reference: person.reference,
      name: person.body.name,
      note: 'Please look at this again.',
      fields: ['court', 'document', 'screenshot'],
      values: {
        court: person.body.court,
        document: { name: 'id card.pdf', size: scannedId().bytes.length },
        screenshot: null,
      },
      askedAt: expect.any(String),
      expiresAt: expect.any(String),
      version: 2,
    });
    expect(Date.parse(page.expiresAt) - Date.parse(page.askedAt)).toBe(14 * day);

    const before = await rowOf(person.id);
    const answer = {
      court: 'High Court Mumbai',
      name: 'Somebody Else',
      membership: 'Patron member',
      email: 'x@y.org',
      gender: 'none',
    };
    await send(
      person.token,
      { ...answer, version: page.version },
      {
        document: scannedId('two', 'better.pdf'),
        screenshot: await pictureFile(77, 'paid.png'),
        picture: await pictureFile(78),
      },
    );
    const after = await rowOf(person.id);
    expect(after).toMatchObject({
      court: 'High Court Mumbai',
      name: before.name,
      email: person.email,
      membership: before.membership,
    });
    expect(after).toMatchObject({ status: 'New', paymentStatus: 'PAYMENT_INITIATED', pictureFile: before.pictureFile });
    expect(after.documentFile).not.toBe(before.documentFile);
    const [old] = await site.database.select().from(files).where(eq(files.key, before.documentFile!));
    expect(old?.state ?? 'gone').not.toBe('attached');

    const [first] = await queue();
    expect(first).toMatchObject({ id: person.id, status: 'New' });
    expect(first?.correction).toMatchObject({ state: 'answered', answeredAt: expect.any(String) });
    expect(first?.correction?.changes).toEqual(
      expect.arrayContaining([
        { field: 'court', from: person.body.court, to: 'High Court Mumbai' },
        { field: 'document', from: 'id card.pdf', to: 'better.pdf' },
        { field: 'screenshot', from: '', to: 'paid.png' },
      ]),
    );
    expect(first?.correction?.changes).toHaveLength(3);
    expect(await queue({ correction: 'answered' })).toHaveLength(1);
    const lines = await site.database.select().from(log).where(eq(log.memberId, person.id));
    expect(lines.map(({ action, by }) => [action, by])).toEqual(
      expect.arrayContaining([
        ['asked for a correction', administrator],
        ['sent the correction', 'website'],
      ]),
    );
    // The log contains no corrected value.
    expect(JSON.stringify(lines)).not.toContain('High Court Mumbai');
    expect(await whyDead(person.token)).toEqual([410, 'LINK_USED']);
    const answeredOn = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' }).format(
      clock.now(),
    );
    expect((await sendFails(person.token, {})).failure.message).toBe(
      `This was answered already on ${answeredOn}; what you have written here was not stored.`,
    );
    // The next answer comes above it, once that person has paid as well: what is ready to be decided comes first.
    await ask(newer.id, ['court']);
    await send((await correctionLink(newer.email)).token, { court: 'Family Court Thane' });
    expect((await queue()).map(({ id }) => id).slice(0, 2)).toEqual([person.id, newer.id]);
    const paid = { paymentStatus: 'PAYMENT_INITIATED' } as const;
    await site.database.update(members).set(paid).where(eq(members.id, newer.id));
    expect((await queue()).map(({ id }) => id).slice(0, 2)).toEqual([newer.id, person.id]);
    expect((await queue({ sort: 'oldest' }))[0]?.id).not.toBe(newer.id);
  });

  it('asks for several fields at once', async () => {
    const [one, two] = [await applicant(), await applicant()];
    const items = [one, two].map(({ id }) => ({ id, version: 1 }));
    const body = { action: 'askCorrection', items, fields: ['document'], note: 'A better scan, please.' };
    const { job } = await site.ok(decideMany, { body }, asOffice);
    expect(job?.summary).toEqual({ decided: 2, left: 0 });
    for (const { id, email } of [one, two]) {
      expect((await recordOf(id)).correction).toMatchObject({ state: 'asked', note: 'A better scan, please.' });
      await correctionLink(email);
    }
  });
});

describe('asking', () => {
  it('takes and tells fields as the wire names them', async () => {
    const { id, email, body } = await applicant();
    const post = async (fields: string[]) =>
      (
        await site.app.inject({
          method: 'PATCH',
          url: '/api/Directory/askCorrection',
          headers: { authorization: `Bearer ${asOffice.token}` },
          payload: { id, fields, note: 'As on the ID, please.' },
        })
      ).json();
    expect(await post(['name', 'mobile'])).toMatchObject({
      code: 'VALIDATION',
      fields: { fields: expect.any(String) },
    });
    const { correction } = await post(['ProsecutorName', 'mobile_no', 'profile_Pic']);
    expect(correction.fields).toEqual(['ProsecutorName', 'mobile_no', 'profile_Pic']);
    const { token } = await correctionLink(email);
    const opened = await site.app.inject({
      url: '/api/Application/correction',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(opened.json().data).toMatchObject({ values: { ProsecutorName: body.name } });
  });

  it('needs fields that can be asked for, a note, a new record and its version', async () => {
    const { id } = await applicant();
    const refused = async (body: object) => {
      const { status, body: failure } = await site.fails(askCorrection, { body: { id, ...body } }, asOffice);
      return [status, failure.code, Object.keys(failure.fields ?? {})];
    };
    expect(await refused({ fields: [], note: '' })).toEqual([400, 'VALIDATION', ['fields', 'note']]);
    for (const field of ['email', 'membership', 'status', 'hideEntry', 'toString']) {
      expect(await refused({ fields: ['court', field], note: 'x' })).toEqual([400, 'VALIDATION', ['fields']]);
    }
    const wish = { fields: ['court'], note: 'x' };
    // A place is asked for as a whole.
    expect(correctionFields.parse(['district', 'court'])).toEqual(['district', 'court', 'state', 'subDistrict']);
    expect(await refused({ ...wish, version: 7 })).toEqual([409, 'RECORD_CHANGED', []]);
    await site.ok(decideRegistration, { body: { id, status: 'Approved' } }, asOffice);
    expect(await refused(wish)).toEqual([409, 'WRONG_STATE', []]);
    expect((await recordOf(id)).correction).toBeNull();
  });

  it('again replaces the earlier link, answered or not', async () => {
    const person = await asked(['court']);
    await ask(person.id, ['district']);
    const second = await correctionLink(person.email);
    expect(await whyDead(person.token)).toEqual([410, 'LINK_REPLACED']);
    expect((await open(second.token)).fields).toEqual(['district', 'state', 'subDistrict']);
    await send(second.token, { state: 'Maharashtra', district: 'Nagpur', subDistrict: 'Katol' });
    await ask(person.id, ['court']);
    expect((await recordOf(person.id)).correction).toMatchObject({ state: 'asked', changes: [] });
    expect((await queue({ correction: 'answered' })).map(({ id }) => id)).not.toContain(person.id);
  });
});

describe('answering', () => {
  it('follows the rules and messages of the form, for the requested fields only', async () => {
    const fields = ['name', 'mobile', 'interest', 'specialisations', 'picture', 'screenshot'];
    const person = await asked(fields);
    // Other fields of the record may break current rules.
    await site.database.update(members).set({ idNumber: '', gender: '' }).where(eq(members.id, person.id));
    const wrong = { name: ' ', mobile: '12', interest: 'Others', specialisations: [], gender: 'none' };
    const { status, code, fields: messages } = await sendFails(person.token, wrong);
    expect([status, code]).toEqual([400, 'VALIDATION']);
    expect(messages).toEqual({
      name: 'Please enter Full Name',
      mobile: 'Please enter a valid 10-digit Mobile Number',
      interestOther: 'Please Enter Other Area of Interest',
      specialisations: 'Please Select Specialisation',
      screenshot: 'Please Upload Screenshot',
    });
    expect((await sendFails(person.token, {})).fields).toMatchObject({ interest: 'Please Select Area of Interest' });
    const right = {
      name: 'Asha Rao',
      mobile: '9812345678',
      interest: 'Others',
      interestOther: 'Law reform',
    };
    const text = { name: 'paid.png', type: 'image/png', bytes: Buffer.from('no picture') };
    const refused = await sendFails(
      person.token,
      { ...right, specialisations: ['Arms Act, 1959'] },
      { screenshot: text },
    );
    expect([refused.status, refused.code, Object.keys(refused.fields ?? {})]).toEqual([
      400,
      'UNSUPPORTED_FILE',
      ['screenshot'],
    ]);

    await send(person.token, { ...right, specialisations: ['Arms Act, 1959'] }, { screenshot: await pictureFile() });
    expect(await rowOf(person.id)).toMatchObject({
      name: 'Asha Rao',
      nameSearch: 'asha rao',
      interest: 'Others',
      interestOther: 'Law reform',
      specialisations: ['Arms Act, 1959'],
      gender: '',
    });
  });

  it('is refused when the office has changed the record meanwhile, and the link stays valid', async () => {
    const person = await asked(['court']);
    const { version } = await open(person.token);
    await site.database
      .update(members)
      .set({ version: version + 1 })
      .where(eq(members.id, person.id));
    const answer = { court: 'High Court Madras' };
    const refused = await sendFails(person.token, { ...answer, version });
    expect([refused.status, refused.code]).toEqual([409, 'RECORD_CHANGED']);
    await send(person.token, { ...answer, version: version + 1 });
  });

  it('succeeds once, however often it is sent at the same time', async () => {
    const person = await asked(['document']);
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, number) =>
        site.call(
          answerCorrection,
          { body: {}, files: { document: scannedId(String(number)) } },
          { token: person.token },
        ),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);
    expect((await recordOf(person.id)).correction?.changes).toHaveLength(1);
  });
});

describe('a link', () => {
  it('that is unknown, cut or of another kind is a 404 that tells nothing, and none at all a 401', async () => {
    const person = await asked(['court']);
    const foreign = [
      `correction_${randomBytes(32).toString('base64url')}`,
      person.token.slice(0, -1),
      person.token.replace('correction_', 'application_'),
      person.application,
      'x',
      await memberToken(site),
      asOffice.token,
    ];
    for (const token of foreign) expect(await whyDead(token)).toEqual([404, 'LINK_UNKNOWN']);
    for (const token of [person.token, person.token.replace('correction_', 'application_'), asOffice.token]) {
      const { status, body } = await site.fails(applicationState, {}, { token });
      expect([status, body.code]).toEqual([404, 'LINK_UNKNOWN']);
    }
    expect((await site.fails(getCorrection, {})).status).toBe(401);
    // A link never allows a call that needs a login.
    expect(
      (await site.fails(listRegistrations, { query: { status: 'New' } }, { token: person.application })).status,
    ).toBe(401);
  });

  it('is stored only as a hash, and is in no queue', async () => {
    const person = await asked(['court']);
    const text = JSON.stringify([
      await site.database.select().from(applicantLinks),
      await site.database.select().from(mail),
      await site.database.select().from(corrections),
      await site.database.select().from(log),
    ]);
    for (const secret of [person.token, person.application]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(secret.slice(secret.indexOf('_') + 1));
    }
  });

  it('expires after fourteen days', async () => {
    const person = await asked(['court']);
    later(14 * day - hour);
    expect((await open(person.token)).fields).toEqual(['court']);
    later(2 * hour);
    expect(await whyDead(person.token)).toEqual([410, 'LINK_EXPIRED']);
  });

  it('ends with the decision and with the record, without personal data', async () => {
    const decided = await asked(['court']);
    const removed = await asked(['court']);
    await site.ok(decideRegistration, { body: { id: decided.id, status: 'Approved' } }, asOffice);
    await site.ok(decideRegistration, { body: { id: removed.id, status: 'Rejected' } }, asOffice);
    await site.ok(deleteRegistration, { params: { id: removed.id } }, asOffice);
    for (const { token, body, reference } of [decided, removed]) {
      expect(await whyDead(token)).toEqual([410, 'LINK_ENDED']);
      const { body: failure } = await site.fails(getCorrection, {}, { token });
      for (const personal of [body.name, body.email, reference]) {
        expect(JSON.stringify(failure)).not.toContain(personal);
      }
    }
    const { status, body } = await site.fails(applicationState, {}, { token: removed.application });
    expect([status, body.code]).toEqual([410, 'LINK_ENDED']);
    // Under review again: the correction from before the decision is over.
    await site.ok(decideRegistration, { body: { id: decided.id, status: 'New' } }, asOffice);
    expect((await recordOf(decided.id)).correction).toBeNull();
    // All links of the record end with the membership.
    expect(await whyDead(decided.token)).toEqual([410, 'LINK_REPLACED']);
  });

  it('is sent once more after seven days, as a second valid one', async () => {
    await site.database.delete(corrections);
    const person = await asked(['court']);
    const answered = await asked(['court']);
    await send(answered.token, { court: 'High Court Patna' });
    const remind = () => remindCorrections(site);
    const reminders = async () =>
      (await site.database.select().from(mail).where(eq(mail.kind, 'correction-reminder'))).map((row) => row.recipient);
    later(7 * day - hour);
    await remind();
    expect(await reminders()).toEqual([]);
    later(2 * hour);
    await Promise.all([remind(), remind()]);
    await remind();
    expect(await reminders()).toEqual([person.email]);
    const second = await correctionLink(person.email, 'correction-reminder');
    expect(second.token).not.toBe(person.token);
    expect(await open(person.token)).toEqual(await open(second.token));
    await send(second.token, { court: 'High Court Ranchi' });
    expect(await whyDead(person.token)).toEqual([410, 'LINK_USED']);
  });
});

it('shows no change of a payment that was received before the answer', async () => {
  const person = await asked(['utr', 'screenshot', 'court']);
  const paymentOf = async () =>
    (await site.ok(listPayments, { query: { search: person.reference } }, asOffice)).data[0]!;
  await site.ok(receivePayments, { body: { ids: [(await paymentOf()).id] } }, asOffice);
  const answer = { utr: '412345678901', court: 'High Court Mumbai' };
  await send(person.token, answer, { screenshot: await pictureFile(79, 'late.png') });
  expect((await recordOf(person.id)).correction?.changes).toEqual([
    { field: 'court', from: person.body.court, to: 'High Court Mumbai' },
  ]);
  expect(await paymentOf()).toMatchObject({ state: 'received', utr: '', proof: null });
});

describe('the page of an application', () => {
  const stateOf = async (token: string) => (await site.ok(applicationState, {}, { token })).data;

  it('shows the requested fee, and asks for nothing after a refund', async () => {
    const person = await applicant();
    const setFee = (feeRupees: number) =>
      site.database.update(tiers).set({ feeRupees }).where(eq(tiers.membership, 'Individual member'));
    await setFee(1_500);
    expect((await stateOf(person.application)).fee).toBe(1_000);
    await setFee(1_000);
    const { id } = (await site.ok(listPayments, { query: { search: person.reference } }, asOffice)).data[0]!;
    await site.ok(receivePayments, { body: { ids: [id] } }, asOffice);
    await site.ok(refundPayment, { body: { id, refundedOn: clock.today(), utr: 'BACK1', note: '' } }, asOffice);
    expect(await stateOf(person.application)).toMatchObject({ todo: [], paymentLink: null });
  });

  it('shows its progress and what is missing, until thirty days after the decision', async () => {
    const person = await applicant();
    const token = person.application;
    expect(await stateOf(token)).toMatchObject({
      reference: person.reference,
      name: person.body.name,
      membership: 'Individual member',
      fee: 1_000,
      state: 'received',
      steps: [
        { name: 'Registration received', done: true, at: expect.any(String) },
        { name: 'Payment sent', done: false, at: null },
        { name: 'Decision of the association', done: false, at: null },
      ],
      todo: ['Pay the fee and send us a screenshot of the payment.'],
      reason: '',
      correctionAskedAt: null,
      paymentLink: `/membership?isRegistered=true&id=${person.id}&membership=Individual%20member`,
    });
    const params = { id: person.id };
    await site.ok(uploadPaymentScreenshot, { params, body: {}, files: { screenshot: await pictureFile() } });
    expect(await stateOf(token)).toMatchObject({ state: 'payment', todo: [], paymentLink: null });
    await ask(person.id, ['court']);
    const waiting = await stateOf(token);
    expect(waiting).toMatchObject({ state: 'correction', correctionAskedAt: expect.any(String) });
    expect(waiting.todo).toHaveLength(1);
    await send((await correctionLink(person.email)).token, { court: 'High Court Jaipur' });
    expect(await stateOf(token)).toMatchObject({ state: 'payment', correctionAskedAt: null, todo: [] });

    await site.ok(
      decideRegistration,
      { body: { id: person.id, status: 'Rejected', reason: 'Not a prosecutor' } },
      asOffice,
    );
    // The office may still take it back.
    expect(await stateOf(token)).toMatchObject({ state: 'payment', reason: '' });
    later(limits.undoSeconds * 1_000);
    expect(await stateOf(token)).toMatchObject({ state: 'rejected', reason: 'Not a prosecutor', todo: [] });
    later(30 * day - hour);
    expect((await stateOf(token)).state).toBe('rejected');
    later(2 * hour);
    const { status, body } = await site.fails(applicationState, {}, { token });
    expect([status, body.code]).toEqual([410, 'LINK_EXPIRED']);
    clock.set(new Date());
    await site.ok(decideRegistration, { body: { id: person.id, status: 'Approved', paymentSeen: true } }, asOffice);
    later(limits.undoSeconds * 1_000);
    expect(await stateOf(token)).toMatchObject({ state: 'approved', reason: '' });
    clock.set(new Date());
  });
});

it('an answer is told to the office of its State, and to no other', async () => {
  const person = await asked(['court']);
  const { state, reference } = await rowOf(person.id);
  const result = await newAdministrator(site, { powers: ['members'], states: [state] });
  const others = [
    await newAdministrator(site, { powers: ['members'], states: [state === 'Goa' ? 'Kerala' : 'Goa'] }),
    await newAdministrator(site, { powers: ['money'] }),
  ];
  await send(person.token, { court: 'High Court' });
  const matches = (await site.database.select().from(mail).where(eq(mail.kind, 'correction-office'))).filter(
    ({ data }) => data.reference === reference,
  );
  expect(matches.map(({ recipient }) => recipient)).toContain(result.email);
  for (const { email } of others) expect(matches.map(({ recipient }) => recipient)).not.toContain(email);
});

describe('the link to the own application', () => {
  const ask = (email: string) => site.call(sendApplicationLink, { body: { email } });
  const sent = (email: string) =>
    site.database.$count(mail, and(eq(mail.recipient, email), eq(mail.kind, 'application-link')));

  it('is mailed to its applicant again, and opens the page', async () => {
    const { email, reference } = await applicant();
    await ask(` ${email.toUpperCase()} `);
    const letter = await waitForMail(site, { to: email, kind: 'application-link' });
    const token = secretIn(letter.text, 'Your application', '/application');
    expect((await site.ok(applicationState, {}, { token })).data.reference).toBe(reference);
  });

  it('is answered alike for a stranger, and after it was sent often enough', async () => {
    const { email } = await applicant();
    const answers = [];
    for (let tries = 0; tries < 5; tries += 1) answers.push(await ask(email));
    answers.push(await ask('nobody.at.all@example.org'));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(200);
    expect([await sent(email), await sent('nobody.at.all@example.org')]).toEqual([3, 0]);
  });

  it('needs an e-mail', async () => {
    expect((await ask('nobody')).body).toMatchObject({ code: 'VALIDATION', fields: { email: expect.any(String) } });
  });
});
