import { createHash } from 'node:crypto';
import type { Core } from '#server/core.ts';
import { asKnown } from '#server/features/content/known-version.ts';
import type { UploadedFile } from '#server/http/multipart.ts';
import { writeLog } from '#server/log/log.queries.ts';
import { encodeForPrint } from '#server/storage/pictures.ts';
import type { ReceiptSettings, ReceiptSettingsRecord } from '#shared/contracts/receipts.ts';
import { notFound } from '#shared/errors.ts';
import type { FileAnswer } from '#shared/file-response.ts';
import {
  findPicture,
  findReceiptSettings,
  keepPicture,
  lockReceiptSettings,
  saveReceiptSettings,
} from './receipts.queries.ts';

const signatureSize = { width: 700, height: 240 };
const called = 'The settings';

interface Change extends ReceiptSettings {
  removeSignature: boolean;
  version?: number | undefined;
}

/** What the office writes on receipts. A change is for those that are given out from then on. */
export function createReceiptSettingsService({ database }: Pick<Core, 'database'>) {
  async function get(): Promise<ReceiptSettingsRecord> {
    const { receipts, version } = asKnown(await findReceiptSettings(database), called);
    const { signature, ...said } = receipts;
    return { ...said, signature: signature === '' ? null : '/api/Payments/signature', version };
  }

  /** @throws RECORD_CHANGED, UNSUPPORTED_FILE */
  async function update({ removeSignature, version, ...values }: Change, upload: UploadedFile | undefined, by: string) {
    const picture = upload ? await encodeForPrint({ path: upload.path }, signatureSize, 'Signature') : undefined;
    await database.transaction(async (tx) => {
      const { id, receipts: before } = asKnown(await lockReceiptSettings(tx), called, version);
      const hash = picture && createHash('sha256').update(picture.bytes).digest('hex');
      if (picture && hash) await keepPicture(tx, hash, picture);
      const after = { ...values, signature: hash ?? (removeSignature ? '' : before.signature) };
      await saveReceiptSettings(tx, id, after);
      const changed = Object.entries(after).filter(([name, value]) => before[name as keyof typeof before] !== value);
      const note = changed.map(([name]) => name).join(', ');
      await writeLog(tx, { kind: 'content', by, action: 'Settings changed', subject: 'Receipts', note });
    });
  }

  /** @throws NOT_FOUND */
  async function signature(): Promise<FileAnswer> {
    const hash = (await findReceiptSettings(database))?.receipts.signature ?? '';
    const picture = hash === '' ? undefined : await findPicture(database, hash);
    if (!picture) throw notFound('This picture');
    const { bytes } = picture;
    return {
      body: bytes,
      length: bytes.byteLength,
      type: 'image/jpeg',
      attachment: 'signature.jpg',
      cacheControl: 'private, no-store',
    };
  }

  return { get, update, signature };
}
