import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { AppError } from '#shared/errors.ts';
import type { S3Address } from './s3-address.ts';
import { isStorageKey, type Store } from './storage.ts';

/** Until the store begins to answer; how long a picture then takes to a slow reader is another matter. */
const answerMs = 20_000;
const tries = 3;
const emptyHash = createHash('sha256').digest('hex');
/** Written once, so that being ready means: this bucket can be written to and read from. */
const probe = 'ready';

/** What people are told; the log gets the cause, which holds no address and no key. */
function away(cause: Error): AppError {
  const error = new AppError('UNAVAILABLE', 'Files cannot be reached for a moment. Please try again shortly.', {
    retryAfter: 10,
  });
  return Object.assign(error, { cause });
}

const answered = (response: Response) => away(new Error(`the file store answered ${response.status}`));

/** Files in a bucket of an S3-compatible store, addressed by path; every request is signed with its content's hash. */
export function openS3Storage(address: S3Address): Store {
  const { accessKeyId, secretAccessKey, region } = address;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: tries - 1 });

  async function request(method: string, key: string, body?: Uint8Array<ArrayBuffer>): Promise<Response> {
    if (!isStorageKey(key)) throw new Error('Not a storage key.');
    const timer = new AbortController();
    const timeout = setTimeout(() => timer.abort(), answerMs);
    try {
      return await client.fetch(`${address.endpoint}/${address.bucket}/${address.prefix}${key}`, {
        method,
        ...(body ? { body } : {}),
        redirect: 'manual',
        signal: timer.signal,
        headers: {
          'x-amz-content-sha256': body ? createHash('sha256').update(body).digest('hex') : emptyHash,
          ...(body ? { 'content-type': 'application/octet-stream' } : {}),
        },
      });
    } catch (error) {
      throw away(error instanceof Error ? error : new Error('no answer'));
    } finally {
      clearTimeout(timeout);
    }
  }

  /** Lets go of an answer whose body nobody reads. */
  async function done(response: Response): Promise<void> {
    await response.body?.cancel();
  }

  async function put(key: string, bytes: Uint8Array): Promise<void> {
    const response = await request('PUT', key, new Uint8Array(bytes));
    await done(response);
    if (!response.ok) throw answered(response);
  }

  return {
    async put(key, source) {
      if ('path' in source) await put(key, await readFile(source.path));
      else await put(key, 'stream' in source ? await buffer(source.stream) : source.bytes);
    },
    async get(key) {
      const response = await request('GET', key);
      if (response.ok && response.body) {
        // The platform's own type and that of node:stream describe the same object.
        const body = Readable.fromWeb(response.body as unknown as ReadableStream);
        return { body, bytes: Number(response.headers.get('content-length')) };
      }
      await done(response);
      if (response.status === 404) return null;
      throw answered(response);
    },
    async remove(key) {
      const response = await request('DELETE', key);
      await done(response);
      if (!response.ok && response.status !== 404) throw answered(response);
    },
    async check() {
      const response = await request('HEAD', probe);
      await done(response);
      // A store that may not list its bucket says 'forbidden' where it means 'no such file'.
      if (response.status === 404 || response.status === 403) return put(probe, new TextEncoder().encode('ready\n'));
      if (!response.ok) throw answered(response);
    },
  };
}
