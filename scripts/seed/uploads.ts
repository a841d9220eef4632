import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UploadedFile } from '#server/platform/http/multipart.ts';

/** Runs `use` with the bytes as an uploaded file, which is removed afterwards. */
export async function asUpload<T>(
  name: string,
  bytes: Uint8Array,
  use: (upload: UploadedFile) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'association-seed-'));
  try {
    const path = join(folder, 'file');
    await writeFile(path, bytes);
    const hash = createHash('sha256').update(bytes).digest('hex');
    return await use({ path, name, claimedType: 'image/jpeg', bytes: bytes.byteLength, hash });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
