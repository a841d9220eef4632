import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { AppError } from '#shared/errors.ts';
import type { S3Address } from './s3-address.ts';
import { isStorageKey, type Part, type Store } from './storage.ts';

/** Until the store begins to answer; sending a picture to a slow reader may take longer. */
const longest = 20_000;
const tries = 3;
/** Before a retry; doubled each time. In milliseconds. */
const pause = 50;
const emptyHash = createHash('sha256').digest('hex');
/** Written once, so that the readiness check proves that this bucket can be read and written. */
const probe = 'ready';

/** The error for people; the log gets the cause, which holds no address and no key. */
function away(cause: Error): AppError {
  const error = new AppError('UNAVAILABLE', 'Files cannot be reached for a moment. Please try again shortly.', {
    retryAfter: 10,
  });
  return Object.assign(error, { cause });
}

const answered = (response: Response) => away(new Error(`the file store answered ${response.status}`));

/**
 * Files in a bucket of an S3-compatible store, addressed by path; every request is signed with its content's hash.
 * @param answerMs milliseconds after which a silent store counts as unreachable
 */
export function openS3Storage(address: S3Address, answerMs = longest): Store {
  const { accessKeyId, secretAccessKey, region } = address;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });

  /** Retries when the store is busy or broken. */
  async function send(url: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      // Passed to `fetch` here: the signed request that the client makes loses its signal on garbage collection.
      const response = await fetch(await client.sign(url, init), { signal });
      if ((response.status < 500 && response.status !== 429) || attempt === tries) return response;
      await done(response);
      await sleep(Math.random() * pause * 2 ** attempt, undefined, { signal });
    }
  }

  async function request(
    method: string,
    key: string,
    { body, part }: { body?: Uint8Array<ArrayBuffer>; part?: Part | undefined } = {},
  ): Promise<Response> {
    if (!isStorageKey(key)) throw new Error('Not a storage key.');
    const timer = new AbortController();
    const timeout = setTimeout(() => timer.abort(), answerMs);
    const init = {
      method,
      ...(body ? { body } : {}),
      redirect: 'manual',
      headers: {
        'x-amz-content-sha256': body ? createHash('sha256').update(body).digest('hex') : emptyHash,
        ...(body ? { 'content-type': 'application/octet-stream' } : {}),
        ...(part ? { range: `bytes=${part.from}-${part.to}` } : {}),
      },
    } satisfies RequestInit;
    try {
      return await send(`${address.endpoint}/${address.bucket}/${address.prefix}${key}`, init, timer.signal);
    } catch (error) {
      throw away(error instanceof Error ? error : new Error('no answer'));
    } finally {
      clearTimeout(timeout);
    }
  }

  /** Releases the connection of an unread answer. */
  async function done(response: Response): Promise<void> {
    await response.body?.cancel();
  }

  async function put(key: string, bytes: Uint8Array): Promise<void> {
    const response = await request('PUT', key, { body: new Uint8Array(bytes) });
    await done(response);
    if (!response.ok) throw answered(response);
  }

  return {
    async put(key, source) {
      if ('path' in source) await put(key, await readFile(source.path));
      else await put(key, 'stream' in source ? await buffer(source.stream) : source.bytes);
    },
    async get(key, part) {
      const response = await request('GET', key, { part });
      if (response.status === (part ? 206 : 200) && response.body) {
        // The DOM's type and that of node:stream describe the same object.
        const body = Readable.fromWeb(response.body as unknown as ReadableStream);
        const range = response.headers.get('content-range');
        return { body, bytes: Number(part ? range?.split('/')[1] : response.headers.get('content-length')) };
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
      // A store that denies listing answers 'forbidden' for a missing file.
      if (response.status === 404 || response.status === 403) return put(probe, new TextEncoder().encode('ready\n'));
      if (!response.ok) throw answered(response);
    },
  };
}
