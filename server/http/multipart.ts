import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { FileRules } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';

/** A file that came in, lying in the temporary folder until the request is answered. */
export interface UploadedFile {
  path: string;
  /** As the sender called it, without folders; never used as a path. */
  name: string;
  /** As the sender claims; never trusted. */
  claimedType: string;
  bytes: number;
  /** SHA-256, hex. */
  hash: string;
}

export interface MultipartBody {
  body: Record<string, unknown>;
  files: Record<string, UploadedFile>;
  /** Messages at file fields, found while reading. */
  fileErrors: Record<string, string>;
}

const megabytes = limits.fileBytes / 1024 / 1024;

/**
 * Reads a multipart body: files go to `folder`, `name[]` and repeated parts become lists.
 * Every part is read to its end even when one is refused, so that all messages come at once.
 */
export async function readMultipart(request: FastifyRequest, rules: FileRules, folder: string): Promise<MultipartBody> {
  const result: MultipartBody = { body: {}, files: {}, fileErrors: {} };
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        // A part without a name is as good as none.
        if (part.fieldname) addField(result.body, part.fieldname, part.value);
        continue;
      }
      const wanted = Object.hasOwn(rules, part.fieldname) && !result.files[part.fieldname];
      if (!wanted) {
        part.file.resume();
        continue;
      }
      const file: UploadedFile = {
        path: join(folder, randomUUID()),
        name: baseName(part.filename ?? ''),
        claimedType: part.mimetype,
        bytes: 0,
        hash: '',
      };
      result.files[part.fieldname] = file;
      const hash = createHash('sha256');
      const measure = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          file.bytes += chunk.length;
          hash.update(chunk);
          done(null, chunk);
        },
      });
      await pipeline(part.file, measure, createWriteStream(file.path, { mode: 0o600 }));
      file.hash = hash.digest('hex');
      if (part.file.truncated) {
        result.fileErrors[part.fieldname] = `This file is larger than ${megabytes} MB. Please choose a smaller one.`;
      }
      // A form sends an untouched file field as an empty part without a name.
      if (file.bytes === 0) {
        if (file.name) result.fileErrors[part.fieldname] = 'This file is empty. Please choose another one.';
        delete result.files[part.fieldname];
        await rm(file.path, { force: true });
      }
    }
  } catch (error) {
    await removeUploads(result.files);
    throw isSendersFault(error, request) ? new AppError('MALFORMED', 'The form could not be read.') : error;
  }
  return result;
}

/** The parser's complaints about a broken form carry no code; whoever has gone away in the middle is told nothing anyhow. */
function isSendersFault(error: unknown, { raw }: FastifyRequest): boolean {
  const fromParser = error instanceof Error && error.constructor === Error && !('code' in error);
  return fromParser || (raw.destroyed && !raw.complete);
}

export async function removeUploads(files: Record<string, UploadedFile>): Promise<void> {
  await Promise.all(Object.values(files).map((file) => rm(file.path, { force: true })));
}

function addField(body: Record<string, unknown>, rawName: string, value: unknown): void {
  const isList = rawName.endsWith('[]');
  const name = isList ? rawName.slice(0, -2) : rawName;
  if (name === '__proto__' || name === 'constructor' || name === 'prototype') {
    throw new AppError('MALFORMED', 'The form could not be read.');
  }
  const present = Object.hasOwn(body, name) ? body[name] : undefined;
  if (present === undefined) body[name] = isList ? [value] : value;
  else body[name] = Array.isArray(present) ? [...present, value] : [present, value];
}

function baseName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  return last.replace(/\p{Cc}/gu, '').slice(-150);
}
