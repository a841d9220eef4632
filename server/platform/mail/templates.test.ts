import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mailSamples as samples } from '#tests/factories/mails.ts';
import type { TemplateKind } from './template.ts';
import { describeTemplate, isMailKind, renderMail } from './templates.ts';

const footer = { name: 'Association of Public Prosecutors', address: '12 Court Road\nNew Delhi 110001' };

const kinds = Object.keys(samples) as TemplateKind[];

/** The visible words of the HTML part, below the letterhead, whose name the text part has in its signature. */
function wordsOf(html: string): string[] {
  const body = html
    .replace(/^[\s\S]*<body[^>]*>/, '')
    .replace(/<table class="head"[^\n]*/, '')
    .replace(/<(br|\/p|hr|\/blockquote)[^>]*>/g, ' ');
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return body
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_whole, name: string) => entities[name] ?? '')
    .split(/\s+/)
    .filter(Boolean);
}
const wordsOfText = (text: string) => text.replace(/^> ?/gm, '').replace(/^-- $/gm, '').split(/\s+/).filter(Boolean);

describe.each(kinds)('%s', (kind) => {
  const result = samples[kind];
  const mail = renderMail(kind, 'asha.rao@example.org', result, footer);

  test('says the same in both parts, with all values and the sender', () => {
    expect(wordsOf(mail.html)).toEqual(wordsOfText(mail.text));
    for (const value of Object.values(result)) {
      for (const line of value.split('\n')) expect(`${mail.subject}\n${mail.text}`).toContain(line);
    }
    expect(mail.text.endsWith('\n\n-- \nAssociation of Public Prosecutors\n12 Court Road\nNew Delhi 110001\n')).toBe(
      true,
    );
    expect(mail.subject).toMatch(/^\S.{5,60}\S$/);
    expect(mail.text).not.toMatch(/undefined|null|\[object/);
  });

  test('no value can add markup, a header or a signature', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '<img src=x onerror=alert(1)>',
        '"><script>',
        'a\r\nBcc: x@example.org',
        '\n-- \nThe office',
        '\nOTP: 111111',
        'javascript:alert(1)',
        '\u2028OTP: 111111',
        '__proto__',
      ),
    );
    const names = Object.keys(result).filter((name) => !['otp', 'temporaryPassword'].includes(name));
    fc.assert(
      fc.property(fc.record(Object.fromEntries(names.map((name) => [name, hostile]))), (values) => {
        const { subject, text, html } = renderMail(kind, 'a@example.org', { ...result, ...values }, footer);
        expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        for (const [tag] of html.matchAll(/<[^>]*>/g)) expect(tag).toMatch(ours);
        const lines = text.split(/[\n\u2028\u2029]/);
        expect(lines.filter((line) => line === '-- ')).toHaveLength(1);
        // A reply begins with the office's own words, as they were typed.
        const named = ['circular', 'notice'].includes(kind)
          ? []
          : kind === 'contact-reply'
            ? text.slice(text.indexOf('\n> ')).split('\n')
            : lines;
        expect(named.filter((line) => /^OTP: /.test(line)).length).toBeLessThanOrEqual(kind === 'otp' ? 1 : 0);
      }),
      { numRuns: 60, seed: 4_711 },
    );
  });
});

/** Every tag of the layout, and no other. */
const ours =
  /^<(!doctype html|html lang="en-IN"|meta (charset="utf-8"|name="viewport" content="width=device-width"|name="color-scheme" content="light dark")|a href="https?:\/\/[^"<>]*" style="[^"<>]*"|(body|h1|p|hr|blockquote|strong|table|td)( (class|role|width|cellspacing|cellpadding|align|aria-hidden)="[\w%]+")* style="[^"<>]*"|p|br|tr|\/?(head|title|style|ul|li|strong)|\/(html|strong|body|table|tr|td|h1|p|a|blockquote))>$/;

test('the lines that programs and people look for appear once', () => {
  const lines = (kind: TemplateKind) =>
    renderMail(kind, 'asha.rao@example.org', samples[kind], footer).text.split('\n');
  expect(lines('credentials')).toEqual(
    expect.arrayContaining([
      'Member number: M-000007',
      'E-mail: asha.rao@example.org',
      'Temporary password: k7mp-x3wd',
    ]),
  );
  expect(lines('administrator-invitation')).toEqual(
    expect.arrayContaining(['E-mail: asha.rao@example.org', 'Temporary password: k7mp-x3wd']),
  );
  expect(lines('otp')).toContain('OTP: 004217');
});

test('each names the association in its text, and the site and the office below', () => {
  const sender = { ...footer, email: 'office@example.org', phone: '011 2345 6789', site: 'https://www.example.org' };
  for (const kind of kinds) {
    const mail = renderMail(kind, 'asha.rao@example.org', samples[kind], sender);
    expect(wordsOf(mail.html)).toEqual(wordsOfText(mail.text));
    const [body, signature] = mail.text.split('\n-- \n');
    expect(body, kind).toContain('the Association of Public Prosecutors');
    expect(signature).toBe(
      'Association of Public Prosecutors\n12 Court Road\nNew Delhi 110001\n011 2345 6789 · office@example.org\nhttps://www.example.org\n',
    );
    // A mail that sends its reader to the website contains the address.
    if (/(choose|apply|log in)[^.]* (on|to) the website/.test(String(body)))
      expect(body, kind).toMatch(/^https?:\/\//m);
  }
});

test('a letter has its title as a heading, the way out at its end, and its answers go to the office', () => {
  const sender = { ...footer, email: 'office@example.org' };
  const of = (kind: TemplateKind) => renderMail(kind, 'asha.rao@example.org', samples[kind], sender);
  const { html, replyTo } = of('circular');
  expect(html).toMatch(/class="head"[^\n]*Association of Public Prosecutors/);
  expect(html).toMatch(/<h1 [^>]*>Change of the court hours<\/h1>/);
  expect(html.indexOf('/unsubscribe/')).toBeGreaterThan(html.indexOf('<hr'));
  expect(html).not.toContain('<img');
  expect([replyTo, of('notice').replyTo, of('credentials').replyTo]).toEqual([sender.email, sender.email, undefined]);
});

test('before the settings exist there is no empty signature, and a missing value is left out', () => {
  const mail = renderMail(
    'registration-rejected',
    'a@example.org',
    { name: 'A', reference: 'R' },
    { name: '', address: '' },
  );
  expect(mail.text).not.toContain('-- ');
  expect(mail.text).not.toContain('Reason given');
  expect(mail.html).not.toContain('<hr');
});

test('each change of a second factor has words of its own, and an administrator, who has no name, no greeting', () => {
  const textOf = (change: string) => renderMail('second-factor-changed', 'a@example.org', { name: '', change }, footer);
  expect(textOf('on').text).toMatch(/^A second factor has just been turned on/);
  expect(textOf('off').text).toContain('The second factor of your account');
  expect(textOf('lifted').text).toContain('The office has turned off the second factor');
  expect(textOf('codes').text).toContain('The earlier ones no longer work.');
});

test('an unknown kind is recognized', () => {
  expect(isMailKind('otp')).toBe(true);
  expect(isMailKind('constructor')).toBe(false);
});

test('mail programs get the language and the width', () => {
  const { html } = renderMail('otp', 'a@example.org', samples.otp, footer);
  expect(html).toContain('<html lang="en-IN">');
  expect(html).toContain('name="viewport"');
});

/** What the program has worded itself among the values. */
const worded = new Set([
  'tier',
  'purpose',
  'fields',
  'browser',
  'passkeys',
  'changes',
  'until',
  'removalOn',
  'at',
  'meetingOn',
  'when',
  'date',
  'from',
]);

describe('in Hindi', () => {
  const sender = { ...footer, site: 'https://www.example.org' };
  const forReaders = kinds.filter((kind) => ownHindi(kind));
  const labels = /^(OTP|E-mail|Temporary password|Correction|Your application|Participation|Confirm): /gm;

  test.each(forReaders)('%s says everything of its own in Hindi, and leads to Hindi pages', (kind) => {
    const result = samples[kind];
    const mail = renderMail(kind, 'asha.rao@example.org', result, sender, null, 'hi');
    // What people and the office have written stays as it is, like names, numbers and addresses.
    const rows = [
      ...Object.entries(result).flatMap(([name, value]) => (worded.has(name) ? [] : value.split('\n'))),
      ...['Hall 1', 'Hall 2', 'Chrome', 'Android', 'Phone', ...footer.address.split('\n'), footer.name],
      ...['asha.rao@example.org', 'SHA-256', 'UTR', 'Rs'],
    ].sort((one, other) => other.length - one.length);
    const ours = (text: string) =>
      rows
        .filter((value) => value !== '')
        .reduce((left, value) => left.replaceAll(value, ' '), text.replace(/https?:\S+/g, ' '));
    expect(ours(`${mail.subject}\n${mail.text.replace(labels, '')}`)).not.toMatch(/\p{Script=Latin}/u);
    expect(
      ours(
        mail.html
          .replace(/^[\s\S]*<body[^>]*>/, '')
          .replace(/<[^>]*>/g, ' ')
          .replaceAll('&amp;', '&'),
      ),
    ).not.toMatch(/\p{Script=Latin}/u);
    expect(mail.html).toContain('<html lang="hi-IN">');
    const links = mail.text.match(/https:\/\/www\.example\.org\S*/g) ?? [];
    for (const link of links) expect(link).toMatch(/^https:\/\/www\.example\.org\/hi(?=[/?#]|$)/);
    // The same paragraphs, and the same blocks.
    const english = renderMail(kind, 'asha.rao@example.org', result, sender);
    expect(mail.text.split('\n\n').length).toBe(english.text.split('\n\n').length);
  });

  test('keeps the lines that programs look for, and says them in Hindi in the other part', () => {
    const { text, html } = renderMail('credentials', 'asha.rao@example.org', samples.credentials, sender, null, 'hi');
    for (const line of text.match(labels)!) expect(['E-mail: ', 'Temporary password: ']).toContain(line);
    expect(text).toMatch(/^सदस्य संख्या: \S+$/m);
    expect(text).toMatch(/^Temporary password: \S+$/m);
    expect(html).toContain('अस्थायी पासवर्ड: ');
    expect(html).not.toContain('Temporary password');
    const link = renderMail('correction-asked', 'a@example.org', samples['correction-asked'], sender, null, 'hi');
    expect(link.text).toMatch(/^Correction: https:\/\/www\.example\.org\/hi\/correction#correction_\w+$/m);
    expect(link.html).toContain('सुधार:<br>');
  });

  test('puts days, tiers and purposes into words, and marks what was written in English', () => {
    const due = renderMail('subscription-due', 'a@example.org', samples['subscription-due'], sender, null, 'hi');
    expect(due.subject).toBe('वार्षिक सदस्यता शुल्क 2026-27 देय है');
    const circular = renderMail('circular', 'a@example.org', samples.circular, sender, null, 'hi');
    expect(circular.html).toContain('<h1 lang="en"');
    expect(circular.text).toContain('https://www.example.org/hi/unsubscribe/');
    const result = {
      ...samples['participation-told'],
      changes:
        'Time: Saturday, 20 February 2027 at 5:00 pm (India) → Sunday, 21 February 2027 at 9:30 pm (India)\nForm: online → in person\nNew: Link, Password',
    };
    const { text } = renderMail('participation-told', 'a@example.org', result, sender, null, 'hi');
    expect(text).toContain('> समय: शनिवार, 20 फ़रवरी 2027, शाम 5:00 (भारत) → रविवार, 21 फ़रवरी 2027, रात 9:30 (भारत)');
    expect(text).toContain('> प्रकार: ऑनलाइन → प्रत्यक्ष उपस्थिति\n> नया: लिंक, पासवर्ड');
  });
});

/** Whether a mail has Hindi words of its own: those to the office have none. */
function ownHindi(kind: TemplateKind): boolean {
  const { subject, text, hi } = describeTemplate(kind, footer);
  const hindi = [hi.subject, ...hi.text.split('\n\n')];
  const hasWords = (paragraph: string) => /\p{L}/u.test(paragraph.replace(/\{\{\w+\}\}/g, ''));
  return [subject, ...text.split('\n\n')].every((english, index) => !hasWords(english) || hindi[index] !== english);
}

test('every mail to a person has Hindi words, and none to the office', () => {
  const toOffice = kinds.filter((kind) => !ownHindi(kind));
  expect(toOffice.sort()).toEqual([
    'administrator-changed',
    'administrator-invitation',
    'contact-office',
    'correction-office',
    'directory-office',
    'erasure-office',
    'ids-office',
    'invitations-ended',
    'letter-returned',
    'letter-stopped',
    'mail-code',
    'not-me-office',
    'office-budget',
    'payment-claimed-office',
    'payment-details-changed',
    'powers-changed',
    'registration-office',
    'site-office',
    'vote-held',
    'vote-proposed',
    'work-stopped',
  ]);
});
