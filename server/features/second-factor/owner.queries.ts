import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#server/database/client.ts';
import { administrators } from '#server/database/tables/auth.ts';

/** What an administrator logs in with. */
export async function findAdministratorLogin(
  db: Queryable,
  id: string,
): Promise<{ email: string; passwordHash: string | null } | undefined> {
  const [row] = await db
    .select({ email: administrators.email, passwordHash: administrators.passwordHash })
    .from(administrators)
    .where(eq(administrators.id, id));
  return row;
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
