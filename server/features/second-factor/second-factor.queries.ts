// Offered to other features: whether somebody has a second factor, its removal by the office, and the lock while a password is verified.
import { and, eq, gte, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { administrators } from '#server/features/administrators/tables.ts';
import type { Subject } from '#server/features/auth/sessions.queries.ts';
import type { Queryable } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { secondFactors } from './tables.ts';

const ownedBy = (subject: Subject) =>
  'memberId' in subject
    ? eq(secondFactors.memberId, subject.memberId)
    : eq(secondFactors.administratorId, subject.administratorId);

const isOn = isNotNull(secondFactors.onSince);

export interface SecondFactor {
  secret: string;
  /** In force; otherwise its first code is pending. */
  on: boolean;
  recoveryCodesLeft: number;
}

export async function findSecondFactor(db: Queryable, subject: Subject): Promise<SecondFactor | undefined> {
  const [row] = await db
    .select({
      secret: secondFactors.secret,
      on: sql<boolean>`${isOn}`,
      recoveryCodesLeft: sql<number>`cardinality(${secondFactors.recoveryCodes})`,
    })
    .from(secondFactors)
    .where(ownedBy(subject));
  return row;
}

/** Saves a pending secret. @returns false when a second factor is on already */
export async function putPendingSecret(db: Queryable, subject: Subject, secret: string): Promise<boolean> {
  const target = 'memberId' in subject ? secondFactors.memberId : secondFactors.administratorId;
  const rows = await db
    .insert(secondFactors)
    .values({ ...subject, secret })
    .onConflictDoUpdate({ target, set: { secret, step: null }, setWhere: isNull(secondFactors.onSince) })
    .returning({ id: secondFactors.id });
  return rows.length === 1;
}

/** Turns the pending secret on. @returns since when it is on; undefined when it is no longer the pending one */
export async function enableSecondFactor(
  tx: Queryable,
  subject: Subject,
  { secret, step, recoveryCodes }: { secret: string; step: number; recoveryCodes: string[] },
): Promise<Date | undefined> {
  const [row] = await tx
    .update(secondFactors)
    .set({ onSince: sql`${currentTime}`, step, recoveryCodes })
    .where(and(ownedBy(subject), isNull(secondFactors.onSince), eq(secondFactors.secret, secret)))
    .returning({ onSince: secondFactors.onSince });
  return row?.onSince ?? undefined;
}

/** Removes one that was not turned on yet, or that was from a moment on. @returns how many were on */
export async function endSecondFactor(tx: Queryable, subject: Subject, since: Date | undefined): Promise<number> {
  const young = or(isNull(secondFactors.onSince), since ? gte(secondFactors.onSince, since) : undefined);
  const rows = await tx
    .delete(secondFactors)
    .where(and(ownedBy(subject), young))
    .returning({ onSince: secondFactors.onSince });
  return rows.filter(({ onSince }) => onSince !== null).length;
}

/** @returns false when it was off */
export async function removeSecondFactor(tx: Queryable, subject: Subject): Promise<boolean> {
  const rows = await tx
    .delete(secondFactors)
    .where(and(ownedBy(subject), isOn))
    .returning({ id: secondFactors.id });
  return rows.length === 1;
}

/** Uses the code of one time step. @returns false when it, or a later one, was used before */
export async function spendStep(tx: Queryable, subject: Subject, step: number): Promise<boolean> {
  const rows = await tx
    .update(secondFactors)
    .set({ step })
    .where(and(ownedBy(subject), isOn, or(isNull(secondFactors.step), lt(secondFactors.step, step))))
    .returning({ id: secondFactors.id });
  return rows.length === 1;
}

/** Uses a recovery code. @returns how many are left, null for an unknown one */
export async function spendRecoveryCode(tx: Queryable, subject: Subject, codeHash: string): Promise<number | null> {
  const [row] = await tx
    .update(secondFactors)
    .set({ recoveryCodes: sql`array_remove(${secondFactors.recoveryCodes}, ${codeHash})` })
    .where(and(ownedBy(subject), isOn, sql`${codeHash} = any(${secondFactors.recoveryCodes})`))
    .returning({ left: sql<number>`cardinality(${secondFactors.recoveryCodes})` });
  return row?.left ?? null;
}

/** Replaces all recovery codes. @returns false when the second factor is off */
export async function replaceRecoveryCodes(tx: Queryable, subject: Subject, codeHashes: string[]): Promise<boolean> {
  const rows = await tx
    .update(secondFactors)
    .set({ recoveryCodes: codeHashes })
    .where(and(ownedBy(subject), isOn))
    .returning({ id: secondFactors.id });
  return rows.length === 1;
}

/** The columns of an administrator that a login needs. */
export async function findAdministratorLogin(db: Queryable, id: string) {
  const [row] = await db
    .select({ email: administrators.email, passwordHash: administrators.passwordHash })
    .from(administrators)
    .where(eq(administrators.id, id));
  return row;
}

/**
 * Locks the administrator, who must still be enabled and have the password that was just
 * verified. @returns false when that has changed
 */
export async function holdAdministrator(tx: Queryable, id: string, passwordHash: string): Promise<boolean> {
  const rows = await tx
    .select({ id: administrators.id })
    .from(administrators)
    .where(
      and(eq(administrators.id, id), eq(administrators.disabled, false), eq(administrators.passwordHash, passwordHash)),
    )
    .for('no key update');
  return rows.length === 1;
}
