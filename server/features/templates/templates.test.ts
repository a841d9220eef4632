import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { mailTemplates } from '#server/platform/mail/tables.ts';
import { problemsOf } from '#server/platform/mail/template.ts';
import { templateKinds } from '#server/platform/mail/templates.ts';
import * as contract from '#shared/contracts/templates.ts';
import { startTestApp } from '#tests/app.ts';
import { adminToken, newAdministrator, newMember } from '#tests/logins.ts';
import { startSmtpPeer } from '#tests/smtp.ts';
import { scaled } from '#tests/speed.ts';

let token: string;
let email: string;

const peer = await startSmtpPeer();
afterAll(() => peer.close());
const site = await startTestApp({ SMTP_URL: peer.url, PUBLIC_URL: 'https://www.example.org' });
beforeEach(async () => {
  peer.received.length = 0;
  const administrator = await newAdministrator(site);
  email = administrator.email;
  token = await adminToken(site, administrator.id);
});
afterEach(() => site.database.delete(mailTemplates));

const list = async () => (await site.ok(contract.listTemplates, {}, { token })).data;
const find = async (kind: string) => (await list()).find((each) => each.kind === kind)!;
const words = { subject: 'Your code', text: 'Dear {{name}},\n\n{{otp}}\n\nUse it **soon**.' };
const change = (body: object, kind = 'otp') =>
  site.call(contract.updateTemplate, { params: { kind }, body: { ...words, version: 0, ...body } }, { token });
const arrived = () =>
  vi.waitFor(
    async () => {
      expect(peer.received).toHaveLength(1);
      return PostalMime.parse(peer.received[0]!.raw);
    },
    { timeout: scaled(10_000), interval: 50 },
  );
const sendCode = async (name: string) => {
  const { email: to, id } = await newMember(site, { name });
  await enqueueMail(site.database, { kind: 'otp', to, data: { name }, memberId: id });
  return arrived();
};

describe('the words of mails', () => {
  it('are listed with their variables, each valid, with examples without variables', async () => {
    const data = await list();
    expect(data.map(({ kind }) => kind).sort()).toEqual([...templateKinds].sort());
    expect(data.some(({ kind }) => kind === 'template-test')).toBe(false);
    for (const { kind, subject, text, variables, ...rest } of data) {
      expect(rest, kind).toMatchObject({ isDefault: true, outdated: false, version: 0 });
      for (const { name, example } of variables) {
        expect(example).not.toContain('{{');
        expect(example, name).not.toBe('');
      }
      const again = await site.call(contract.previewMail, { body: { kind, subject, text } }, { token });
      expect(again.status, kind).toBe(200);
    }
    expect((await find('otp')).variables).toContainEqual({
      name: 'otp',
      meaning: 'The code',
      example: 'OTP: 000000',
      required: true,
      paragraph: true,
    });
  });

  it('report a required variable that is missing', async () => {
    for (const { kind, subject, text, variables } of await list()) {
      for (const { name } of variables.filter(({ required }) => required)) {
        const without = text.replaceAll(`{{${name}}}`, 'nothing');
        const { status, body } = await change({ subject, text: without }, kind);
        expect([status, (body as { fields?: { text?: string } }).fields?.text], kind).toEqual([
          400,
          expect.stringContaining(`{{${name}}}`),
        ]);
      }
    }
  });

  it.each([
    ['an unknown variable', { text: `${words.text} {{secret}}` }, 'text', '{{secret}}'],
    ['a property of every object', { text: `${words.text} {{constructor}}` }, 'text', '{{constructor}}'],
    ['an unknown one in the subject', { subject: '{{court}}' }, 'subject', '{{court}}'],
    ['a secret in the subject', { subject: 'Your code {{otp}}' }, 'subject', '{{otp}}'],
    ['a block within a sentence', { text: 'OTP: {{otp}}' }, 'text', 'paragraph of its own'],
    ['a block in bold', { text: '**{{otp}}**' }, 'text', 'paragraph of its own'],
    ['a block in a list', { text: '- {{otp}}' }, 'text', 'paragraph of its own'],
    ['a block behind a link', { text: '[{{otp}}](https://evil.example)' }, 'text', 'paragraph of its own'],
    ['a line that looks like the block', { text: 'OTP: 111111\n\n{{otp}}' }, 'text', '‘OTP:’'],
    ['a variable in an address', { text: '{{otp}}\n\n[x](https://evil.example/{{name}})' }, 'text', 'address'],
    ['no text', { text: '  ' }, 'text', 'Please enter'],
    ['no subject', { subject: '\n' }, 'subject', 'Please enter'],
    ['too long a text', { text: `{{otp}}\n\n${'x'.repeat(20_000)}` }, 'text', ''],
  ])('refuse %s', async (_what, body, field, text) => {
    const answer = await change(body);
    expect(answer.status).toBe(400);
    expect((answer.body as { fields: Record<string, string> }).fields[field]).toContain(text);
    expect((await find('otp')).isDefault).toBe(true);
  });

  it('take effect from the next mail on, and so does the default again, with a version that never decreases', async () => {
    expect((await change({})).body).toMatchObject({ template: { ...words, isDefault: false, version: 1 } });
    const mail = await sendCode('Asha Rao');
    expect(mail.subject).toBe('Your code');
    expect(mail.text).toMatch(/^Dear Asha Rao,\n\nOTP: \d{6}\n\nUse it soon\.\n\n-- \n/);
    expect(mail.html).toContain('<strong>soon</strong>');
    expect((await change({ subject: 'Other' })).body).toMatchObject({ code: 'RECORD_CHANGED' });
    const { template } = await site.ok(contract.resetTemplate, { params: { kind: 'otp' } }, { token });
    expect(template).toMatchObject({ isDefault: true, subject: 'Your code for a new password', version: 2 });
    expect((await change({ version: 1 })).status).toBe(409);
    peer.received.length = 0;
    expect((await sendCode('Asha Rao')).subject).toBe('Your code for a new password');
  });

  it('have a Hindi text with its own default and its own change, which readers of Hindi get', async () => {
    const before = await find('otp');
    expect(before.hi).toMatchObject({ isDefault: true, outdated: false, subject: 'नए पासवर्ड के लिए आपका ओटीपी' });
    // A changed English text leaves the Hindi default in force.
    await change({});
    const { id, email: to } = await newMember(site, { name: 'Asha Rao', language: 'hi' });
    const send = () => enqueueMail(site.database, { kind: 'otp', to, data: { name: 'Asha Rao' }, memberId: id });
    await send();
    const first = await arrived();
    expect(first.subject).toBe(before.hi.subject);
    expect(first.text).toMatch(/\nOTP: \d{6}\n/);
    expect(peer.received[0]!.raw.toString()).toContain('Content-Language: hi-IN');
    expect(first.html).toContain('<html lang="hi-IN">');
    const hindi = { subject: 'आपका कोड', text: 'नमस्ते {{name}},\n\n{{otp}}', language: 'hi', version: 1 };
    expect((await change({ ...hindi, version: 0 })).body).toMatchObject({ code: 'RECORD_CHANGED' });
    expect((await change({ ...hindi, text: 'x' })).status).toBe(400);
    expect((await change({ ...hindi, language: 'ta' })).body).toMatchObject({
      fields: { language: expect.any(String) },
    });
    const saved = (await change(hindi)).body as { template: contract.MailTemplate };
    expect(saved.template).toMatchObject({ ...words, version: 2, hi: { subject: 'आपका कोड', isDefault: false } });
    peer.received.length = 0;
    await send();
    expect((await arrived()).subject).toBe('आपका कोड');
    const preview = { kind: 'otp', subject: hindi.subject, text: hindi.text, language: 'hi' } as const;
    const { data } = await site.ok(contract.previewMail, { body: preview }, { token });
    expect(data.html).toContain('<html lang="hi-IN">');
    peer.received.length = 0;
    await site.ok(contract.testMail, { body: preview }, { token });
    expect((await arrived()).subject).toBe('Test: आपका कोड');
    const reset = await site.ok(
      contract.resetTemplate,
      { params: { kind: 'otp' }, query: { language: 'hi' } },
      { token },
    );
    expect(reset.template).toMatchObject({ ...words, isDefault: false, version: 3, hi: { isDefault: true } });
  });

  it('are changed once when two people press at once', async () => {
    const answers = await Promise.all([change({ subject: 'One' }), change({ subject: 'Two' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('take values as text: a name cannot add a variable, markup, a header or another line', async () => {
    await change({ subject: 'For {{name}}', text: '{{name}} is [{{name}}](https://www.example.org/)\n\n{{otp}}' });
    const mail = await sendCode('{{otp}} **b** [x](https://evil.example) <b>\r\nBcc: eve@example.org\nOTP: 111111');
    expect(mail.subject).toBe('For {{otp}} **b** [x](https://evil.example) <b> Bcc: eve@example.org OTP: 111111');
    expect(mail.bcc).toBeUndefined();
    expect(mail.text?.match(/^OTP: /gm)).toHaveLength(1);
    expect(mail.html).not.toMatch(/href="https:\/\/evil|<b>/);
  });

  it.each(['{{name}},', '**{{name}}**', '{{name}}', 'Hello\n{{name}}'])(
    'let no name write the line of the block where a line begins with it: %j',
    async (greeting) => {
      await change({ text: `${greeting}\n\n{{otp}}` });
      const mail = await sendCode('OTP: 111111');
      expect(mail.text?.match(/^OTP: .*/gm)).toEqual([expect.stringMatching(/^OTP: \d{6}$/)]);
      expect(mail.text).toContain('· OTP: 111111');
    },
  );

  it('that are no longer accepted are marked, and the default is sent', async () => {
    await site.database.insert(mailTemplates).values({ kind: 'otp', subject: 'Old', text: 'No code', version: 3 });
    expect(await find('otp')).toMatchObject({ outdated: true, isDefault: false, text: 'No code', version: 3 });
    expect((await sendCode('Asha Rao')).subject).toBe('Your code for a new password');
  });

  it('of an unknown kind are not found', async () => {
    for (const kind of ['template-test', 'constructor', 'x']) {
      expect((await change({}, kind)).status).toBe(404);
      expect((await site.call(contract.resetTemplate, { params: { kind } }, { token })).status).toBe(404);
      expect((await site.call(contract.previewMail, { body: { ...words, kind } }, { token })).status).toBe(404);
    }
  });

  it('are parsed in linear time', () => {
    const template = { subject: '', text: '', variables: {} };
    for (const piece of ['{{', '**', '[a](', '{{a', '- ', '\n \n', '[[', '**a', ' {{}} ']) {
      problemsOf(template, { subject: piece.repeat(60), text: piece.repeat(200_000 / piece.length) });
    }
  });
});

describe('testing words', () => {
  it('shows a mail with examples, and never a secret', async () => {
    const body = { ...words, kind: 'otp', subject: 'For {{name}}' };
    const { data } = await site.ok(contract.previewMail, { body }, { token });
    expect(data.subject).toBe('For Asha Rao');
    expect(data.text).toContain('\nOTP: 000000\n');
    expect(data.html).toContain('<strong>soon</strong>');
    expect(
      (await site.fails(contract.previewMail, { body: { ...body, text: 'x' } }, { token })).body.fields,
    ).toMatchObject({
      text: expect.stringContaining('{{otp}}'),
    });
  });

  it('without a kind takes title and text of a circular, in which braces are text, with the frame around it', async () => {
    await change({ subject: '{{title}}!', text: 'No. {{number}}\n\n{{text}}\n\n{{unsubscribeLink}}' }, 'circular');
    const writer = await adminToken(site, { powers: ['letters'] });
    const body = { subject: 'Hours {{name}}', text: 'From **Monday** {{otp}}' };
    const { data } = await site.ok(contract.previewMail, { body }, { token: writer });
    expect(data.subject).toBe('Hours {{name}}!');
    expect(data.text).toMatch(/^No\. 2026\/012\n\nFrom Monday \{\{otp\}\}\n/);
  });

  it('shows a notice with its day, also in a test', async () => {
    const body = {
      letter: 'notice',
      meetingOn: '2027-03-05',
      subject: 'General meeting',
      text: 'Please come.',
    } as const;
    const { data } = await site.ok(contract.previewMail, { body }, { token });
    expect(data.text).toMatch(/^Notice 2026\/\d+ of /);
    expect(data.text).toMatch(/Day of the meeting: 5 March 2027/);
    await site.ok(contract.testMail, { body }, { token });
    expect((await arrived()).text).toContain('Day of the meeting: 5 March 2027');
    const wrong = { ...body, meetingOn: 'soon' };
    expect((await site.call(contract.previewMail, { body: wrong }, { token })).status).toBe(400);
  });

  it('cannot make a header of a subject', async () => {
    const body = { subject: 'Hi\r\nBcc: eve@example.org', text: 'x' };
    await site.ok(contract.testMail, { body }, { token });
    const mail = await arrived();
    expect(mail.subject).toBe('Test: Hi Bcc: eve@example.org');
    expect(mail.bcc).toBeUndefined();
    expect(peer.received[0]!.to).toBe(email);
  });

  it('mails a test to its caller only, marked as one, and limits their number', async () => {
    await site.ok(contract.testMail, { body: { ...words, kind: 'otp' } }, { token });
    const mail = await arrived();
    expect(mail.subject).toBe('Test: Your code');
    expect(mail.text).toContain('\nOTP: 000000\n');
    expect(peer.received.map(({ to }) => to)).toEqual([email]);
    const body = { subject: 'a', text: 'b' };
    const answers = [];
    for (let count = 0; count < 30; count++) answers.push(await site.call(contract.testMail, { body }, { token }));
    expect(answers.at(-2)?.status).toBe(200);
    expect(answers.at(-1)?.status).toBe(429);
  });
});
