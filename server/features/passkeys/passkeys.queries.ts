// Offered to other features: how many passkeys somebody has, and their removal in the transaction of a change.
import { and, asc, count, eq, gte, inArray, isNotNull, isNull, lt, max, min, or, sql } from 'drizzle-orm';
import { administrators } from '#server/features/administrators/tables.ts';
import type { Subject } from '#server/features/auth/sessions.queries.ts';
import { members } from '#server/features/members/tables.ts';
import { secondFactors } from '#server/features/second-factor/tables.ts';
import type { Queryable } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { log } from '#server/platform/log/tables.ts';
import { passkeyLimits } from '#shared/passkeys.ts';
import { notMeLinks, passkeyHandles, passkeys, usedCeremonies } from './tables.ts';

type Owned = typeof passkeys | typeof passkeyHandles;

const ownedBy = (table: Owned, subject: Subject) =>
  'memberId' in subject ? eq(table.memberId, subject.memberId) : eq(table.administratorId, subject.administratorId);

export type PasskeyRow = typeof passkeys.$inferSelect;

/** A subject without further fields of its object, for a row. */
export const subjectOf = (subject: Subject): Subject =>
  'memberId' in subject ? { memberId: subject.memberId } : { administratorId: subject.administratorId };

/** Notes that a ceremony was answered. @returns false when it was before */
export async function spendCeremony(db: Queryable, id: string, endsAt: Date): Promise<boolean> {
  const rows = await db
    .insert(usedCeremonies)
    .values({ id, endsAt })
    .onConflictDoNothing()
    .returning({ id: usedCeremonies.id });
  return rows.length === 1;
}

/** Deletes ceremonies that have ended by themselves. */
export async function sweepCeremonies(db: Queryable): Promise<void> {
  await db.delete(usedCeremonies).where(lt(usedCeremonies.endsAt, sql`${currentTime}`));
}

/** Whose passkey it is, as far as they may log in: an Approved member, or an administrator who is not disabled. */
export interface PasskeyOwner {
  subject: Subject;
  /** '' for an administrator. */
  name: string;
  email: string;
  /** A member's. */
  reference: string;
  mustChangePassword: boolean;
}

/** The log's fields for an owner; `kind` is that of a change. */
export function lineOf({ subject, email, reference }: PasskeyOwner) {
  return 'memberId' in subject
    ? ({ kind: 'member', by: 'member', subject: reference, memberId: subject.memberId } as const)
    : ({ kind: 'administrator', by: email } as const);
}

/** A row of which exactly one is set. */
export type OwnedRow = Pick<PasskeyRow, 'memberId' | 'administratorId'>;

export const ownerOfRow = ({ memberId, administratorId }: OwnedRow): Subject =>
  memberId === null ? { administratorId: administratorId! } : { memberId };

/** Locks an owner, in the order of people before what is theirs. @returns undefined for one who may not log in */
export async function lockOwner(tx: Queryable, subject: Subject): Promise<PasskeyOwner | undefined> {
  return ownerOf(tx, subject, true);
}

/** An owner who may log in. */
export async function findOwner(db: Queryable, subject: Subject): Promise<PasskeyOwner | undefined> {
  return ownerOf(db, subject, false);
}

async function ownerOf(db: Queryable, subject: Subject, locked: boolean): Promise<PasskeyOwner | undefined> {
  if ('memberId' in subject) {
    const { memberId } = subject;
    const query = db
      .select({
        name: members.name,
        email: members.email,
        reference: members.reference,
        mustChangePassword: members.mustChangePassword,
      })
      .from(members)
      .where(and(eq(members.id, memberId), eq(members.status, 'Approved')));
    const [row] = await (locked ? query.for('no key update') : query);
    return row && { ...row, subject: { memberId } };
  }
  const { administratorId } = subject;
  const query = db
    .select({ email: administrators.email, mustChangePassword: administrators.mustChangePassword })
    .from(administrators)
    .where(and(eq(administrators.id, administratorId), eq(administrators.disabled, false)));
  const [row] = await (locked ? query.for('no key update') : query);
  return row && { ...row, name: '', reference: '', subject: { administratorId } };
}

/** A passkey of this host by the name that its authenticator has for it, with its owner's handle. */
export async function findByCredential(db: Queryable, host: string, credentialId: string) {
  const [row] = await db
    .select({ passkey: passkeys, handle: passkeyHandles.handle })
    .from(passkeys)
    .innerJoin(
      passkeyHandles,
      or(eq(passkeyHandles.memberId, passkeys.memberId), eq(passkeyHandles.administratorId, passkeys.administratorId)),
    )
    .where(and(eq(passkeys.credentialId, credentialId), eq(passkeys.host, host)));
  return row;
}

/** Locks a passkey for a use of it. */
export async function lockPasskey(tx: Queryable, id: string) {
  const [row] = await tx.select().from(passkeys).where(eq(passkeys.id, id)).for('no key update');
  return row;
}

/** @param isDated false where the moment of its use must not be stored, as of a paper of a vote */
export async function noteUse(
  tx: Queryable,
  id: string,
  { counter, synced }: { counter: number; synced: boolean },
  isDated: boolean,
) {
  await tx
    .update(passkeys)
    .set({ counter, synced, ...(isDated && { lastUsedAt: sql`${currentTime}` }) })
    .where(eq(passkeys.id, id));
}

/** Notes that the owner is told of a counter that went back. @returns false when they were within a day */
export async function noteWarning(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx
    .update(passkeys)
    .set({ warnedAt: sql`${currentTime}` })
    .where(and(eq(passkeys.id, id), sql`coalesce(${passkeys.warnedAt} < ${currentTime} - interval '1 day', true)`))
    .returning({ id: passkeys.id });
  return rows.length === 1;
}

/** Of all hosts, the first added first. */
export async function findPasskeys(db: Queryable, subject: Subject): Promise<PasskeyRow[]> {
  return db.select().from(passkeys).where(ownedBy(passkeys, subject)).orderBy(asc(passkeys.addedAt), asc(passkeys.id));
}

export async function countPasskeys(db: Queryable, subject: Subject): Promise<number> {
  return db.$count(passkeys, ownedBy(passkeys, subject));
}

/** How many can be used at this host. */
export async function countUsable(db: Queryable, subject: Subject, host: string): Promise<number> {
  return db.$count(passkeys, and(ownedBy(passkeys, subject), eq(passkeys.host, host)));
}

/** How many were made for other hosts. */
export async function countOfOtherHosts(db: Queryable, host: string): Promise<number> {
  return db.$count(passkeys, sql`${passkeys.host} <> ${host}`);
}

/** Whose credential this is, of any host. */
export async function findCredentialOwner(db: Queryable, credentialId: string) {
  const [row] = await db
    .select({ memberId: passkeys.memberId, administratorId: passkeys.administratorId })
    .from(passkeys)
    .where(eq(passkeys.credentialId, credentialId));
  return row;
}

/** @returns undefined when the credential is in use */
export async function insertPasskey(
  tx: Queryable,
  values: typeof passkeys.$inferInsert,
): Promise<PasskeyRow | undefined> {
  const [row] = await tx
    .insert(passkeys)
    .values(values)
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning();
  return row;
}

/** @returns undefined for somebody else's, or none */
export async function renamePasskey(
  db: Queryable,
  subject: Subject,
  id: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await db
    .update(passkeys)
    .set({ name })
    .where(and(ownedBy(passkeys, subject), eq(passkeys.id, id)))
    .returning();
  return row;
}

/** @returns undefined for somebody else's, or none */
export async function findOwn(db: Queryable, subject: Subject, id: string): Promise<PasskeyRow | undefined> {
  const [row] = await db
    .select()
    .from(passkeys)
    .where(and(ownedBy(passkeys, subject), eq(passkeys.id, id)));
  return row;
}

/** Removes one. @returns false when it is gone already */
export async function deletePasskey(tx: Queryable, id: string): Promise<boolean> {
  const removed = await tx.delete(passkeys).where(eq(passkeys.id, id));
  return (removed.rowCount ?? 0) > 0;
}

/** Gives a member's passkeys, handle and links to another, whose own handle, if there is one, has none. */
export async function takeOverPasskeys(tx: Queryable, from: string, to: string): Promise<void> {
  if (!(await findHandle(tx, { memberId: from }))) return;
  await tx.delete(passkeyHandles).where(eq(passkeyHandles.memberId, to));
  for (const table of [passkeyHandles, passkeys, notMeLinks]) {
    await tx.update(table).set({ memberId: to }).where(eq(table.memberId, from));
  }
}

/** Those added from a moment on, and one by its id. */
export interface WhichPasskeys {
  since?: Date | undefined;
  id?: string | null | undefined;
}

/** @returns their ids */
export async function deletePasskeys(tx: Queryable, subject: Subject, { since, id }: WhichPasskeys): Promise<string[]> {
  const which = or(since ? gte(passkeys.addedAt, since) : undefined, id ? eq(passkeys.id, id) : undefined);
  if (!which) return [];
  const rows = await tx
    .delete(passkeys)
    .where(and(ownedBy(passkeys, subject), which))
    .returning({ id: passkeys.id });
  return rows.map(({ id }) => id);
}

export async function findHandle(db: Queryable, subject: Subject): Promise<string | undefined> {
  const [row] = await db
    .select({ handle: passkeyHandles.handle })
    .from(passkeyHandles)
    .where(ownedBy(passkeyHandles, subject));
  return row?.handle;
}

/** The account's handle: the stored one, else this. */
export async function keepHandle(db: Queryable, subject: Subject, handle: string): Promise<string> {
  await db
    .insert(passkeyHandles)
    .values({ ...subjectOf(subject), handle })
    .onConflictDoNothing();
  return (await findHandle(db, subject))!;
}

/** Whether an administrator has an authenticator app. */
export async function hasCodes(db: Queryable, administratorId: string): Promise<boolean> {
  const [row] = await db
    .select({ count: count() })
    .from(secondFactors)
    .where(and(eq(secondFactors.administratorId, administratorId), isNotNull(secondFactors.onSince)));
  return (row?.count ?? 0) > 0;
}

/** Stores the link of a mail, in place of the one of an earlier try. */
export async function putNotMeLink(db: Queryable, values: typeof notMeLinks.$inferInsert): Promise<void> {
  const { hash } = values;
  await db.insert(notMeLinks).values(values).onConflictDoUpdate({ target: notMeLinks.mailId, set: { hash } });
}

const isOlder = (days: number) => sql`${notMeLinks.createdAt} <= ${currentTime} - make_interval(days => ${days})`;

export async function findNotMeLink(db: Queryable, hash: string) {
  const [row] = await db
    .select({
      id: notMeLinks.id,
      usedAt: notMeLinks.usedAt,
      isOver: sql<boolean>`${isOlder(passkeyLimits.notMeDays)}`,
    })
    .from(notMeLinks)
    .where(eq(notMeLinks.hash, hash));
  return row;
}

export async function findNotMeLinkById(db: Queryable, id: string) {
  const [row] = await db.select().from(notMeLinks).where(eq(notMeLinks.id, id));
  return row;
}

/** Acts of the owner, or of the office for them, that a mail to their mailbox made possible. */
const proofs = [
  'approved',
  'sent the credentials again',
  'set a new password with a one-time code',
  'made the first administrator',
  'invited an administrator',
  'invited the administrator again',
  'reset the password',
  'said that a login was not theirs',
];

/** When the owner, at the latest before an event, has shown by their mailbox who they are; long ago where nothing is known of it. */
export async function findLastProof(tx: Queryable, subject: Subject, before: Date): Promise<Date> {
  const theirs =
    'memberId' in subject
      ? eq(log.memberId, subject.memberId)
      : sql`(select ${administrators.email} from ${administrators} where ${administrators.id} = ${subject.administratorId})
          in (${log.subject}, case when ${log.subject} = '' then ${log.by} end)`;
  const [row] = await tx
    .select({ at: max(log.at) })
    .from(log)
    .where(and(theirs, inArray(log.action, proofs), lt(log.at, before)));
  return row?.at ?? new Date(0);
}

/** When the second factor that is on was turned on, if not before a moment. */
export async function findFactorSince(tx: Queryable, subject: Subject, since: Date): Promise<Date | null> {
  const own =
    'memberId' in subject
      ? eq(secondFactors.memberId, subject.memberId)
      : eq(secondFactors.administratorId, subject.administratorId);
  const [row] = await tx
    .select({ at: secondFactors.onSince })
    .from(secondFactors)
    .where(and(own, gte(secondFactors.onSince, since)));
  return row?.at ?? null;
}

/** What the last used link of a member told of, while a code can still have been asked for by it. */
export async function findNotMeEvent(tx: Queryable, memberId: string): Promise<Date | undefined> {
  const isFresh = sql`${notMeLinks.usedAt} > ${currentTime} - make_interval(days => ${passkeyLimits.notMeDays})`;
  const [row] = await tx
    .select({ eventAt: min(notMeLinks.eventAt) })
    .from(notMeLinks)
    .where(and(eq(notMeLinks.memberId, memberId), isFresh));
  return row?.eventAt ?? undefined;
}

/** Uses a link. @returns false when it was used, or is over */
export async function spendNotMeLink(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx
    .update(notMeLinks)
    .set({ usedAt: sql`${currentTime}` })
    .where(and(eq(notMeLinks.id, id), isNull(notMeLinks.usedAt), sql`not (${isOlder(passkeyLimits.notMeDays)})`))
    .returning({ id: notMeLinks.id });
  return rows.length === 1;
}

/** Deletes links of which nobody needs to know any more why they do not work. */
export async function deleteOldNotMeLinks(db: Queryable, days: number): Promise<void> {
  await db.delete(notMeLinks).where(isOlder(days));
}
