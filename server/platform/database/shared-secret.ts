import { eq } from 'drizzle-orm';
import type { Queryable, Readable } from './client.ts';
import { secrets } from './tables/auth.ts';

/** The named key, shared by all processes; created by the first that needs it. */
export async function sharedSecret(db: Queryable, name: string, make: () => string): Promise<string> {
  await db.insert(secrets).values({ name, value: make() }).onConflictDoNothing();
  return (await findSecret(db, name))!;
}

/** The named key, if any process has needed it. */
export async function findSecret(db: Readable, name: string): Promise<string | undefined> {
  const [row] = await db.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, name));
  return row?.value;
}
