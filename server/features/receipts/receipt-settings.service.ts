import type { Core } from '#server/core.ts';
import { findSettings, lockSettings, saveSettings } from '#server/features/settings/settings.queries.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { assertVersion } from '#server/platform/database/versions.ts';
import type { UploadedFile } from '#server/platform/http/multipart.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import type { ReceiptSettings, ReceiptSettingsRecord } from '#shared/contracts/receipts.ts';
import type { FileAnswer } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { financialYearOf } from '#shared/financial-year.ts';
import { holdYears } from './issued.queries.ts';
import { prepareSignature, signatureFile } from './signatures.ts';

export const yearClosed = (year: string) => new AppError('YEAR_CLOSED', `The financial year ${year} is closed.`);

/** Keeps the financial year of a day open until the transaction ends. @throws YEAR_CLOSED */
export async function mustBeOpenOn(tx: Transaction, day: string): Promise<void> {
  const year = financialYearOf(day);
  if ((await holdYears(tx, [year])).has(year)) throw yearClosed(year);
}

const called = 'The settings';

interface Change extends ReceiptSettings {
  removeSignature: boolean;
  version?: number | undefined;
}

/** The office's fields on receipts. A change affects only receipts issued afterwards. */
export function createReceiptSettingsService({ database }: Pick<Core, 'database'>) {
  async function get(): Promise<ReceiptSettingsRecord> {
    const { receipts, version } = assertVersion(await findSettings(database), called);
    const { signature, ...said } = receipts;
    return { ...said, signature: signature === '' ? null : '/api/Payments/signature', version };
  }

  /** @throws RECORD_CHANGED, UNSUPPORTED_FILE */
  async function update({ removeSignature, version, ...values }: Change, upload: UploadedFile | undefined, by: string) {
    const storeSignature = upload && (await prepareSignature(upload, 'signature'));
    await database.transaction(async (tx) => {
      const { id, receipts: before } = assertVersion(await lockSettings(tx), called, version);
      const hash = await storeSignature?.(tx);
      const after = { ...values, signature: hash ?? (removeSignature ? '' : before.signature) };
      await saveSettings(tx, id, { receipts: after });
      const changed = Object.entries(after).filter(([name, value]) => before[name as keyof typeof before] !== value);
      const note = changed.map(([name]) => name).join(', ');
      await writeLog(tx, {
        kind: 'content',
        feature: 'settings',
        by,
        action: 'Settings changed',
        subject: 'Receipts',
        note,
      });
    });
  }

  /** @throws NOT_FOUND */
  async function signature(): Promise<FileAnswer> {
    return signatureFile(database, (await findSettings(database))?.receipts.signature ?? '');
  }

  return { get, update, signature };
}
