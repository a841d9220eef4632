import { eq } from 'drizzle-orm';
import type { Queryable } from './client.ts';
import { secrets } from './tables/auth.ts';

/** The named key, shared by all processes; created by the first that needs it. */
export async function sharedSecret(db: Queryable, name: string, make: () => string): Promise<string> {
  await db.insert(secrets).values({ name, value: make() }).onConflictDoNothing();
  const [row] = await db.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, name));
  return row!.value;
}
