import { createHash } from 'node:crypto';
import type { Core } from '#server/core.ts';
import type { Transaction } from '#server/database/client.ts';
import { writeLog } from '#server/features/log/log.queries.ts';
import { countTry, type Throttle } from '#server/features/throttles/throttles.queries.ts';
import type { UploadedFile } from '#server/http/multipart.ts';
import { officeAddresses } from '#server/mail/office-addresses.ts';
import { enqueueMail } from '#server/mail/outbox.ts';
import type { Registration } from '#shared/contracts/members.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { currentTermsVersion } from '#shared/legal.ts';
import {
  findHolder,
  findMember,
  findRepeated,
  findTier,
  insertMember,
  isEmailConflict,
  lockMember,
  type MemberRow,
  nextReference,
  queueForEmail,
  type TierRow,
  updateBesideEdits,
} from './members.queries.ts';
import { personColumns } from './records.ts';
import { NotNeeded, withStored } from './stored-files.ts';

/** By whom a call is made: a visitor from a network address, or an administrator. */
export type Sender = { address: string } | { administrator: string };

export interface RegistrationFiles {
  document?: UploadedFile;
  profile_Pic?: UploadedFile;
}

// Many phones share one address of their carrier; an e-mail is one person's.
const hour = 60 * 60;
const perAddress: Throttle = { name: 'registration-address', count: 600, seconds: hour };
const perEmail: Throttle = { name: 'registration-email', count: 10, seconds: hour };
const mailsToHolder: Throttle = { name: 'registration-holder', count: 3, seconds: 24 * hour };
const proofsPerAddress: Throttle = { name: 'payment-address', count: 600, seconds: hour };
const proofsPerRecord: Throttle = { name: 'payment-record', count: 20, seconds: hour };

export const emailTaken = () => {
  const message = 'This e-mail already belongs to a registration or a member.';
  return new AppError('EMAIL_TAKEN', message, { fields: { email: message } });
};

/** The registration is already there. */
class Repeated extends NotNeeded {
  readonly row: MemberRow;
  constructor(row: MemberRow) {
    super('repeated');
    this.row = row;
  }
}

/** The same content from the same kind of sender: every value, and the bytes of both files. */
function submissionHash(body: Registration, files: RegistrationFiles, sender: Sender): string {
  const content = [
    'address' in sender ? 'website' : 'office',
    body,
    files.document?.hash ?? '',
    files.profile_Pic?.hash ?? '',
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}

/** Rupees as people read them here: Rs 1,25,000. */
const rupees = (amount: number) => `Rs ${amount.toLocaleString('en-IN')}`;

/** Why no proof of payment is taken for a record any more; null while it is. */
function closedFor(row: MemberRow): string | null {
  if (row.paymentStatus === 'PAYMENT_SUCCESS') return 'The payment of this registration has already been accepted.';
  if (row.status === 'Approved') return 'This registration has already been approved.';
  if (row.status === 'Rejected') return 'This registration is closed. Please write to the association.';
  return null;
}

/** From the filled-in form to the proof of payment. */
export function createRegistrationService(core: Core) {
  const { database, files, config } = core;

  const paymentLink = (row: MemberRow) =>
    `${config.publicUrl}/membership?${new URLSearchParams({ isRegistered: 'true', id: row.id, membership: row.tier })}`;

  /** Tells the owner of an e-mail the way on, a few times a day at most: others can make this happen. */
  async function informHolder(holder: MemberRow): Promise<void> {
    try {
      await countTry(database, mailsToHolder, holder.email);
    } catch (error) {
      if (error instanceof AppError && error.code === 'TOO_MANY') return;
      throw error;
    }
    await enqueueMail(database, {
      kind: holder.status === 'Approved' ? 'already-member' : 'already-applied',
      to: holder.email,
      data: {
        name: holder.name,
        link: holder.status === 'Approved' ? `${config.publicUrl}/?login` : paymentLink(holder),
      },
      memberId: holder.id,
    });
  }

  async function refuse(holder: MemberRow | undefined, sender: Sender): Promise<never> {
    if (holder && 'address' in sender) await informHolder(holder);
    throw emailTaken();
  }

  /** The acknowledgement, the notice to the office, and who added the record if it was not the applicant. */
  async function announce(tx: Transaction, row: MemberRow, tier: TierRow, sender: Sender): Promise<void> {
    const { id: memberId, reference, name } = row;
    if ('administrator' in sender) {
      const action = 'added the registration';
      await writeLog(tx, { kind: 'member', by: sender.administrator, subject: reference, action, memberId });
    }
    const facts = { name, reference, tier: tier.title, fee: rupees(tier.fee), link: paymentLink(row) };
    await enqueueMail(tx, { kind: 'registration-received', to: row.email, data: facts, memberId });
    const data = { reference, tier: tier.title, link: `${config.publicUrl}/admin/Registrations` };
    for (const to of await officeAddresses(tx)) await enqueueMail(tx, { kind: 'registration-office', to, data });
  }

  /**
   * Makes a New record, with its acknowledgement to the applicant and the notice to the office. The same content sent
   * again within minutes is the registration that is already there.
   * @throws TOO_MANY, EMAIL_TAKEN, UNSUPPORTED_FILE, VALIDATION for a tier that is not offered
   */
  async function register(body: Registration, uploads: RegistrationFiles, sender: Sender): Promise<MemberRow> {
    if ('address' in sender) {
      await countTry(database, perAddress, sender.address);
      await countTry(database, perEmail, body.email);
    }
    const tier = await findTier(database, body.membership);
    if (!tier?.offered) {
      const message = 'This membership is not offered at present. Please choose another one.';
      throw new AppError('VALIDATION', message, { fields: { membership: message } });
    }
    const hash = submissionHash(body, uploads, sender);
    // Both are looked at again below, where nobody can come between; here they save the work on the pictures.
    const repeated = await findRepeated(database, hash);
    if (repeated) return repeated;
    const holder = await findHolder(database, body.email);
    if (holder) return refuse(holder, sender);

    const picture = uploads.profile_Pic
      ? await files.storePicture(uploads.profile_Pic, 'profile', 'profile_Pic')
      : undefined;
    const document = uploads.document ? await files.store(uploads.document) : undefined;
    const stored = [picture, document].filter((file) => file !== undefined);
    const insert = async (tx: Transaction) => {
      await queueForEmail(tx, body.email);
      const meanwhile = await findRepeated(tx, hash);
      if (meanwhile) throw new Repeated(meanwhile);
      if (await findHolder(tx, body.email)) throw emailTaken();
      await files.attach(tx, ...stored);
      const row = await insertMember(tx, {
        ...personColumns(body),
        reference: await nextReference(tx),
        tier: body.membership,
        email: body.email,
        documentFile: document?.key,
        pictureFile: picture?.key,
        termsVersion: body.termsVersion || currentTermsVersion,
        consentAt: new Date(),
        consentTo: 'address' in sender ? 'website' : 'office',
        submissionHash: hash,
      });
      await announce(tx, row, tier, sender);
      return row;
    };
    try {
      return await withStored(core, stored, () => database.transaction(insert));
    } catch (error) {
      if (error instanceof Repeated) return error.row;
      const taken = (error instanceof AppError && error.code === 'EMAIL_TAKEN') || isEmailConflict(error);
      if (taken) return refuse(await findHolder(database, body.email), sender);
      throw error;
    }
  }

  /** What the payment step shows: nothing personal. @throws NOT_FOUND */
  async function paymentState(id: string) {
    const row = await findMember(database, id);
    if (!row) throw notFound('This registration');
    const tier = await findTier(database, row.tier);
    const open = row.paymentStatus === '' ? ('payment_due' as const) : ('payment_sent' as const);
    return {
      _id: row.id,
      reference: row.reference,
      membership: row.tier,
      fee: tier?.fee ?? 0,
      state: closedFor(row) === null ? open : ('closed' as const),
    };
  }

  /**
   * Takes the screenshot of a payment, in place of an earlier one; a transaction reference once given stays.
   * @throws NOT_FOUND, WRONG_STATE once the record was decided or its payment accepted, UNSUPPORTED_FILE, TOO_MANY
   */
  async function sendPaymentProof(id: string, utr: string, upload: UploadedFile, sender: Sender): Promise<void> {
    if ('address' in sender) {
      await countTry(database, proofsPerAddress, sender.address);
      await countTry(database, proofsPerRecord, id);
    }
    const mustBeOpen = (row: MemberRow | undefined): MemberRow => {
      if (!row) throw notFound('This registration');
      const reason = closedFor(row);
      if (reason !== null) throw new AppError('WRONG_STATE', reason);
      return row;
    };
    mustBeOpen(await findMember(database, id));
    const screenshot = await files.storePicture(upload, 'screenshot', 'Screenshot');
    const replace = async (tx: Transaction) => {
      const row = mustBeOpen(await lockMember(tx, id));
      await files.attach(tx, screenshot);
      await files.release(tx, row.screenshotFile);
      await updateBesideEdits(tx, id, {
        screenshotFile: screenshot.key,
        utr: comparableUtr(utr) || row.utr,
        paymentStatus: 'PAYMENT_INITIATED',
        paymentSentAt: new Date(),
      });
    };
    await withStored(core, [screenshot], () => database.transaction(replace));
  }

  return { register, paymentState, sendPaymentProof };
}

/** A transaction reference as banks print it, however it was typed, so that one used twice is found. */
const comparableUtr = (utr: string) => utr.replace(/\s/g, '').toUpperCase();
