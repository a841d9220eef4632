import { asc, eq } from 'drizzle-orm';
import type { Queryable } from '#server/database/client.ts';
import { administrators } from '#server/database/tables/auth.ts';
import { settings } from '#server/database/tables/content.ts';

/** Where mails to the office go: its own address, else the one for support, else every administrator. */
export async function officeAddresses(db: Queryable): Promise<string[]> {
  const [row] = await db.select({ association: settings.association }).from(settings).limit(1);
  const address = row?.association.officeEmail || row?.association.supportEmail;
  if (address) return [address];
  const rows = await db
    .select({ email: administrators.email })
    .from(administrators)
    .where(eq(administrators.disabled, false))
    .orderBy(asc(administrators.createdAt));
  return rows.map((administrator) => administrator.email);
}
