import { Readable } from 'node:stream';
import { type Core, serviceOf } from '#server/core.ts';
import { findMember } from '#server/features/members/members.queries.ts';
import type { BaseCore } from '#server/platform/base-core.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { lockTextUntilCommit } from '#server/platform/database/locks.ts';
import { madeFile } from '#server/platform/file-answers.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import type { Attachment, AttachmentMakers } from '#server/platform/mail/kinds.ts';
import { findSender } from '#server/platform/mail/mail.queries.ts';
import { bufferToFile, type TableFormat, tableAnswer } from '#server/platform/spreadsheets/write-table.ts';
import type { Jpeg } from '#server/platform/typesetting/drawing.ts';
import { createDocumentCache, typeset } from '#server/platform/typesetting/typesetter.ts';
import { clock } from '#shared/clock.ts';
import type { FileAnswer } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { financialYearOf } from '#shared/financial-year.ts';
import { findIssuer } from './issued.queries.ts';
import { ledgerRows } from './ledger-table.ts';
import { receiptSheet, yearSheet } from './receipt-sheet.ts';
import {
  eachReceipt,
  eachRefund,
  findReceipt,
  findReceiptsOfYear,
  findReceiptYears,
  findValidReceipt,
  findYear,
  hasDeductions,
  hasOnlinePayments,
  hasReceipts,
  type ReceiptRow,
  saveClosing,
} from './receipts.queries.ts';
import { printedSignature } from './signatures.ts';
import { findSettledMoney, findStatePayments } from './tally.queries.ts';
import { tallySettingsOf } from './tally.service.ts';
import { receiptVouchers, refundVoucher, settlementVoucher, stateVoucher, tallyXml } from './tally.ts';
import { type ZipEntry, zipBytes } from './zip.ts';

const ledgerBatch = 1_000;
/** Receipts typeset per batch while the archive is sent. */
const zipBatch = 20;

/** `2026-27-000123.pdf`, with any prefix. */
const fileName = ({ year, number }: ReceiptRow) => `${year}-${String(number).padStart(6, '0')}.pdf`;

const closingOf = ({ closedAt, closedBy }: { closedAt: Date | null; closedBy: string }) => ({
  closed: closedAt !== null,
  by: closedAt && closedBy,
  at: closedAt?.toISOString() ?? null,
});

/** Called when a financial year is closed or reopened. */
export type FollowClosing = (
  core: Pick<BaseCore, 'database'>,
  tx: Transaction,
  year: string,
  closed: boolean,
) => Promise<void>;

/** Receipts as documents, made from their snapshots on each request. */
export function createReceiptsService({ database, config, log }: BaseCore) {
  const documents = createDocumentCache();

  const signatureOf = ({ content }: ReceiptRow) => printedSignature(database, content.association.signature);

  async function pdf(receipt: ReceiptRow, signature?: Jpeg | null): Promise<Uint8Array<ArrayBuffer>> {
    const picture = signature === undefined ? await signatureOf(receipt) : signature;
    return typeset({ kind: 'receipt', sheet: receiptSheet(receipt, picture, config.publicUrl) });
  }

  /** The receipt of a payment. @param memberId the required owner; absent for the office @throws NOT_FOUND */
  async function ofPayment(paymentId: string, memberId: string | undefined): Promise<FileAnswer> {
    const receipt = await findValidReceipt(database, paymentId);
    if (!receipt || (memberId !== undefined && receipt.memberId !== memberId)) throw notFound('This receipt');
    const bytes = await documents.get(receipt.receipt, () => pdf(receipt.receipt));
    return madeFile(bytes, 'application/pdf', fileName(receipt.receipt));
  }

  /** A person's receipts of a financial year with their sum. @throws NOT_FOUND for a year without any */
  async function statementOfYear(memberId: string, year: string): Promise<FileAnswer> {
    const rows = await findReceiptsOfYear(database, memberId, year);
    if (rows.length === 0) throw notFound('A receipt of this year');
    const [{ association }, member] = await Promise.all([
      findIssuer(database),
      findMember(database, memberId, 'unrestricted'),
    ]);
    const language = member?.language ?? 'en';
    const { name, address } = await findSender(database, language);
    const sheet = yearSheet({ ...association, name, address }, year, rows, language);
    const bytes = await typeset({ kind: 'table', sheet });
    return madeFile(bytes, 'application/pdf', `statement-${year}.pdf`);
  }

  /** The receipt for the mail that it is attached to; null when it was cancelled before that was sent. */
  async function attachment(receiptId: string): Promise<Attachment | null> {
    const receipt = await findReceipt(database, receiptId);
    if (!receipt || receipt.cancelledAt !== null) return null;
    return { name: fileName(receipt), type: 'application/pdf', bytes: await pdf(receipt) };
  }

  async function* filesOf(year: string): AsyncGenerator<ZipEntry> {
    const signatures = new Map<string, Jpeg | null>();
    for await (const batch of eachReceipt(database.reader, year, zipBatch)) {
      for (const { receipt } of batch) {
        const hash = receipt.content.association.signature ?? '';
        if (!signatures.has(hash)) signatures.set(hash, await signatureOf(receipt));
      }
      const files = batch.map(async ({ receipt }) => {
        const bytes = await pdf(receipt, signatures.get(receipt.content.association.signature ?? '') ?? null);
        return { name: fileName(receipt), bytes, time: receipt.issuedAt };
      });
      yield* await Promise.all(files);
    }
  }

  const noteExport = (by: string, subject: string, action: string, year: string) =>
    writeLog(database, { kind: 'export', by, subject, action, note: year });

  /** All receipts of a year, the cancelled ones marked. @throws NOT_FOUND for a year without any */
  async function zip(year: string, by: string): Promise<FileAnswer> {
    if (!(await hasReceipts(database, year))) throw notFound('A receipt of this year');
    await noteExport(by, 'ZIP', 'exported the receipts', year);
    const body = Readable.from(zipBytes(filesOf(year)), { objectMode: false });
    body.on('error', (error) => log.error({ reason: error.name }, 'an archive of receipts broke off'));
    return { body, type: 'application/zip', attachment: `receipts-${year}.zip`, cacheControl: 'private, no-store' };
  }

  /** The ledger of a year as of one moment, with totals. */
  async function ledger(year: string, format: TableFormat, by: string): Promise<FileAnswer> {
    await noteExport(by, format.toUpperCase(), 'exported the ledger', year);
    return database.snapshot(async (db) => {
      const closing = await findYear(db, year);
      const rows = ledgerRows(
        year,
        eachReceipt(db, year, ledgerBatch),
        eachRefund(db, year, ledgerBatch),
        closing?.closedAt ? { at: closing.closedAt, by: closing.closedBy } : null,
        { online: await hasOnlinePayments(db), salary: await hasDeductions(db, year) },
      );
      const answer = tableAnswer(format, `ledger-${year}`, `Ledger ${year}`, rows, (error) =>
        log.error({ reason: error.name }, 'an export broke off'),
      );
      return { ...answer, body: await bufferToFile(config.dataDir, answer.body) };
    });
  }

  /** The ledger of a year as vouchers, as of one moment. */
  async function tally(year: string, by: string): Promise<FileAnswer> {
    await noteExport(by, 'TALLY', 'exported the ledger', year);
    return database.snapshot(async (db) => {
      const settings = await tallySettingsOf(db);
      async function* vouchers() {
        for await (const batch of eachReceipt(db, year, ledgerBatch)) {
          for (const entry of batch) yield* receiptVouchers(entry, settings);
        }
        for await (const batch of eachRefund(db, year, ledgerBatch)) {
          for (const entry of batch) yield refundVoucher(entry, settings);
        }
        for (const payment of await findStatePayments(db, year)) yield stateVoucher(payment, settings);
        for (const settlement of await findSettledMoney(db, year)) yield settlementVoucher(settlement, settings);
      }
      async function* bytes() {
        let ready: string[] = [];
        for await (const part of tallyXml(settings.company, vouchers())) {
          ready.push(part);
          if (ready.length === ledgerBatch) {
            yield Buffer.from(ready.join(''));
            ready = [];
          }
        }
        yield Buffer.from(ready.join(''));
      }
      return {
        body: await bufferToFile(config.dataDir, bytes()),
        type: 'application/xml',
        attachment: `tally-${year}.xml`,
        cacheControl: 'private, no-store',
      };
    });
  }

  async function years() {
    const rows = await findReceiptYears(database);
    return rows.map(({ year, receipts, ...closing }) => ({ year, receipts, ...closingOf(closing) }));
  }

  /**
   * Closes or reopens a financial year; no change if it is so already.
   * @param follow further steps in the same transaction
   * @throws VALIDATION for a year that has not begun
   */
  async function close(
    { year, closed, reason }: { year: string; closed: boolean; reason: string },
    by: string,
    follow: FollowClosing,
  ) {
    if (year > financialYearOf(clock.today())) {
      const message = 'This financial year has not begun.';
      throw new AppError('VALIDATION', message, { fields: { year: message } });
    }
    return database.transaction(async (tx) => {
      // Transactions that date something in the year hold this lock in shared mode to their end.
      await lockTextUntilCommit(tx, 'financialYear', year);
      const before = await findYear(tx, year);
      const now = clock.now();
      if (closed === Boolean(before?.closedAt)) {
        return { year, ...closingOf(before ?? { closedAt: null, closedBy: '' }) };
      }
      await saveClosing(tx, year, closed ? now : null, closed ? by : '');
      await follow({ database }, tx, year, closed);
      const action = closed ? 'closed the financial year' : 'opened the financial year again';
      await writeLog(tx, { kind: 'decision', by, subject: year, action, note: reason });
      return { year, closed, by, at: now.toISOString() };
    });
  }

  return { ofPayment, statementOfYear, attachment, zip, ledger, tally, close, years };
}

/** Makes the attachments of mails when they are sent. */
export function attachmentMakers(core: Core): AttachmentMakers {
  const receipts = serviceOf(core, createReceiptsService);
  return {
    async 'payment-received'({ data }) {
      // Mails queued by an older version name no receipt.
      if (!data.receipt) return [];
      const receipt = await receipts.attachment(data.receipt);
      return receipt && [receipt];
    },
  };
}
