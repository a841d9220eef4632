import { findMemberById, holdMember } from '#server/features/auth/auth.queries.ts';
import type { Subject } from '#server/features/auth/sessions.queries.ts';
import type { Queryable } from '#server/platform/database/client.ts';
import type { Whose } from '#server/platform/database/reach.ts';
import type { LogEntry } from '#server/platform/log/log.queries.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { clock } from '#shared/clock.ts';
import { AppError } from '#shared/errors.ts';
import {
  findAdministratorLogin,
  findSecondFactor,
  holdAdministrator,
  type SecondFactor,
} from './second-factor.queries.ts';

/** A member or an administrator: both have the same second factor. */
export interface Owner {
  subject: Subject;
  /** The key of their counters. */
  id: string;
  /** '' for an administrator. */
  name: string;
  email: string;
  passwordHash: string | null;
  factor: SecondFactor | undefined;
  /** The log's fields for them; `kind` is that of a change. */
  line: Pick<LogEntry, 'by' | 'subject' | 'memberId'> & { kind: 'member' | 'administrator' };
}

/** An Approved member, or an administrator. */
export async function findOwner(db: Queryable, subject: Subject, whose: Whose): Promise<Owner | undefined> {
  const owner =
    'memberId' in subject
      ? await findMember(db, subject.memberId, whose)
      : await findAdministrator(db, subject.administratorId);
  return owner && { ...owner, factor: await findSecondFactor(db, owner.subject) };
}

/** The logged-in owner. @throws NOT_LOGGED_IN when the row is gone */
export async function self(db: Queryable, subject: Subject): Promise<Owner> {
  const owner = await findOwner(db, subject, 'unrestricted');
  if (!owner) throw new AppError('NOT_LOGGED_IN', serverMessages.notLoggedIn);
  return owner;
}

async function findMember(db: Queryable, memberId: string, whose: Whose): Promise<Omit<Owner, 'factor'> | undefined> {
  const member = await findMemberById(db, memberId, whose);
  if (!member) return undefined;
  const { name, email, passwordHash, reference } = member;
  const line = { kind: 'member', by: 'member', subject: reference, memberId } as const;
  return { subject: { memberId }, id: memberId, name, email, passwordHash, line };
}

async function findAdministrator(db: Queryable, administratorId: string): Promise<Omit<Owner, 'factor'> | undefined> {
  const administrator = await findAdministratorLogin(db, administratorId);
  if (!administrator) return undefined;
  const { email, passwordHash } = administrator;
  const line = { kind: 'administrator', by: email } as const;
  return { subject: { administratorId }, id: administratorId, name: '', email, passwordHash, line };
}

/**
 * Locks the owner, who must still be allowed to log in and have the password that was just verified.
 * @returns false when that has changed
 */
export async function holdOwner(tx: Queryable, { subject, passwordHash }: Owner): Promise<boolean> {
  if (passwordHash === null) return false;
  return 'memberId' in subject
    ? holdMember(tx, subject.memberId, passwordHash)
    : holdAdministrator(tx, subject.administratorId, passwordHash);
}

/** A change of a second factor. */
export type FactorChange = 'on' | 'off' | 'lifted' | 'codes';

/** Mails the owner about a change of the account, in case somebody else made it. */
export async function tellOwner(
  tx: Queryable,
  { subject, name, email }: Owner,
  change: FactorChange,
  at = clock.now(),
): Promise<void> {
  const data = { name, change, since: at.toISOString() };
  await enqueueMail(tx, { kind: 'second-factor-changed', to: email, data, ...subject });
}
