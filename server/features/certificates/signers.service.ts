import type { Core } from '#server/core.ts';
import { prepareSignature, signatureFile } from '#server/features/receipts/signatures.ts';
import { findSettings, lockSettings, saveSettings } from '#server/features/settings/settings.queries.ts';
import { assertVersion } from '#server/platform/database/versions.ts';
import type { UploadedFile } from '#server/platform/http/multipart.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { type CertificateSigners, type SignersChange, signerPositions } from '#shared/contracts/certificates.ts';

const called = 'The settings';
type Files = Partial<Record<'firstSignature' | 'secondSignature', UploadedFile | undefined>>;

/** The signers of certificates. A change affects only those issued afterwards. */
export function createSignersService({ database }: Pick<Core, 'database'>) {
  async function get(): Promise<CertificateSigners> {
    const { certificateSigners: signers, version } = assertVersion(await findSettings(database), called);
    const [first, second] = signerPositions.map((position, index) => {
      const { name = '', office = '', signature = '' } = signers[index] ?? {};
      return { name, office, signature: signature === '' ? null : `/api/Conference/signature/${position}` };
    });
    return { first: first!, second: second!, version };
  }

  /** @throws RECORD_CHANGED, UNSUPPORTED_FILE */
  async function update(input: SignersChange, files: Files, by: string): Promise<void> {
    const uploads = [files.firstSignature, files.secondSignature];
    const stored = await Promise.all(
      uploads.map(
        (upload, index) => upload && prepareSignature(upload, index === 0 ? 'firstSignature' : 'secondSignature'),
      ),
    );
    const typed = [
      { name: input.firstName, office: input.firstOffice, removed: input.removeFirst },
      { name: input.secondName, office: input.secondOffice, removed: input.removeSecond },
    ];
    await database.transaction(async (tx) => {
      const { id, certificateSigners: before } = assertVersion(await lockSettings(tx), called, input.version);
      const after = [];
      for (const [index, { name, office, removed }] of typed.entries()) {
        // A signature belongs to a name; without one the position is empty.
        if (name === '') continue;
        const hash = await stored[index]?.(tx);
        after.push({ name, office, signature: hash ?? (removed ? '' : (before[index]?.signature ?? '')) });
      }
      await saveSettings(tx, id, { certificateSigners: after });
      await writeLog(tx, {
        kind: 'content',
        feature: 'settings',
        by,
        action: 'Settings changed',
        subject: 'Certificates',
      });
    });
  }

  /** @throws NOT_FOUND */
  async function signature(position: (typeof signerPositions)[number]) {
    const signers = (await findSettings(database))?.certificateSigners ?? [];
    return signatureFile(database, signers[signerPositions.indexOf(position)]?.signature ?? '');
  }

  return { get, update, signature };
}
