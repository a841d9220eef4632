import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { withClient } from '#server/platform/database/with-client.ts';
import { log } from '#server/platform/log/tables.ts';
import { emailBounces, mail } from '#server/platform/mail/tables.ts';
import { loginMember } from '#shared/contracts/auth.ts';
import { askEmail, confirmEmail, updateMember } from '#shared/contracts/members.ts';
import { deleteRegistration } from '#shared/contracts/registrations.ts';
import { getSession } from '#shared/contracts/sessions.ts';
import { plainEmail } from '#shared/typing.ts';
import { startTestApp } from '#tests/app.ts';
import { registrationBody } from '#tests/factories/members.ts';
import { confirmedToken, hashOfPassword, memberToken, newMember, password } from '#tests/logins.ts';
import { waitForMail } from '#tests/mail.ts';
import { deleteOldEmailLinks } from './own-email.queries.ts';
import { emailLinks, members } from './tables.ts';

const site = await startTestApp();

async function person(values = {}) {
  const row = await newMember(site, { passwordHash: await hashOfPassword(), ...values });
  return { ...row, as: { token: await memberToken(site, row.id) } };
}
type Person = Awaited<ReturnType<typeof person>>;
const wished = () => `wished-${randomUUID()}@example.org`;
const ask = ({ as }: Person, email: string, text = password) =>
  site.call(askEmail, { body: { email, password: text } }, as);
const linkIn = ({ text }: { text: string }) => /^Confirm: \S+\/email#(email_\S+)$/m.exec(text)?.[1] ?? '';
const linkTo = async (to: string) => linkIn(await waitForMail(site, { to, kind: 'email-asked' }));
const confirm = (token: string) => site.call(confirmEmail, {}, { token });
const emailOf = async ({ id }: Person) =>
  (await site.database.select({ email: members.email }).from(members).where(eq(members.id, id)))[0]?.email;

it('a member confirms another e-mail from its mailbox: it is theirs, both addresses are notified, logins and bounces end', async () => {
  const who = await person();
  const at = new Date();
  await site.database
    .insert(emailBounces)
    .values({ memberId: who.id, address: who.email, times: 3, since: at, last: at, reason: 'no' });
  const email = wished();
  expect((await ask(who, email.toUpperCase())).status).toBe(200);
  const link = await linkTo(email);
  expect(link).toMatch(/^email_[\w-]{43}$/);
  // Nothing changes before the confirmation, and no table contains the secret.
  expect(await emailOf(who)).toBe(who.email);
  expect(JSON.stringify(await site.database.select().from(emailLinks))).not.toContain(link);
  expect(JSON.stringify(await site.database.select().from(mail))).not.toContain(link);

  expect((await confirm(link)).status).toBe(200);
  expect(await emailOf(who)).toBe(email);
  expect(await site.database.select().from(emailBounces).where(eq(emailBounces.memberId, who.id))).toEqual([]);
  expect((await waitForMail(site, { to: who.email, kind: 'email-changed' })).text).toContain('You have confirmed');
  expect((await waitForMail(site, { to: email, kind: 'email-changed' })).text).not.toContain('The office of');
  expect((await site.fails(getSession, {}, who.as)).status).toBe(401);
  await site.ok(loginMember, { body: { email, password } });
  const lines = await site.database.select({ action: log.action }).from(log).where(eq(log.memberId, who.id));
  expect(lines.map(({ action }) => action)).toContain('changed the e-mail address');

  const again = await confirm(link);
  expect([again.status, again.body]).toMatchObject([410, { code: 'LINK_USED' }]);
});

it('needs the password, an address, and a different one', async () => {
  const who = await person();
  expect((await ask(who, wished(), 'not this')).body).toMatchObject({
    code: 'WRONG_PASSWORD',
    fields: { password: expect.any(String) },
  });
  expect((await ask(who, 'no address')).body).toMatchObject({
    code: 'VALIDATION',
    fields: { email: expect.any(String) },
  });
  expect((await ask(who, who.email)).body).toMatchObject({ code: 'VALIDATION', fields: { email: expect.any(String) } });
});

it('gives the same answer for a taken address, whose owner gets a mail without a link', async () => {
  const holder = await person();
  const who = await person({ name: 'Asker of Addresses' });
  const free = await ask(who, wished());
  const result = await ask(who, holder.email);
  expect([result.status, result.body]).toEqual([free.status, free.body]);
  const told = await waitForMail(site, { to: holder.email, kind: 'email-asked' });
  expect(told.text).not.toContain('Confirm:');
  expect(told.text).not.toContain('Asker');
  expect(await site.database.select().from(emailLinks).where(eq(emailLinks.email, holder.email))).toEqual([]);
});

it('an address that is taken in the meantime stays with its owner', async () => {
  const who = await person();
  const email = wished();
  await ask(who, email);
  const link = await linkTo(email);
  await person({ email });
  expect((await confirm(link)).body).toMatchObject({ code: 'EMAIL_TAKEN' });
  expect(await emailOf(who)).toBe(who.email);
});

it('a link ends with a later one, with an e-mail set by the office, after a day, and with the membership', async () => {
  const who = await person();
  const [first, second] = [wished(), wished()];
  await ask(who, first);
  const earlier = await linkTo(first);
  await ask(who, second);
  expect((await confirm(earlier)).body).toMatchObject({ code: 'LINK_REPLACED' });
  const later = await linkTo(second);
  await site.database
    .update(emailLinks)
    .set({ createdAt: sql`now() - interval '24 hours 1 minute'` })
    .where(eq(emailLinks.email, second));
  expect((await confirm(later)).body).toMatchObject({ code: 'LINK_EXPIRED' });
  expect(await emailOf(who)).toBe(who.email);

  const third = await person();
  const email = wished();
  await ask(third, email);
  const link = await linkTo(email);
  const body = { ...registrationBody(), email: wished() };
  await site.ok(updateMember, { params: { id: third.id }, body }, { token: await confirmedToken(site) });
  expect((await confirm(link)).body).toMatchObject({ code: 'LINK_REPLACED' });

  const ended = await person();
  const last = wished();
  await ask(ended, last);
  const lastLink = await linkTo(last);
  await site.database.update(members).set({ status: 'Rejected' }).where(eq(members.id, ended.id));
  expect((await confirm(lastLink)).body).toMatchObject({ code: 'LINK_ENDED' });
  await site.ok(deleteRegistration, { params: { id: ended.id } }, { token: await confirmedToken(site) });
  expect((await confirm(lastLink)).body).toMatchObject({ code: 'LINK_UNKNOWN' });
});

it('of several concurrent confirmations one succeeds', async () => {
  const who = await person();
  const email = wished();
  await ask(who, email);
  const link = await linkTo(email);
  const answers = await Promise.all([confirm(link), confirm(link), confirm(link)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
  const rows = await site.database.select().from(mail).where(eq(mail.memberId, who.id));
  expect(rows.filter(({ kind }) => kind === 'email-changed')).toHaveLength(2);
});

it('is limited by member, by address and by unknown links', async () => {
  const who = await person();
  const statuses: number[] = [];
  for (let index = 0; index < 6; index++) statuses.push((await ask(who, wished())).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  const email = wished();
  const others: number[] = [];
  for (let index = 0; index < 4; index++) others.push((await ask(await person(), email)).status);
  expect(others).toEqual([200, 200, 200, 429]);
  const guesses: number[] = [];
  for (let index = 0; index < 31; index++) {
    guesses.push((await confirm(`email_${randomBytes(32).toString('base64url')}`)).status);
  }
  expect([guesses[0], guesses.at(-1)]).toEqual([404, 429]);
});

it('links are deleted after a month', async () => {
  const who = await person();
  const email = wished();
  await ask(who, email);
  await linkTo(email);
  await deleteOldEmailLinks(site.database, 30);
  const kept = () => site.database.select().from(emailLinks).where(eq(emailLinks.email, email));
  expect(await kept()).toHaveLength(1);
  await site.database.update(emailLinks).set({ createdAt: sql`now() - interval '31 days'` });
  await deleteOldEmailLinks(site.database, 30);
  expect(await kept()).toEqual([]);
});

it('an earlier host in Unicode becomes the one of DNS with the migration, unless that is in use', async () => {
  const hosts = ['xyzबैंक.भारत', 'bücher.example', 'उदाहरण.भारत', '例え.テスト', 'a-ä-b.fuß.de', 'ascii.example'];
  const twin = await newMember(site, { email: `twin@${new URL('http://उदाहरण.भारत').hostname}` });
  const rows = await Promise.all(hosts.map((host) => newMember(site, { email: `twin@${host}` })));
  const text = readFileSync(
    new URL('../../platform/database/migrations/0075_knows_what_opened_it.sql', import.meta.url),
    'utf8',
  );
  await withClient(site.ownerConnection, async (client) => {
    for (const statement of text.split('--> statement-breakpoint').slice(3)) await client.query(statement);
  });
  const now = await Promise.all([...rows, twin].map((row) => emailOf(row as Person)));
  expect(now).toEqual([...rows, twin].map(({ email }) => (email === 'twin@उदाहरण.भारत' ? email : plainEmail(email))));
});
