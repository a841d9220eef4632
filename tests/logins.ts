import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { administrators } from '#server/features/administrators/tables.ts';
import { hashPassword } from '#server/features/auth/password-hashing.ts';
import type { Subject } from '#server/features/auth/sessions.queries.ts';
import { createSession } from '#server/features/auth/sessions.service.ts';
import { sessions } from '#server/features/auth/tables.ts';
import { secondFactors } from '#server/features/second-factor/tables.ts';
import { hashOfRecoveryCode, newRecoveryCodes, newTotpSecret } from '#server/features/second-factor/totp.ts';
import { settings } from '#server/features/settings/tables.ts';
import type { Database } from '#server/platform/database/client.ts';
import { clock } from '#shared/clock.ts';
import { memberFactory } from '#tests/factories/members.ts';

/** Anything with a database: the app of a test, or a core. */
interface Site {
  database: Database;
}

/** The password that `hashOfPassword` belongs to, and a new one. */
export const password = 'seven green parrots';
export const nextPassword = 'eleven quiet rivers';

let hashed: Promise<string> | undefined;
/** The hash of `password`, computed once. */
export function hashOfPassword(): Promise<string> {
  hashed ??= hashPassword(password);
  return hashed;
}

/** A new administrator; without a password hash nobody can log in as one, but a session can be made. */
export async function newAdministrator(
  { database }: Site,
  values: Administrator = {},
): Promise<typeof administrators.$inferSelect> {
  const [row] = await database
    .insert(administrators)
    .values({ email: `office-${randomUUID().slice(0, 8)}@example.org`, ...values })
    .returning();
  return row!;
}

/** A new Approved member whose data does not matter: always the same person, with another e-mail address. */
export function newMember(site: Site, values: Parameters<typeof memberFactory>[1] = {}) {
  // A random mark, as each of several processes on one database starts counting again.
  const mark = randomUUID().slice(0, 8);
  return memberFactory(site, {
    reference: `AIP-2026-${mark}`,
    memberNumber: `M-${mark}`,
    name: 'Kavita Deshmukh',
    gender: 'Female',
    email: `member-${mark}@example.org`,
    mobile: '9812345678',
    dateOfBirth: '1980-05-17',
    designation: '',
    organization: '',
    court: 'District Court Pune',
    idNumber: 'MAH 1234',
    state: 'Maharashtra',
    district: 'Pune',
    subDistrict: 'Haveli',
    approvedAt: values.status && values.status !== 'Approved' ? null : new Date(),
    ...values,
  });
}

type Administrator = Partial<typeof administrators.$inferInsert>;

/** A token of the administrator with this id, or of a new one, such as `{ powers: ['members'], states: ['Kerala'] }`. */
export async function adminToken(site: Site, who: string | Administrator = {}): Promise<string> {
  const administratorId = typeof who === 'string' ? who : (await newAdministrator(site, who)).id;
  return createSession(site.database, { administratorId });
}

/** As `adminToken`, with a session that has just confirmed the password. */
export async function confirmedToken(site: Site, who: string | Administrator = {}): Promise<string> {
  const id = typeof who === 'string' ? who : (await newAdministrator(site, who)).id;
  const token = await adminToken(site, id);
  const confirmedUntil = new Date(clock.ms() + 600_000);
  await site.database.update(sessions).set({ confirmedUntil }).where(eq(sessions.administratorId, id));
  return token;
}

/** A token of a new Approved member, or of the given one. */
export async function memberToken(site: Site, memberId?: string): Promise<string> {
  return createSession(site.database, { memberId: memberId ?? (await newMember(site)).id });
}

/** Turns on a person's second factor; `codeAt(n)` is the app's code n steps of 30 seconds from now. */
export async function giveSecondFactor({ database }: Site, subject: Subject) {
  const secret = newTotpSecret();
  const recoveryCodes = newRecoveryCodes();
  await database.insert(secondFactors).values({
    ...subject,
    secret,
    onSince: clock.now(),
    recoveryCodes: recoveryCodes.map(hashOfRecoveryCode),
  });
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  return { secret, recoveryCodes, codeAt: (steps: number) => app.generate({ timestamp: clock.ms() + steps * 30_000 }) };
}

/** Sets whether administrators need a second factor. */
export async function setSecondFactorRequired({ database }: Site, required: boolean): Promise<void> {
  await database.update(settings).set({ administratorsNeedSecondFactor: required });
}
