import { and, asc, eq, gt, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/database/client.ts';
import { lockUntilCommit } from '#server/database/locks.ts';
import { administrators } from '#server/database/tables/auth.ts';
import { currentTime } from '#server/database/time.ts';

const columns = {
  id: administrators.id,
  email: administrators.email,
  passwordHash: administrators.passwordHash,
  mustChangePassword: administrators.mustChangePassword,
  /** The temporary password's time is over: it opens nothing any more. */
  passwordExpired: sql<boolean>`coalesce(${administrators.temporaryPasswordUntil} <= ${currentTime}, false)`,
  disabled: administrators.disabled,
  totpSecret: administrators.totpSecret,
  secondFactor: administrators.secondFactor,
  recoveryCodesLeft: sql<number>`cardinality(${administrators.recoveryCodes})`,
  /** Invited, and the invitation has not been used yet. */
  invited: sql<boolean>`${administrators.lastLoginAt} is null
    and (${administrators.passwordHash} is null or ${administrators.temporaryPasswordUntil} is not null)`,
  lastLoginAt: administrators.lastLoginAt,
  createdAt: administrators.createdAt,
};

function selectAdministrators(db: Queryable) {
  return db.select(columns).from(administrators);
}

export type Administrator = Awaited<ReturnType<typeof selectAdministrators>>[number];

export function listAdministrators(db: Queryable): Promise<Administrator[]> {
  return selectAdministrators(db).orderBy(asc(administrators.createdAt), asc(administrators.email));
}

/** @param email in lower case */
export async function findAdministratorByEmail(db: Queryable, email: string): Promise<Administrator | undefined> {
  return (await selectAdministrators(db).where(eq(administrators.email, email)))[0];
}

export async function findAdministratorById(db: Queryable, id: string): Promise<Administrator | undefined> {
  return (await selectAdministrators(db).where(eq(administrators.id, id)))[0];
}

/** Until the transaction ends, nobody else adds, disables or enables an administrator. */
export async function lockAdministrators(tx: Transaction): Promise<void> {
  await lockUntilCommit(tx, 'administrators');
}

export async function countAdministrators(db: Queryable): Promise<number> {
  return db.$count(administrators);
}

/** How many can log in, but for one of them. */
export async function countOtherActive(db: Queryable, exceptId: string): Promise<number> {
  return db.$count(
    administrators,
    and(
      ne(administrators.id, exceptId),
      eq(administrators.disabled, false),
      isNotNull(administrators.passwordHash),
      or(isNull(administrators.temporaryPasswordUntil), gt(administrators.temporaryPasswordUntil, sql`${currentTime}`)),
    ),
  );
}

/** @returns the new row's id, null when the e-mail is taken */
export async function insertAdministrator(
  tx: Queryable,
  values: { email: string; passwordHash?: string },
): Promise<string | null> {
  const [row] = await tx
    .insert(administrators)
    .values(values)
    .onConflictDoNothing({ target: administrators.email })
    .returning({ id: administrators.id });
  return row?.id ?? null;
}

/**
 * Makes sure, until the transaction ends, that the administrator is not disabled and keeps the password that was just
 * verified. @returns false when one of them has changed meanwhile
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

export async function noteLogin(tx: Queryable, id: string): Promise<void> {
  await tx
    .update(administrators)
    .set({ lastLoginAt: sql`${currentTime}` })
    .where(eq(administrators.id, id));
}

/**
 * Sets a password that the administrator has chosen.
 * @param instead only while this is the password in force
 */
export async function setOwnPassword(
  tx: Queryable,
  id: string,
  passwordHash: string,
  instead: string,
): Promise<boolean> {
  const rows = await tx
    .update(administrators)
    .set({ passwordHash, temporaryPasswordUntil: null, mustChangePassword: false })
    .where(and(eq(administrators.id, id), eq(administrators.passwordHash, instead)))
    .returning({ id: administrators.id });
  return rows.length === 1;
}

/** Sets a password that opens nothing after `days`, while the administrator is not disabled. */
export async function setTemporaryPassword(
  tx: Queryable,
  id: string,
  passwordHash: string,
  days: number,
): Promise<boolean> {
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

/** @returns false when that is how it was */
export async function setDisabled(tx: Queryable, id: string, disabled: boolean): Promise<boolean> {
  const rows = await tx
    .update(administrators)
    .set({ disabled })
    .where(and(eq(administrators.id, id), ne(administrators.disabled, disabled)))
    .returning({ id: administrators.id });
  return rows.length === 1;
}

/** Notes a secret that is not in force yet. @returns false when a second factor is in force already */
export async function putPendingSecret(db: Queryable, id: string, secret: string): Promise<boolean> {
  const rows = await db
    .update(administrators)
    .set({ totpSecret: secret, totpStep: null })
    .where(and(eq(administrators.id, id), eq(administrators.secondFactor, false)))
    .returning({ id: administrators.id });
  return rows.length === 1;
}

/** Puts the pending secret in force. @returns false when it is no longer the pending one */
export async function enableSecondFactor(
  tx: Queryable,
  id: string,
  { secret, step, recoveryCodes }: { secret: string; step: number; recoveryCodes: string[] },
): Promise<boolean> {
  const rows = await tx
    .update(administrators)
    .set({ secondFactor: true, totpStep: step, recoveryCodes })
    .where(
      and(eq(administrators.id, id), eq(administrators.secondFactor, false), eq(administrators.totpSecret, secret)),
    )
    .returning({ id: administrators.id });
  return rows.length === 1;
}

/** @returns false when it was off */
export async function removeSecondFactor(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx
    .update(administrators)
    .set({ secondFactor: false, totpSecret: null, totpStep: null, recoveryCodes: [] })
    .where(and(eq(administrators.id, id), eq(administrators.secondFactor, true)))
    .returning({ id: administrators.id });
  return rows.length === 1;
}

/** Uses the code of one time step. @returns false when it, or a later one, was used before */
export async function spendStep(tx: Queryable, id: string, step: number): Promise<boolean> {
  const rows = await tx
    .update(administrators)
    .set({ totpStep: step })
    .where(and(eq(administrators.id, id), or(isNull(administrators.totpStep), lt(administrators.totpStep, step))))
    .returning({ id: administrators.id });
  return rows.length === 1;
}

/** Uses a recovery code up. @returns how many are left, null when there was none with this hash */
export async function spendRecoveryCode(tx: Queryable, id: string, codeHash: string): Promise<number | null> {
  const [row] = await tx
    .update(administrators)
    .set({ recoveryCodes: sql`array_remove(${administrators.recoveryCodes}, ${codeHash})` })
    .where(and(eq(administrators.id, id), sql`${codeHash} = any(${administrators.recoveryCodes})`))
    .returning({ left: sql<number>`cardinality(${administrators.recoveryCodes})` });
  return row?.left ?? null;
}
