import { asc, eq } from 'drizzle-orm';
import type { Queryable } from '#server/database/client.ts';
import { administrators } from '#server/database/tables/auth.ts';
import { settings } from '#server/database/tables/content.ts';

/** Where mails to the office go: its own address, else the one for support, else every administrator. */
export async function officeAddresses(db: Queryable): Promise<string[]> {
  const [row] = await db.select({ association: settings.association }).from(settings).limit(1);
  const address = row?.association.officeEmail || row?.association.supportEmail;
  if (address) return [address];
  return (await allAdministrators(db)).map(({ email }) => email);
}

/** Every administrator who may log in. */
export async function allAdministrators(db: Queryable): Promise<{ id: string; email: string }[]> {
  return db
    .select({ id: administrators.id, email: administrators.email })
    .from(administrators)
    .where(eq(administrators.disabled, false))
    .orderBy(asc(administrators.createdAt));
}
