import { sql } from 'drizzle-orm';
import type { Core } from '#server/core.ts';
import type { Database } from '#server/database/client.ts';
import { memberNumbers, members, registrationNumbers } from '#server/database/tables/members.ts';
import { log } from '#server/database/tables/office.ts';
import { hashPassword } from '#server/features/auth/password-hashing.ts';
import { memberNumberOf, referenceOf } from '#server/features/members/members.queries.ts';
import { personColumns } from '#server/features/members/records.ts';
import { defaultTiers } from '#server/features/settings/defaults.ts';
import type { Files, StoredFile } from '#server/storage/files.ts';
import { currentTermsVersion } from '#shared/legal.ts';
import { samplePayment } from '../sample/content.ts';
import { type SampleMember, sampleMember } from '../sample/people.ts';
import { idCardPicture, paymentPicture, portraitPicture } from '../sample/pictures.ts';
import { inParallel } from './in-parallel.ts';
import { asUpload } from './uploads.ts';

/** So many have pictures and papers of their own; drawing them takes longer than everything else. */
const withFiles = 60;
/** What is in memory at once. */
const window = 20_000;
/** Rows of one statement. */
const batch = 2_000;
const seedOffice = 'office@example.org';

type NewMember = typeof members.$inferInsert;

/**
 * Adds sample members, all different from those of an earlier run.
 * @returns the e-mail of one that can log in with `password`; null when none is Approved
 */
export async function seedMembers(
  core: Core,
  count: number,
  today: Date,
  password: string,
  note: (line: string) => void,
): Promise<string | null> {
  const first = await nextSample(core.database);
  let login: string | null = null;
  for (let done = 0; done < count; done += window) {
    const size = Math.min(window, count - done);
    const people = Array.from({ length: size }, (_, index) => ({
      n: first + done + index,
      ...sampleMember(first + done + index, today),
    })).sort((a, b) => a.registeredAt.getTime() - b.registeredAt.getTime());
    const rows = await rowsOf(core.database, people);
    const papers = new Map<NewMember, StoredFile[]>();
    const drawn = people.map((person, index) => ({ person, row: rows[index]! }));
    await inParallel(
      drawn.filter(({ person }) => person.n < first + withFiles),
      async ({ person, row }) => {
        papers.set(row, await storeFiles(core.files, person, row));
      },
    );
    const approved = drawn.find(({ person }) => person.status === 'Approved');
    const known: NewMember | undefined = login === null ? approved?.row : undefined;
    if (known) {
      login = known.email;
      known.passwordHash = await hashPassword(password);
    }
    await insertAll(core, rows, papers);
    note(`${done + size} of ${count} members`);
  }
  return login;
}

/** E-mails of sample members end in their number. */
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

async function rowsOf(database: Database, people: SampleMember[]): Promise<NewMember[]> {
  const approved = people.filter((person) => person.status === 'Approved');
  const references = await numbers(database, registrationNumbers.seqName!, people.length);
  const given = await numbers(database, memberNumbers.seqName!, approved.length);
  const numberOf = new Map(approved.map((person, index) => [person, given[index]!]));
  return people.map((person, index): NewMember => {
    const { registration, status, registeredAt, decidedAt } = person;
    const number = numberOf.get(person);
    return {
      ...personColumns(registration),
      reference: referenceOf(registeredAt.getUTCFullYear(), references[index]!),
      memberNumber: number === undefined ? null : memberNumberOf(number),
      status,
      tier: registration.membership,
      email: registration.email,
      paymentStatus: person.paymentStatus,
      paymentSentAt: person.paymentStatus === '' ? null : new Date(registeredAt.getTime() + 15 * 60_000),
      utr: person.utr,
      hideEmail: person.hideEmail,
      hideMobile: person.hideMobile,
      hideEntry: person.hideEntry,
      termsVersion: currentTermsVersion,
      consentAt: registeredAt,
      consentTo: 'website',
      rejectionReason: person.rejectionReason,
      approvedAt: status === 'Approved' ? decidedAt : null,
      decidedAt,
      createdAt: registeredAt,
    };
  });
}

/** Portrait, ID card and, where something was paid, the screenshot of it, named in the row and not yet attached. */
async function storeFiles(files: Files, person: SampleMember, row: NewMember): Promise<StoredFile[]> {
  const { registration, portraitSeed } = person;
  const sex = registration.Gender === 'Female' ? 'Female' : 'Male';
  const portrait = await portraitPicture(portraitSeed, sex);
  const picture = await asUpload('portrait.jpg', portrait, (upload) =>
    files.storePicture(upload, 'profile', 'picture'),
  );
  const card = await idCardPicture({
    name: registration.ProsecutorName,
    sex,
    designation: registration.Designation,
    state: registration.State,
    idNumber: registration.councilMembership,
    validYear: person.registeredAt.getUTCFullYear() + 3,
    portraitSeed,
  });
  const document = await asUpload('identity-card.jpg', card, (upload) => files.store(upload));
  const screenshot = person.paymentStatus === '' ? [] : [await storePayment(files, person, row.reference)];
  row.pictureFile = picture.key;
  row.documentFile = document.key;
  row.screenshotFile = screenshot[0]?.key;
  return [picture, document, ...screenshot];
}

async function storePayment(files: Files, person: SampleMember, reference: string): Promise<StoredFile> {
  const bytes = await paymentPicture({
    seed: person.portraitSeed,
    amountRupees: defaultTiers.find((tier) => tier.membership === person.registration.membership)!.feeRupees,
    payerName: person.registration.ProsecutorName,
    payeeName: samplePayment.payeeName,
    upiId: samplePayment.upiId,
    utr: person.utr,
    paidAt: person.registeredAt,
    note: reference,
  });
  return asUpload('payment.jpg', bytes, (upload) => files.storePicture(upload, 'screenshot', 'picture'));
}

const columnOf = (key: string) => key.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`);

/** One value for a whole batch: as many thousand rows as single values would take ten times as long to write out. */
async function insertAll(
  { database, files }: Core,
  rows: NewMember[],
  papers: Map<NewMember, StoredFile[]>,
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
          returning id, reference, status, decided_at
        )
        insert into ${log} (kind, by, subject, action, "from", "to", member_id, at)
        select 'decision', ${seedOffice}, reference, lower(status), 'New', status, id, decided_at
        from added where status <> 'New'`);
    });
  }
}
