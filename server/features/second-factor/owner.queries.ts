import { and, eq } from 'drizzle-orm';
import { administrators } from '#server/features/administrators/tables.ts';
import type { Queryable } from '#server/platform/database/client.ts';

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
