import { describe, expect, it } from 'vitest';
import { contactMessages } from '#server/features/contact/tables.ts';
import { loginAdmin, loginMember } from '#shared/contracts/auth.ts';
import { createContact, listContacts } from '#shared/contracts/contact.ts';
import { getOwnRecord, setLanguage, updateMember } from '#shared/contracts/members.ts';
import { reviewRegistration } from '#shared/contracts/registrations.ts';
import { notLoggedIn } from '#shared/errors.ts';
import { languages } from '#shared/languages.ts';
import { messages } from '#shared/messages.ts';
import { inWords, Sentence, sentence, withFigures, wordsIn } from '#shared/sentence.ts';
import { startTestApp } from '#tests/app.ts';
import { registrationBody } from '#tests/factories/members.ts';
import { adminToken, confirmedToken, memberToken, newMember } from '#tests/logins.ts';
import { acceptedLanguage } from '../http/language.ts';
import { inLanguage, readCatalogue } from './catalogue.ts';

const site = await startTestApp();

describe('the language that a request prefers', () => {
  it.each([
    [undefined, 'en'],
    ['hi', 'hi'],
    ['hi-IN', 'hi'],
    ['HI', 'hi'],
    ['en;q=0.1, hi', 'hi'],
    ['hi;q=0.5,en;q=0.5', 'hi'],
    ['en, hi', 'en'],
    ['fr, hi;q=0.2', 'hi'],
    ['hi;q=0', 'en'],
    ['hi;q=0, en;q=0', 'en'],
    ['hif', 'en'],
    ['*', 'en'],
    ['*, hi;q=0.1', 'hi'],
    ['hi ; q=1.000', 'hi'],
    [', hi,', 'hi'],
    ['hi;q=1.5', 'en'],
    ['hi;level=1', 'en'],
    ['hi\u0000', 'en'],
    [`${'hi, '.repeat(1_000)}hi`, 'en'],
  ])('%s: %s', (header, language) => expect(acceptedLanguage(header)).toBe(language));
});

describe('a call', () => {
  const body = { name: '', email: 'x', mobile: '9812300000', message: 'Hello' };
  const words = readCatalogue('hi');

  it('is refused in its language, under the same code and names', async () => {
    const hindi = await site.fails(createContact, { body }, { headers: { 'accept-language': 'hi-IN, en;q=0.5' } });
    const english = await site.fails(createContact, { body });
    expect(english.headers['content-language']).toBe('en-IN');
    expect(hindi.headers['content-language']).toBe('hi-IN');
    expect(hindi.body.code).toBe(english.body.code);
    expect(Object.keys(hindi.body.fields!)).toEqual(Object.keys(english.body.fields!));
    expect(english.body.fields!.name).toBe(messages.contact.name);
    expect(hindi.body.fields!.name).toBe(words[messages.contact.name]);
    expect(hindi.body.message).toMatch(/\p{Script=Devanagari}/u);
  });

  it('is answered in its language', async () => {
    const input = { body: { ...body, name: 'Meera Nair', email: 'meera@example.org' } };
    const { message } = await site.ok(createContact, input, { headers: { 'accept-language': 'hi' } });
    expect(message).toMatch(/\p{Script=Devanagari}/u);
    const refused = await site.fails(loginMember, { body: {} }, { headers: { 'accept-language': 'hi' } });
    expect(refused.body.fields!.password).toBe(words[messages.login.password]);
  });

  it('of the office is answered in English, and one that is the office’s alone', async () => {
    const headers = { 'accept-language': 'hi' };
    const token = await adminToken(site);
    const refused = await site.fails(createContact, { body }, { token, headers });
    expect(refused.body.fields!.name).toBe(messages.contact.name);
    const nobody = await site.fails(listContacts, { query: { state: 'all' } }, { headers });
    expect(nobody.body.message).toBe(notLoggedIn);
    const login = await site.fails(loginAdmin, { body: {} }, { headers });
    expect(login.body.fields!.email).toBe(messages.adminLogin.email);
    for (const answer of [refused, nobody, login]) expect(answer.headers['content-language']).toBe('en-IN');
  });
});

describe('the language in which somebody is written to', () => {
  it('is that of the form, whatever the browser asks for, and no other than English or Hindi', async () => {
    const body = { name: 'Asha', email: 'asha@example.org', mobile: '9812300000', message: 'Namaste' };
    await site.ok(createContact, { body: { ...body, language: 'hi' } });
    await site.ok(createContact, { body: { ...body, message: 'Hello' } }, { headers: { 'accept-language': 'hi' } });
    const rows = await site.database.select().from(contactMessages);
    const matches = rows.filter(({ email }) => email === body.email);
    expect(matches.map(({ message, language }) => [message, language]).sort()).toEqual([
      ['Hello', 'en'],
      ['Namaste', 'hi'],
    ]);
    const other = await site.fails(createContact, { body: { ...body, language: 'ta' } });
    expect([other.status, Object.keys(other.body.fields!)]).toEqual([400, ['language']]);
  });

  it('is chosen by a member, answered in it, and touches neither version nor anybody else', async () => {
    const token = await memberToken(site);
    const before = (await site.ok(getOwnRecord, {}, { token })).data;
    expect(before.language).toBe('en');
    const answer = await site.call(setLanguage, { body: { language: 'hi' } }, { token });
    expect(answer.headers['content-language']).toBe('hi-IN');
    expect((answer.body as { message: string }).message).toMatch(/\p{Script=Devanagari}/u);
    const after = (await site.ok(getOwnRecord, {}, { token })).data;
    expect(after).toEqual({ ...before, language: 'hi' });
    const wrong = await site.fails(setLanguage, { body: { language: 'HI' } }, { token });
    expect([wrong.status, Object.keys(wrong.body.fields!)]).toEqual([400, ['language']]);
    expect((await site.fails(setLanguage, { body: { language: 'en' } })).status).toBe(401);
    const office = await adminToken(site);
    expect((await site.fails(setLanguage, { body: { language: 'en' } }, { token: office })).status).toBe(403);
    const filled = await site.fails(updateMember, { params: { id: before.id }, body: { language: 'ta' } }, { token });
    expect(Object.keys(filled.body.fields!)).toContain('language');
  });

  it('is shown to the office, which changes it with the record', async () => {
    const { id } = await newMember(site);
    const office = await confirmedToken(site);
    const params = { id };
    const read = async () => (await site.ok(reviewRegistration, { params }, { token: office })).data;
    const { language, version } = await read();
    expect(language).toBe('en');
    const body = { ...registrationBody(), language: 'hi' as const, version };
    await site.ok(updateMember, { params, body }, { token: office });
    expect(await read()).toMatchObject({ language: 'hi', version: version + 1 });
    // Absent: unchanged.
    const { language: _, ...rest } = { ...body, version: version + 1, designation: 'Public Prosecutor' };
    await site.ok(updateMember, { params, body: rest }, { token: office });
    expect((await read()).language).toBe('hi');
  });
});

describe('a sentence', () => {
  const words = wordsIn({
    '{0} was not found.': '{0} नहीं मिला।',
    'This conference': 'यह सम्मेलन',
    'Wait {0, plural, one {# day} other {# days}}': '{0, plural, one {# दिन} other {# दिनों}} तक रुकें',
  });

  it('has its values where the other language wants them', () => {
    const missing = sentence`${new Sentence('This conference')} was not found.`;
    expect(String(missing)).toBe('This conference was not found.');
    expect(inWords(missing, words, 'hi')).toBe('यह सम्मेलन नहीं मिला।');
  });

  it('counts as its language does', () => {
    const wait = (count: number) => new Sentence('Wait {0, plural, one {# day} other {# days}}', { 0: count });
    expect([0, 1, 2].map((count) => String(wait(count)))).toEqual(['Wait 0 days', 'Wait 1 day', 'Wait 2 days']);
    expect([0, 1, 2].map((count) => inWords(wait(count), words, 'hi'))).toEqual([
      '0 दिन तक रुकें',
      '1 दिन तक रुकें',
      '2 दिनों तक रुकें',
    ]);
  });

  it('with constant figures is found by its English text', () => {
    const text = withFigures`Please use at least ${8} characters`;
    expect(text).toBe('Please use at least 8 characters');
    expect(inLanguage(text, 'hi')).toMatch(/8 \p{Script=Devanagari}/u);
    // What is no text of the program stays as it is.
    expect(languages.map((language) => inLanguage('constructor', language))).toEqual(['constructor', 'constructor']);
  });
});
