import { and, arrayContains, asc, eq, gte, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { countedByTierAndState } from '#server/features/members/member-counts.queries.ts';
import { passkeys } from '#server/features/passkeys/tables.ts';
import { secondFactors } from '#server/features/second-factor/tables.ts';
import type { Queryable, Readable, Transaction } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { lockUntilCommit } from '#server/platform/database/locks.ts';
import type { Reach } from '#server/platform/database/reach.ts';
import type { InvitedAdministrator } from '#server/taking-back.ts';
import type { Power, Powers } from '#shared/powers.ts';
import { administrators } from './tables.ts';

const columns = {
  id: administrators.id,
  email: administrators.email,
  passwordHash: administrators.passwordHash,
  mustChangePassword: administrators.mustChangePassword,
  /** The temporary password has expired. */
  passwordExpired: sql<boolean>`coalesce(${administrators.temporaryPasswordUntil} <= ${currentTime}, false)`,
  disabled: administrators.disabled,
  secondFactor: sql<boolean>`exists (select 1 from ${secondFactors} f where f.administrator_id = ${administrators}.id and f.on_since is not null)`,
  /** Of all its passkeys. */
  passkeyHosts: sql<string[]>`array(select p.host from ${passkeys} p where p.administrator_id = ${administrators}.id)`,
  /** The invitation has not been used yet. */
  invited: sql<boolean>`${administrators.lastLoginAt} is null
    and (${administrators.passwordHash} is null or ${administrators.temporaryPasswordUntil} is not null)`,
  powers: administrators.powers,
  states: administrators.states,
  version: administrators.version,
  lastLoginAt: administrators.lastLoginAt,
  createdAt: administrators.createdAt,
  /** The e-mail of who has invited them; null for those made on the server itself. */
  invitedBy: sql<string | null>`(select by.email from ${administrators} by where by.id = ${administrators}.invited_by)`,
  invitedAt: administrators.invitedAt,
  unproved: administrators.unproved,
};

function selectAdministrators(db: Readable) {
  return db.select(columns).from(administrators);
}

export type AdministratorRow = Awaited<ReturnType<typeof selectAdministrators>>[number];

export function listAdministrators(db: Readable): Promise<AdministratorRow[]> {
  return selectAdministrators(db).orderBy(asc(administrators.createdAt), asc(administrators.email));
}

/** @param email in lower case */
export async function findAdministratorByEmail(db: Queryable, email: string): Promise<AdministratorRow | undefined> {
  return (await selectAdministrators(db).where(eq(administrators.email, email)))[0];
}

export async function findAdministratorById(db: Queryable, id: string): Promise<AdministratorRow | undefined> {
  return (await selectAdministrators(db).where(eq(administrators.id, id)))[0];
}

/** Until the transaction ends, nobody else adds, disables or enables an administrator. */
export async function lockAdministrators(tx: Transaction): Promise<void> {
  await lockUntilCommit(tx, 'administrators');
}

export async function countAdministrators(db: Queryable): Promise<number> {
  return db.$count(administrators);
}

/** The number of other administrators with full powers who have logged in. */
export async function countOtherFull(db: Queryable, exceptId: string): Promise<number> {
  return db.$count(
    administrators,
    and(
      ne(administrators.id, exceptId),
      eq(administrators.disabled, false),
      arrayContains(administrators.powers, ['full']),
      isNotNull(administrators.lastLoginAt),
    ),
  );
}

/** @returns the new row's id, null when the e-mail is taken */
export async function insertAdministrator(
  tx: Queryable,
  values: { email: string; passwordHash?: string; powers?: Power[]; states?: string[] },
): Promise<string | null> {
  const [row] = await tx
    .insert(administrators)
    .values(values)
    .onConflictDoNothing({ target: administrators.email })
    .returning({ id: administrators.id });
  return row?.id ?? null;
}

/**
 * Sets a password that the administrator has chosen.
 * @param instead the expected current password
 */
export async function setOwnPassword(tx: Queryable, id: string, passwordHash: string, instead?: string) {
  const rows = await tx
    .update(administrators)
    .set({ passwordHash, temporaryPasswordUntil: null, mustChangePassword: false })
    .where(and(eq(administrators.id, id), instead === undefined ? undefined : eq(administrators.passwordHash, instead)))
    .returning({ id: administrators.id });
  return rows.length === 1;
}

/** Sets a password that expires after `days`, unless the administrator is disabled. */
export async function setTemporaryPassword(tx: Queryable, id: string, passwordHash: string, days: number) {
  const rows = await tx
    .update(administrators)
    .set({
      passwordHash,
      temporaryPasswordUntil: sql`${currentTime} + make_interval(days => ${days})`,
      mustChangePassword: true,
    })
    .where(and(eq(administrators.id, id), eq(administrators.disabled, false)))
    .returning({ id: administrators.id });
  return rows.length === 1;
}

export async function setPowers(tx: Queryable, id: string, { powers, states }: Powers): Promise<void> {
  await tx
    .update(administrators)
    .set({ powers: [...powers], states: [...states], version: sql`${administrators.version} + 1` })
    .where(eq(administrators.id, id));
}

/** The number of Approved members per State. */
export async function countApprovedByState(db: Readable, reach: Reach): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { state, count } of await countedByTierAndState(db, '', sql`status = 'Approved'`, reach)) {
    counts.set(state, (counts.get(state) ?? 0) + count);
  }
  return counts;
}

export async function setProved(tx: Queryable, id: string): Promise<void> {
  await tx.update(administrators).set({ unproved: false }).where(eq(administrators.id, id));
}

/** @returns false when nothing changed */
export async function setDisabled(tx: Queryable, id: string, disabled: boolean): Promise<boolean> {
  const rows = await tx
    .update(administrators)
    .set({ disabled })
    .where(and(eq(administrators.id, id), ne(administrators.disabled, disabled)))
    .returning({ id: administrators.id });
  return rows.length === 1;
}

/** Notes who has invited an administrator last. */
export async function noteInvitation(tx: Queryable, id: string, invitedBy: string, invitedAt: Date): Promise<void> {
  await tx.update(administrators).set({ invitedBy, invitedAt }).where(eq(administrators.id, id));
}

/** Disables whom an account has invited: those who have not logged in yet, whose passwords end too, and from a moment on all. */
export async function disableInvitedBy(
  tx: Queryable,
  administratorId: string,
  since: Date | undefined,
): Promise<InvitedAdministrator[]> {
  const isUnused = isNull(administrators.lastLoginAt);
  return tx
    .update(administrators)
    .set({ disabled: true, passwordHash: sql`case when ${isUnused} then null else ${administrators.passwordHash} end` })
    .where(
      and(
        eq(administrators.invitedBy, administratorId),
        eq(administrators.disabled, false),
        or(isUnused, since ? gte(administrators.invitedAt, since) : undefined),
      ),
    )
    .returning({ administratorId: administrators.id, email: administrators.email });
}

/** Those whom an account has invited within some days, and who can log in. */
export async function findActiveInvitedBy(db: Queryable, administratorId: string, days: number): Promise<string[]> {
  const rows = await db
    .select({ email: administrators.email })
    .from(administrators)
    .where(
      and(
        eq(administrators.invitedBy, administratorId),
        eq(administrators.disabled, false),
        sql`${administrators.invitedAt} > ${currentTime} - make_interval(days => ${days})`,
      ),
    )
    .orderBy(asc(administrators.email));
  return rows.map(({ email }) => email);
}
