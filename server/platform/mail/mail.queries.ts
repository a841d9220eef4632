import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  min,
  ne,
  notInArray,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { administrators } from '#server/features/administrators/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { settings } from '#server/features/settings/tables.ts';
import { inBatches } from '#server/platform/batches.ts';
import type { Queryable, Readable, Transaction } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { type Reach, within } from '#server/platform/database/reach.ts';
import type { Language } from '#shared/languages.ts';
import type { MailKind } from '#shared/mail-names.ts';
import type { DueMail, Outcome } from './kinds.ts';
import { mail } from './tables.ts';
import { languageOf } from './values.ts';

/** A mail to queue. */
export interface MailRow {
  /** Set where the id must be known beforehand. */
  id?: string;
  kind: string;
  recipient: string;
  data: Record<string, string>;
  memberId?: string | undefined;
  administratorId?: string | undefined;
  /** Part of a bulk mailing, which is sent only when nothing else is due. */
  bulk?: boolean;
  /** Not to be sent earlier. */
  nextAttemptAt?: Date;
}

export async function insertMail(db: Queryable, row: MailRow): Promise<string> {
  const [inserted] = await db.insert(mail).values(row).returning({ id: mail.id });
  return inserted!.id;
}

export async function insertMails(db: Queryable, rows: readonly MailRow[]): Promise<void> {
  for (const batch of inBatches(rows, 500)) await db.insert(mail).values([...batch]);
}

/** Queues a mail for each row of `people`: a recipient, the template's values, and a member. @returns how many */
export async function insertMailsOf(tx: Transaction, kind: MailKind, people: SQL): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into ${mail} (kind, created_at, next_attempt_at, recipient, data, member_id)
    select ${kind}::text, ${currentTime}, ${currentTime}, * from (${people}) as people (recipient) where recipient <> ''`);
  return rowCount ?? 0;
}

/**
 * Claims the next due mail, a bulk one only when nothing else is due. Nobody else takes it for `leaseSeconds`; if this process dies, it is
 * due again afterwards. One statement (`=`, so that the search runs once), so that no transaction stays open while it is sent.
 * @param bulkToo false: no bulk mails
 */
export async function claimMail(
  db: Queryable,
  leaseSeconds: number,
  bulkToo = true,
): Promise<(DueMail & { language: Language }) | null> {
  const due = db
    .select({ id: mail.id })
    .from(mail)
    .where(
      and(
        eq(mail.state, 'waiting'),
        bulkToo ? undefined : eq(mail.bulk, false),
        sql`${mail.nextAttemptAt} <= ${currentTime}`,
      ),
    )
    .orderBy(mail.bulk, mail.nextAttemptAt)
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await db
    .update(mail)
    .set({
      attempts: sql`${mail.attempts} + 1`,
      startedAt: sql`${currentTime}`,
      nextAttemptAt: sql`${currentTime} + make_interval(secs => ${leaseSeconds})`,
    })
    .where(sql`${mail.id} = (${due})`)
    .returning({
      ...getTableColumns(mail),
      member: sql<Language | null>`(select ${members.language} from ${members} where ${members.id} = ${mail.memberId})`,
    });
  return claimed ? { ...claimed, language: claimed.member ?? languageOf(claimed.data) } : null;
}

/** Whose mail it is; one of the two. */
export type MailOwner = { memberId: string } | { administratorId: string };

const ownedBy = (owner: MailOwner) =>
  'memberId' in owner ? eq(mail.memberId, owner.memberId) : eq(mail.administratorId, owner.administratorId);

/** Drops what has not been sent of these kinds to one person: waiting mails, and failed ones, which could be tried again. */
export async function dropUnsent(
  db: Queryable,
  kinds: readonly MailKind[],
  owner: MailOwner,
  reason: string,
  exceptId?: string,
) {
  const others = exceptId ? ne(mail.id, exceptId) : undefined;
  await db
    .update(mail)
    .set({ state: 'dropped', error: reason })
    .where(and(ownedBy(owner), inArray(mail.kind, [...kinds]), inArray(mail.state, ['waiting', 'failed']), others));
}

/** The id of a waiting mail of this kind to a member. */
export async function findWaitingOf(db: Queryable, memberId: string, kind: MailKind): Promise<string | undefined> {
  const [row] = await db
    .select({ id: mail.id })
    .from(mail)
    .where(and(eq(mail.memberId, memberId), eq(mail.kind, kind), eq(mail.state, 'waiting')))
    .orderBy(desc(mail.createdAt))
    .limit(1);
  return row?.id;
}

/** Whether no later mail of its kind was queued for its owner. */
export async function isNewest(db: Queryable, { id, kind, memberId, administratorId, createdAt }: DueMail) {
  const owner = memberId === null ? { administratorId: administratorId ?? id } : { memberId };
  const later = and(ownedBy(owner), eq(mail.kind, kind), gt(mail.createdAt, createdAt), ne(mail.state, 'dropped'));
  return (await db.$count(mail, later)) === 0;
}

/** Whether a claimed mail still waits: asked under the lock of its owner, as it may have been dropped since. */
export async function stillWaits(tx: Queryable, { id }: Pick<DueMail, 'id'>): Promise<boolean> {
  return (await tx.$count(mail, and(eq(mail.id, id), eq(mail.state, 'waiting')))) > 0;
}

/** The ids of a member's waiting mails that nobody has tried to send. */
export async function findUntried(db: Readable, memberId: string): Promise<{ id: string; kind: string }[]> {
  return db
    .select({ id: mail.id, kind: mail.kind })
    .from(mail)
    .where(and(eq(mail.memberId, memberId), eq(mail.state, 'waiting'), eq(mail.attempts, 0)));
}

/** Waiting mails are not sent before this time. */
export async function holdMails(tx: Transaction, ids: readonly string[], until: Date): Promise<void> {
  await tx
    .update(mail)
    .set({ nextAttemptAt: until })
    .where(and(inArray(mail.id, [...ids]), eq(mail.state, 'waiting')));
}

/** Drops waiting mails of which no try has begun. @returns whether that is so of all */
export async function dropUntried(tx: Transaction, ids: readonly string[], reason: string): Promise<boolean> {
  const rows = await tx
    .update(mail)
    .set({ state: 'dropped', error: reason })
    .where(and(inArray(mail.id, [...ids]), eq(mail.state, 'waiting'), eq(mail.attempts, 0)))
    .returning({ id: mail.id });
  return rows.length === ids.length;
}

// The result of a try is saved only while no other try has begun: after an expired lease another process owns the mail.
const sameTry = ({ id, attempts }: DueMail) =>
  and(eq(mail.id, id), eq(mail.attempts, attempts), eq(mail.state, 'waiting'));

/**
 * Ends a mail.
 * @param toFile whether it was written to a file
 * @returns false when another try has begun
 */
export async function settleMail(tx: Transaction, claimed: DueMail, { state, reason }: Outcome, toFile: boolean) {
  const values =
    state === 'sent'
      ? { state, toFile, sentAt: sql`${currentTime}`, error: '' }
      : { state: state === 'dropped' ? state : ('failed' as const), error: reason };
  const rows = await tx.update(mail).set(values).where(sameTry(claimed)).returning({ id: mail.id });
  return rows.length > 0;
}

/** Schedules a retry of the mail. */
export async function postponeMail(db: Queryable, claimed: DueMail, error: string, inSeconds: number): Promise<void> {
  await db
    .update(mail)
    .set({ error, startedAt: null, nextAttemptAt: sql`${currentTime} + make_interval(secs => ${inSeconds})` })
    .where(sameTry(claimed));
}

/** Seconds until the next mail is due, 0 when one is; null when none is waiting. */
export async function secondsToNext(db: Queryable): Promise<number | null> {
  // Each part reads one entry of the index, however many mails wait.
  const first = (bulk: boolean) =>
    db
      .select({ at: min(mail.nextAttemptAt) })
      .from(mail)
      .where(and(eq(mail.state, 'waiting'), eq(mail.bulk, bulk)));
  const { rows } = await db.execute<{ wait: number | null }>(
    sql`select extract(epoch from least((${first(false)}), (${first(true)})) - ${currentTime})::float8 as wait`,
  );
  const wait = rows[0]?.wait ?? null;
  return wait === null ? null : Math.max(0, wait);
}

/** Whether a mail has been due for longer than this, and nobody tries to send it. */
export async function hasOverdueMail(db: Readable, seconds: number): Promise<boolean> {
  const before = sql`${currentTime} - make_interval(secs => ${seconds})`;
  const [row] = await db
    .select({ id: mail.id })
    .from(mail)
    .where(and(eq(mail.state, 'waiting'), eq(mail.bulk, false), lt(mail.nextAttemptAt, before)))
    .limit(1);
  return row !== undefined;
}

/** A condition: mails that the office sees. The others tell who took a paper of a vote, and when. */
export const isShown = notInArray(mail.kind, ['vote-paper', 'vote-reminder'] satisfies MailKind[]);

/** The numbers of waiting mails, and of those that failed in the last `days` days. */
export async function countMails(db: Queryable, days: number): Promise<{ waiting: number; failed: number }> {
  const [waiting] = await db.select({ count: count() }).from(mail).where(eq(mail.state, 'waiting'));
  const [failed] = await db
    .select({ count: count() })
    .from(mail)
    .where(
      and(eq(mail.state, 'failed'), isShown, gte(mail.createdAt, sql`${currentTime} - make_interval(days => ${days})`)),
    );
  return { waiting: waiting?.count ?? 0, failed: failed?.count ?? 0 };
}

/** Whose mails an administrator may send again; null: any. */
export type Restarting = { reach: Reach; people: boolean; money: boolean } | null;

const moneyKinds: MailKind[] = [
  'payment-asked',
  'payment-reminder',
  'payment-claimed',
  'payment-claimed-office',
  'payment-received',
  'payment-refused',
  'receipt-cancelled',
  'payment-refunded',
  'subscription-due',
  'subscription-reminder',
];

function theirs(whose: Restarting): SQL | undefined {
  if (whose === null) return undefined;
  const ofPeople = whose.people ? and(isNotNull(members.id), within(whose.reach, members.state)) : sql`false`;
  return or(ofPeople, whose.money ? inArray(mail.kind, moneyKinds) : sql`false`);
}

/** Makes a failed mail due again, with all its tries, at the address of today. @returns its state where that is impossible; null for an unknown mail */
export async function restartMail(db: Queryable, id: string, whose: Restarting) {
  const [mine] = await db
    .select({ id: mail.id })
    .from(mail)
    .leftJoin(members, eq(members.id, mail.memberId))
    .where(and(eq(mail.id, id), theirs(whose)));
  if (!mine) return null;
  const emailNow = sql`(select nullif(${members.email}, '') from ${members} where ${members.id} = ${mail.memberId})`;
  const staysThere = inArray(mail.kind, stayAtOldAddress);
  const recipient = sql`case when ${staysThere} then ${mail.recipient} else coalesce(${emailNow}, ${mail.recipient}) end`;
  const [restarted] = await db
    .update(mail)
    .set({
      state: 'waiting',
      attempts: 0,
      nextAttemptAt: sql`${currentTime}`,
      recipient,
      // A bounce counts once for each address.
      bouncedAt: sql`case when ${recipient} = ${mail.recipient} then ${mail.bouncedAt} end`,
    })
    .where(and(eq(mail.id, id), eq(mail.state, 'failed'), sql`${mail.data} <> '{}'::jsonb`))
    .returning({ id: mail.id });
  const [row] = await db
    .select({
      due: getTableColumns(mail),
      about: sql<string>`coalesce(${members.reference}, ${administrators.email}, '')`,
    })
    .from(mail)
    .leftJoin(members, eq(members.id, mail.memberId))
    .leftJoin(administrators, eq(administrators.id, mail.administratorId))
    .where(eq(mail.id, id));
  if (!row) return null;
  if (!restarted) return row.due.state === 'failed' ? 'trimmed' : 'not failed';
  return row;
}

/** Deletes mails older than `days` days, except waiting ones. */
export async function deleteOldMails(db: Queryable, days: number): Promise<void> {
  await db
    .delete(mail)
    .where(and(ne(mail.state, 'waiting'), lt(mail.createdAt, sql`${currentTime} - make_interval(days => ${days})`)));
}

/** Which of these mails are there no longer. */
export async function findDeleted(db: Readable, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await db.execute<{ id: string }>(sql`
    select asked.id from unnest(${sql.param([...ids])}::uuid[]) as asked(id)
    where not exists (select from ${mail} where ${mail.id} = asked.id)`);
  return new Set(rows.map(({ id }) => id));
}

/** Empties the data of mails older than `days` days; the log keeps that they were sent, and to whom. */
export async function trimMails(db: Queryable, days: number): Promise<void> {
  await db
    .update(mail)
    .set({ data: {} })
    .where(
      and(
        inArray(mail.state, ['sent', 'failed', 'dropped']),
        lt(mail.createdAt, sql`${currentTime} - make_interval(days => ${days})`),
        sql`${mail.data} <> '{}'::jsonb`,
      ),
    );
}

/** Of mails about papers of a vote that has ended the day stays, and nothing of the person; those that wait are dropped. */
export async function forgetPaperMails(tx: Transaction, voteId: string): Promise<void> {
  const day = sql`date_trunc('day', ${mail.createdAt}, 'Asia/Kolkata')`;
  await tx
    .update(mail)
    .set({
      recipient: '',
      memberId: null,
      data: {},
      error: '',
      state: sql`case ${mail.state} when 'waiting' then 'dropped' else ${mail.state} end`,
      createdAt: day,
      nextAttemptAt: day,
      startedAt: null,
      sentAt: sql`case when ${mail.sentAt} is not null then ${day} end`,
      bouncedAt: null,
    })
    .where(
      and(
        eq(mail.kind, 'vote-paper' satisfies MailKind),
        ne(mail.recipient, ''),
        // The data of older ones are empty: whichever vote they are of, they were sent long ago.
        sql`(${mail.data} ->> 'link' like ${`%${voteId}`} or ${mail.data} = '{}'::jsonb)`,
      ),
    );
}

/** Mails about papers without a person. */
export async function findAnonymousMails(db: Queryable): Promise<string[]> {
  const rows = await db
    .select({ id: mail.id })
    .from(mail)
    .where(and(eq(mail.kind, 'vote-paper' satisfies MailKind), eq(mail.recipient, '')));
  return rows.map(({ id }) => id);
}

/** The sender: the association and how its office is reached; empty before the settings exist. */
/** @param language the office's second texts, where there are any */
export async function findSender(db: Queryable, language: Language = 'en') {
  const [row] = await db.select({ association: settings.association }).from(settings).limit(1);
  if (!row) return { name: '', address: '', email: '', phone: '' };
  const { officeEmail, supportEmail, phone, hi = {}, ...english } = row.association;
  const own = language === 'hi' ? hi : {};
  const name = own.name || english.name;
  const address = own.address || english.address;
  return { name, address, email: officeEmail || supportEmail, phone };
}

/** What happened before is told at the earlier address: the other one may be a thief's. A link that confirms an address goes to that. */
const stayAtOldAddress: MailKind[] = [
  'email-asked',
  'email-changed',
  'records-merged',
  'new-device',
  'wish-made',
  'second-factor-changed',
  'passkey-added',
  'passkey-changed',
];

/** Sends the waiting mails of a member to their corrected address. */
export async function redirectWaitingMails(tx: Transaction, memberId: string, email: string): Promise<void> {
  await tx
    .update(mail)
    .set({ recipient: email })
    .where(and(eq(mail.memberId, memberId), eq(mail.state, 'waiting'), notInArray(mail.kind, stayAtOldAddress)));
}

const ofAddresses: MailKind[] = ['email-changed', 'records-merged'];

/** Addresses that members have had, by the mails about another one. */
export async function findChangedEmails(tx: Transaction, memberIds: readonly string[]): Promise<string[]> {
  const isTold = and(inArray(mail.kind, ofAddresses), inArray(mail.memberId, [...memberIds]));
  return (await tx.selectDistinct({ email: mail.recipient }).from(mail).where(isTold)).map(({ email }) => email);
}

/**
 * Deletes the mails of these kinds to people who are no members, about what they are deleted with.
 * @param field which of the template's values names that, whatever address they went to; of mails whose values were emptied, the address decides
 */
export async function deleteMailsAbout(
  tx: Transaction,
  kinds: readonly MailKind[],
  field: string,
  ids: readonly string[],
  addresses: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.delete(mail).where(
    and(
      inArray(mail.kind, [...kinds]),
      isNull(mail.memberId),
      sql`(${mail.data} ->> ${field} = any(${sql.param([...ids])}::text[])
          or (${mail.data} = '{}'::jsonb and ${mail.recipient} = any(${sql.param([...addresses])}::text[])))`,
    ),
  );
}

/** Deletes the mails about messages to the office from these addresses. */
export async function deleteContactMails(tx: Transaction, addresses: readonly string[]): Promise<void> {
  const theirs = sql.param([...addresses]);
  const isReply = and(eq(mail.kind, 'contact-reply' satisfies MailKind), inArray(mail.recipient, [...addresses]));
  const isNotice = and(
    eq(mail.kind, 'contact-office' satisfies MailKind),
    sql`lower(${mail.data} ->> 'email') = any(${theirs}::text[])`,
  );
  await tx.delete(mail).where(or(isReply, isNotice));
}

/** A condition: waiting mails of these kinds that let all others go first. */
export const waitingBulk = (kinds: readonly MailKind[]) =>
  and(eq(mail.state, 'waiting'), eq(mail.bulk, true), inArray(mail.kind, [...kinds]));

/** Postpones `count` retries of such mails by a minute, those that are due last. */
export async function postponeLastBulk(tx: Transaction, kinds: readonly MailKind[], count: number): Promise<void> {
  const last = tx
    .select({ id: mail.id })
    .from(mail)
    .where(
      and(
        waitingBulk(kinds),
        isNull(mail.startedAt),
        gt(mail.attempts, 0),
        sql`${mail.nextAttemptAt} > ${currentTime}`,
      ),
    )
    .orderBy(desc(mail.nextAttemptAt))
    .limit(count);
  await tx
    .update(mail)
    .set({ nextAttemptAt: sql`${mail.nextAttemptAt} + interval '60 seconds'` })
    .where(inArray(mail.id, last));
}

/** Deletes such mails of which no try is under way. @returns the ids of those that were deleted */
export async function deleteWaitingBulk(tx: Transaction, kinds: readonly MailKind[], ids: SQLWrapper) {
  // A try is under way, or its process is dead and the lease has not expired.
  const isUnderWay = sql`${mail.startedAt} is not null and ${mail.nextAttemptAt} > ${currentTime}`;
  const rows = await tx
    .delete(mail)
    .where(and(waitingBulk(kinds), inArray(mail.id, ids), sql`not coalesce(${isUnderWay}, false)`))
    .returning({ id: mail.id });
  return rows.map(({ id }) => id);
}
