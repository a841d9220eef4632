import { createHash } from 'node:crypto';
import type { Core } from '#server/core.ts';
import {
  findHolder,
  findMember,
  findMemberOrKept,
  findRepeated,
  findTier,
  insertMember,
  isEmailConflict,
  lockEmail,
  lockMember,
  type MemberRow,
  mustNotBeMerged,
  nextReference,
  type TierRow,
  tierTitle,
} from '#server/features/members/members.queries.ts';
import { emailTaken, personColumns } from '#server/features/members/records.ts';
import { type PersonFiles, storePersonFiles } from '#server/features/members/stored-files.ts';
import { askAdmission, claimAdmission } from '#server/features/payments/ledger.ts';
import { isAllowed } from '#server/features/payments/payment-states.ts';
import { findAdmission, findPayment, type PaymentRow } from '#server/features/payments/payments.queries.ts';
import { owedInWords } from '#server/features/subscription/owed.ts';
import type { Queryable, Transaction } from '#server/platform/database/client.ts';
import type { Whose } from '#server/platform/database/reach.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import type { UploadedFile } from '#server/platform/http/multipart.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { mailOffice } from '#server/platform/mail/to-office.ts';
import { mustBeRehearsed } from '#server/platform/rehearsal/rehearsal.queries.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { RollbackQuietly, withUploadedFiles } from '#server/platform/storage/uploads.ts';
import type { Network } from '#server/platform/throttles/network.ts';
import { countTry, type Throttle } from '#server/platform/throttles/throttles.queries.ts';
import { clock } from '#shared/clock.ts';
import type { Registration } from '#shared/contracts/registrations.ts';
import { AppError, notFound, orNotFound } from '#shared/errors.ts';
import { currentTermsVersion } from '#shared/legal.ts';
import { formatRupees } from '#shared/money.ts';
import { hasPower } from '#shared/powers.ts';
import { paymentLink } from './payment-request.ts';

/** The caller. */
export type Sender = 'visitor' | Pick<ActingAdministrator, 'email' | 'powers' | 'reach'>;

/** The reach of a caller: with the power `money` a payment's record can be in any State. */
const whoseOf = (sender: Sender): Whose =>
  sender === 'visitor' || hasPower(sender, 'money') ? 'unrestricted' : sender.reach;

// The calls themselves are limited loosely per network. Anybody can type somebody else's e-mail, and
// should not lock that person out: from another network there are tries left.
const hour = 60 * 60;
const perEmailAndNetwork: Throttle = { name: 'registration-email-network', count: 10, seconds: hour };
const perEmail: Throttle = { name: 'registration-email', count: 50, seconds: hour };
const mailsToHolder: Throttle = { name: 'registration-holder', count: 3, seconds: 24 * hour };
const proofsPerRecord: Throttle = { name: 'payment-record', count: 20, seconds: hour };

/** The registration exists already. */
class Repeated extends RollbackQuietly {
  readonly row: MemberRow;
  constructor(row: MemberRow) {
    super('repeated');
    this.row = row;
  }
}

const consentTo = (sender: Sender) => (sender === 'visitor' ? 'website' : 'office');

/** Hash of a submission: all values, the bytes of both files, and the kind of sender. */
function submissionHash(body: Registration, files: PersonFiles, sender: Sender): string {
  const content = [consentTo(sender), body, files.document?.hash ?? '', files.picture?.hash ?? ''];
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}

/** Why a record accepts no proof of payment any more; null while it does. */
function closedFor(row: MemberRow, payment: PaymentRow): string | null {
  if (row.status === 'Approved') return 'This registration has already been approved.';
  if (row.status === 'Rejected') return 'This registration is closed. Please write to the association.';
  if (!isAllowed('claim', payment.state)) return 'The payment of this registration has already been accepted.';
  return null;
}

/** A record that accepts proofs, with its payment. @throws NOT_FOUND, WRONG_STATE */
async function mustBeOpen(db: Queryable, row: MemberRow | undefined) {
  if (!row) throw notFound('This registration');
  const payment = await findAdmission(db, row.id);
  const reason = closedFor(row, payment);
  if (reason !== null) throw new AppError('WRONG_STATE', reason);
  return { row, payment };
}

/** From the form to the proof of payment. */
export function createRegistrationService(core: Core) {
  const { database, files, config } = core;

  /** Mails the owner of an e-mail how to go on, a few times a day at most: others can trigger this. */
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
        link: holder.status === 'Approved' ? `${config.publicUrl}/?login` : paymentLink(config, holder),
      },
      memberId: holder.id,
    });
  }

  async function refuse(holder: MemberRow | undefined, sender: Sender): Promise<never> {
    if (holder && sender === 'visitor') await informHolder(holder);
    throw emailTaken();
  }

  /** Queues the acknowledgement and the office's notice, and logs an administrator who added the record. */
  async function announce(tx: Transaction, row: MemberRow, tier: TierRow, sender: Sender): Promise<void> {
    const { id: memberId, reference, name } = row;
    if (sender !== 'visitor') {
      const action = 'added the registration';
      await writeLog(tx, { kind: 'member', by: sender.email, subject: reference, action, memberId });
    }
    const title = tierTitle(tier, row.language);
    const facts = {
      name,
      reference,
      tier: title,
      fee: formatRupees(tier.fee),
      owed: await owedInWords(tx, tier.fee),
      link: paymentLink(config, row),
    };
    await enqueueMail(tx, { kind: 'registration-received', to: row.email, data: facts, memberId });
    const data = { reference, tier: tier.title, link: `${config.publicUrl}/admin/Registrations` };
    await mailOffice(tx, { power: 'members', state: row.state }, { kind: 'registration-office', data });
  }

  /**
   * Creates a New record, with its acknowledgement to the applicant and the notice to the office. The same content sent
   * again within minutes returns the existing registration.
   * @throws TOO_MANY, EMAIL_TAKEN, UNSUPPORTED_FILE, VALIDATION for a tier that is not offered
   */
  async function register(
    body: Registration,
    uploads: PersonFiles,
    sender: Sender,
    network: Network,
  ): Promise<MemberRow> {
    if (sender === 'visitor') {
      await mustBeRehearsed(database, body.email);
      await countTry(database, perEmailAndNetwork, [body.email, network]);
      await countTry(database, perEmail, body.email);
    }
    if (sender !== 'visitor' && !sender.reach.has(body.state)) {
      const message = `You add registrations of ${sender.reach.states.join(', ')} only.`;
      throw new AppError('VALIDATION', message, { fields: { state: message } });
    }
    const tier = await findTier(database, body.membership);
    if (!tier?.offered) {
      const message = serverMessages.tierNotOffered;
      throw new AppError('VALIDATION', message, { fields: { membership: message } });
    }
    const hash = submissionHash(body, uploads, sender);
    // Both are checked again below under a lock; here they save the work on the pictures. In this order, so
    // that a record created between the two queries is not taken for somebody else's.
    const holder = await findHolder(database, body.email);
    const repeated = await findRepeated(database, hash);
    if (repeated) return repeated;
    if (holder) return refuse(holder, sender);

    const { picture, document, stored } = await storePersonFiles(files, uploads);
    const insert = async (tx: Transaction) => {
      await lockEmail(tx, body.email);
      const meanwhile = await findRepeated(tx, hash);
      if (meanwhile) throw new Repeated(meanwhile);
      if (await findHolder(tx, body.email)) throw emailTaken();
      await files.attach(tx, ...stored);
      const row = await insertMember(tx, {
        ...personColumns(body),
        reference: await nextReference(tx),
        membership: body.membership,
        email: body.email,
        language: body.language,
        documentFile: document?.key,
        pictureFile: picture?.key,
        termsVersion: body.termsVersion || currentTermsVersion,
        termsLanguage: consentTo(sender) === 'website' ? body.language : null,
        consentAt: clock.now(),
        consentTo: consentTo(sender),
        submissionHash: hash,
      });
      await askAdmission(tx, row, tier.fee);
      await announce(tx, row, tier, sender);
      return row;
    };
    try {
      return await withUploadedFiles(core, stored, () => database.transaction(insert));
    } catch (error) {
      if (error instanceof Repeated) return error.row;
      const isTaken = (error instanceof AppError && error.code === 'EMAIL_TAKEN') || isEmailConflict(error);
      if (isTaken) return refuse(await findHolder(database, body.email), sender);
      throw error;
    }
  }

  /** The data of the payment step, none of them personal. @throws NOT_FOUND */
  async function paymentState(id: string) {
    const row = orNotFound(await findMemberOrKept(database, id, 'unrestricted'), 'This registration');
    const payment = await findAdmission(database, row.id);
    const { asked } = (await findPayment(database, payment.id))!.whole;
    const open = payment.state === 'claimed' ? ('payment_sent' as const) : ('payment_due' as const);
    return {
      id: row.id,
      reference: payment.reference,
      paymentId: payment.id,
      membership: row.membership,
      // What is open, or else what was asked.
      fee: isAllowed('claim', payment.state) ? payment.amount : asked,
      state: closedFor(row, payment) === null ? open : ('closed' as const),
    };
  }

  /**
   * Checks that this record accepts a proof of payment, before the picture is read.
   * @throws NOT_FOUND, WRONG_STATE once the record was decided or its payment accepted, TOO_MANY
   */
  async function expectPaymentProof(id: string, sender: Sender): Promise<void> {
    await mustNotBeMerged(database, id, whoseOf(sender));
    await mustBeOpen(database, await findMember(database, id, whoseOf(sender)));
    if (sender === 'visitor') await countTry(database, proofsPerRecord, id);
  }

  /**
   * Takes the screenshot of a payment, replacing an earlier one; an earlier transaction reference stays unless a new one is given.
   * @throws NOT_FOUND, WRONG_STATE as above, UNSUPPORTED_FILE
   */
  async function sendPaymentProof(id: string, utr: string, upload: UploadedFile, sender: Sender): Promise<void> {
    const screenshot = await files.storePicture(upload, 'screenshot', 'screenshot');
    const replace = async (tx: Transaction) => {
      const { row } = await mustBeOpen(tx, await lockMember(tx, id, whoseOf(sender)));
      await files.attach(tx, screenshot);
      const claim = { utr, proofFile: screenshot.key };
      await files.release(tx, await claimAdmission(tx, config, row, claim));
    };
    await withUploadedFiles(core, [screenshot], () => database.transaction(replace));
  }

  return { register, paymentState, expectPaymentProof, sendPaymentProof };
}
