import { getTableColumns, sql } from 'drizzle-orm';
import type { Core } from '#server/core.ts';
import { hashPassword } from '#server/features/auth/password-hashing.ts';
import { memberNumberOf, referenceOf } from '#server/features/members/members.queries.ts';
import { fillFacts } from '#server/features/members/membership-facts.ts';
import { personColumns } from '#server/features/members/records.ts';
import { memberNumbers, members, registrationNumbers } from '#server/features/members/tables.ts';
import type { Database } from '#server/platform/database/client.ts';
import { log } from '#server/platform/log/tables.ts';
import type { Files, StoredFile } from '#server/platform/storage/files.ts';
import { indianDay, indianWallClock } from '#shared/clock.ts';
import { currentTermsVersion, policiesEffectiveOn } from '#shared/legal.ts';
import { limits } from '#shared/limits.ts';
import { insertPastAdmissions } from '../sample/past-admissions.ts';
import { type SampleMember, type SampleSender, sampleDecision, sampleMember } from '../sample/people.ts';
import { idCardPicture, paymentPicture, portraitPicture } from '../sample/pictures.ts';
import { inParallel } from './in-parallel.ts';
import { asUpload } from './uploads.ts';

/** The number of members in memory at once. */
const window = 20_000;
/** Rows of one statement. */
const batch = 2_000;
const dayMs = 86_400_000;
const seeing = 'saw the payment in the bank account';

type NewMember = typeof members.$inferInsert;

export interface SeedOptions {
  count: number;
  today: Date;
  /** The password of every approved member. */
  password: string;
  /** The e-mail address of the administrator who decided. */
  administrator: string;
  /** The number of members who registered on the website, with their own files; the office added all others without files. */
  withPapers?: number;
}

/**
 * Adds sample members, all different from those of an earlier run. References are in the order of registration, member numbers
 * in that of approval.
 * @returns the e-mail address of one that can log in; null if none is Approved
 */
export async function seedMembers(
  core: Core,
  { count, today, password, administrator, withPapers = 60 }: SeedOptions,
  note: (line: string) => void,
): Promise<string | null> {
  const first = await nextSample(core.database);
  const passwordHash = await hashPassword(password);
  const everybody = Array.from({ length: count }, (_, index) => ({
    n: first + index,
    sender: (index < withPapers ? 'website' : 'office') as SampleSender,
    ...sampleDecision(first + index, today),
  })).sort((a, b) => a.registeredAt.getTime() - b.registeredAt.getTime());
  const approved = everybody
    .filter(({ status }) => status === 'Approved')
    .sort((a, b) => a.decidedAt!.getTime() - b.decidedAt!.getTime());
  const numberList = await numbers(core.database, memberNumbers.seqName!, approved.length);
  const numberOf = new Map(approved.map(({ n }, index) => [n, memberNumberOf(numberList[index]!)]));

  for (let done = 0; done < count; done += window) {
    const some = everybody.slice(done, done + window);
    const references = await numbers(core.database, registrationNumbers.seqName!, some.length);
    const papers = new Map<NewMember, StoredFile[]>();
    const records = some.map(({ n, sender }, index) => {
      const person = sampleMember(n, today, sender);
      const memberNumber = numberOf.get(n);
      const row = rowOf(person, sender, references[index]!);
      if (memberNumber) Object.assign(row, { memberNumber, passwordHash });
      if (memberNumber && lackOf(n) === 'email') Object.assign(row, { email: '', passwordHash: null });
      return { n, sender, person, row };
    });
    const ofWebsite = records.filter(({ sender }) => sender === 'website');
    await inParallel(ofWebsite, async ({ n, person, row }) => {
      papers.set(row, await storeFiles(core.files, person, row, n));
      if (papers.size % 10 === 0) note(`Pictures and documents of ${papers.size} of ${ofWebsite.length} members`);
    });
    await insertAll(
      core,
      records.map(({ row }) => row),
      papers,
      administrator,
    );
    note(`${done + some.length} of ${count} members`);
  }
  await insertPayments(core.database, administrator);
  const mailed = approved.filter(({ n }) => lackOf(n) !== 'email');
  const applicant = mailed.find(({ sender }) => sender === 'website') ?? mailed[0];
  return applicant ? sampleMember(applicant.n, today).registration.email : null;
}

/** The next free number; sample members' e-mail addresses contain it. */
async function nextSample(database: Database): Promise<number> {
  const { rows } = await database.execute<{ last: number | null }>(
    sql`select max((regexp_match(email, '\\.(\\d{1,7})@example\\.org$'))[1]::integer) as last from ${members}`,
  );
  return rows[0]?.last ?? 0;
}

async function numbers(database: Database, sequence: string, count: number): Promise<number[]> {
  const { rows } = await database.execute<{ number: string }>(
    sql`select nextval(${sequence}) as number from generate_series(1, ${count})`,
  );
  return rows.map((row) => Number(row.number));
}

/** What is missing, as in real lists: one in ten lacks the photo, the scanned ID or the e-mail. */
const lackOf = (n: number) => (n % 10 === 7 ? (['picture', 'document', 'email'] as const)[Math.floor(n / 10) % 3] : '');

/** A person's row in the table, without files, password and member number. */
function rowOf(person: SampleMember, sender: SampleSender, reference: number): NewMember {
  const { registration, status, registeredAt, decidedAt } = person;
  const year = indianWallClock(registeredAt).getUTCFullYear();
  return {
    ...personColumns(registration),
    reference: referenceOf(year, reference),
    memberNumber: null,
    passwordHash: null,
    status,
    membership: registration.membership,
    email: registration.email,
    paymentStatus: person.paymentStatus,
    paymentSentAt: person.paymentSentAt,
    paymentAwaitedSince: registeredAt,
    utr: person.utr,
    hideEmail: person.hideEmail,
    hideMobile: person.hideMobile,
    hideEntry: person.hideEntry,
    // The version of that day, as nobody can have accepted a later one.
    termsVersion: indianDay(registeredAt) < currentTermsVersion ? policiesEffectiveOn : currentTermsVersion,
    consentAt: registeredAt,
    consentTo: sender,
    rejectionReason: person.rejectionReason,
    removalAt:
      status === 'Rejected' && decidedAt
        ? new Date(decidedAt.getTime() + limits.retention.rejectedDays.usual * dayMs)
        : null,
    approvedAt: status === 'Approved' ? decidedAt : null,
    decidedAt,
    createdAt: registeredAt,
  };
}

/** Stores the portrait, the ID card and, if a payment was claimed, its screenshot: named in the row, but not yet attached. */
async function storeFiles(files: Files, person: SampleMember, row: NewMember, n: number): Promise<StoredFile[]> {
  const { registration, portraitSeed, paymentSentAt } = person;
  const portrait = await portraitPicture(portraitSeed, registration.gender === 'Female' ? 'Female' : 'Male');
  const picture = await asUpload('portrait.jpg', portrait, (upload) =>
    files.storePicture(upload, 'profile', 'picture'),
  );
  const card = await idCardPicture(portrait);
  const document = await asUpload('identity-card.jpg', card, (upload) => files.store(upload, 'document'));
  const screenshot = paymentSentAt === null ? [] : [await storePayment(files, person, n)];
  if (lackOf(n) !== 'picture') row.pictureFile = picture.key;
  if (lackOf(n) !== 'document') row.documentFile = document.key;
  row.screenshotFile = screenshot[0]?.key;
  return [picture, document, ...screenshot].filter(({ key }) => Object.values(row).includes(key));
}

async function storePayment(files: Files, { registration }: SampleMember, n: number): Promise<StoredFile> {
  const bytes = await paymentPicture(registration.membership, n);
  return asUpload('payment.jpg', bytes, (upload) => files.storePicture(upload, 'screenshot', 'picture'));
}

const ofMembers: Record<string, { name: string; keyAsName: boolean }> = getTableColumns(members);

function columnOf(key: string): string {
  const { name, keyAsName } = ofMembers[key]!;
  return keyAsName ? name.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`) : name;
}

/**
 * Inserts a batch with one JSON value, which is ten times as fast as thousands of rows with single values. Each member gets the
 * same log entries.
 */
async function insertAll(
  { database, files }: Core,
  rows: NewMember[],
  papers: Map<NewMember, StoredFile[]>,
  administrator: string,
): Promise<void> {
  for (let start = 0; start < rows.length; start += batch) {
    const some = rows.slice(start, start + batch);
    const keys = [...new Set(some.flatMap((row) => Object.keys(row)))];
    const columns = sql.join(
      keys.map((key) => sql.identifier(columnOf(key))),
      sql`, `,
    );
    const records = some.map((row) =>
      Object.fromEntries(Object.entries(row).map(([key, value]) => [columnOf(key), value])),
    );
    await database.transaction(async (tx) => {
      await files.attach(tx, ...some.flatMap((row) => papers.get(row) ?? []));
      await tx.execute(sql`
        with added as (
          insert into ${members} (${columns})
          select ${columns} from json_populate_recordset(null::members, ${JSON.stringify(records)}::json)
          returning *
        )
        insert into ${log} (kind, by, subject, action, "from", "to", reason, member_id, at)
        select 'member', ${administrator}, reference, 'added the registration', '', '', '', id, created_at
        from added where consent_to = 'office'
        union all
        select 'decision', ${administrator}, reference, lower(status), 'New', status, rejection_reason, id, decided_at
        from added where status <> 'New'`);
    });
  }
}

/** Writes the ledger of all added members, with receipts numbered by day, and the administrator who received each payment. */
async function insertPayments(database: Database, administrator: string): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await insertPastAdmissions(tx, sql`true`);
    await fillFacts(tx);
    await tx.execute(sql`
      insert into ${log} (kind, by, subject, action, "to", member_id, at)
      select 'decision', ${administrator}, payments.reference, ${seeing}, receipts.label, payments.member_id, payments.received_at
      from payments
      join receipts on receipts.payment_id = payments.id
      where exists (select from ${log} where member_id = payments.member_id and by = ${administrator} and "to" = 'Approved')
        and not exists (select from ${log} where member_id = payments.member_id and action = ${seeing})`);
  });
}
