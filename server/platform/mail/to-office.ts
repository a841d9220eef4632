import { and, arrayContains, asc, eq, or, type SQL, sql } from 'drizzle-orm';
import { administrators } from '#server/features/administrators/tables.ts';
import { settings } from '#server/features/settings/tables.ts';
import type { Queryable } from '#server/platform/database/client.ts';
import type { MailKind } from '#shared/mail-names.ts';
import type { Power } from '#shared/powers.ts';
import { enqueueMail, enqueueMails, type NewMail } from './outbox.ts';

/** Who can act on a notice: a power, and for `members` the State, or 'unbound' for concerns of no State. */
export type Concern =
  | { power: 'members'; state: string }
  | { power: 'members'; state: 'unbound' }
  | { power: 'money' }
  | { power: 'votes' }
  /** None is all India. */
  | { power: 'letters'; states: readonly string[] };

/**
 * Where a notice to the office goes: to the administrators who have exactly this power for that State; if there are none, to the office's
 * own address, else the one for support, else every administrator with full powers.
 */
export async function officeAddresses(db: Queryable, concern: Concern): Promise<string[]> {
  const isAll = sql`cardinality(${administrators.states}) = 0`;
  const states =
    'states' in concern ? concern.states : 'state' in concern && concern.state !== 'unbound' ? [concern.state] : [];
  const theirs = states.length > 0 ? or(isAll, arrayContains(administrators.states, [...states])) : isAll;
  const able = await findAdministrators(db, concern.power, theirs);
  return able.length > 0 ? able.map(({ email }) => email) : generalAddresses(db);
}

/** The office's own address, else the one for support, else every administrator with full powers. */
export async function generalAddresses(db: Queryable): Promise<string[]> {
  const [row] = await db.select({ association: settings.association }).from(settings).limit(1);
  const address = row?.association.officeEmail || row?.association.supportEmail;
  return address ? [address] : (await fullAdministrators(db)).map(({ email }) => email);
}

/** Every administrator with full powers who may log in. */
export const fullAdministrators = (db: Queryable) => findAdministrators(db, 'full');

async function findAdministrators(db: Queryable, power: Power, where?: SQL): Promise<{ id: string; email: string }[]> {
  return db
    .select({ id: administrators.id, email: administrators.email })
    .from(administrators)
    .where(and(eq(administrators.disabled, false), arrayContains(administrators.powers, [power]), where))
    .orderBy(asc(administrators.createdAt));
}

type OfficeMail<Kind extends MailKind> = Pick<NewMail<Kind>, 'kind' | 'data'>;

/** Queues a notice to the office, to those whom it concerns. */
export async function mailOffice<Kind extends MailKind>(
  tx: Queryable,
  concern: Concern,
  mail: OfficeMail<Kind>,
): Promise<void> {
  for (const to of await officeAddresses(tx, concern)) await enqueueMail(tx, { ...mail, to });
}

/** Queues a notice to every administrator with full powers, but for one of them. */
export async function mailFullAdministrators<Kind extends MailKind>(
  tx: Queryable,
  mail: OfficeMail<Kind>,
  exceptId?: string,
): Promise<void> {
  const others = (await fullAdministrators(tx)).filter(({ id }) => id !== exceptId);
  await enqueueMails(
    tx,
    others.map(({ id, email: to }) => ({ ...mail, to, administratorId: id })),
  );
}
