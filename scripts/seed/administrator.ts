import { and, desc, eq } from 'drizzle-orm';
import { administrators } from '#server/features/administrators/tables.ts';
import type { Database } from '#server/platform/database/client.ts';
import { log } from '#server/platform/log/tables.ts';

const dayMs = 86_400_000;
const email = 'former.office@example.org';
const disabling = 'disabled the administrator';

/**
 * Adds the administrator who decided the sample registrations: created before the first of them and disabled since, so that
 * nobody can log in with the account.
 * @returns the e-mail address
 */
export async function seedAdministrator(database: Database, today: Date): Promise<string> {
  const createdAt = new Date(today.getTime() - 1_200 * dayMs);
  const line = { kind: 'administrator' as const, by: 'command line', subject: email };
  await database.transaction(async (tx) => {
    const values = { email, createdAt, disabled: true, lastLoginAt: today };
    const added = await tx.insert(administrators).values(values).onConflictDoNothing().returning();
    if (added.length > 0) await tx.insert(log).values({ ...line, action: 'made an administrator', at: createdAt });
    // A later run adds decisions up to its own day.
    const [last] = await tx
      .select({ at: log.at })
      .from(log)
      .where(and(eq(log.subject, email), eq(log.action, disabling)))
      .orderBy(desc(log.at))
      .limit(1);
    if (last) await tx.insert(log).values({ ...line, action: 'enabled the administrator', at: last.at });
    await tx.insert(log).values({ ...line, action: disabling, at: today });
    await tx.update(administrators).set({ lastLoginAt: today }).where(eq(administrators.email, email));
  });
  return email;
}
