import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { serverMessages } from '#server/platform/server-messages.ts';
import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { givenName } from '#server/platform/storage/file-names.ts';
import type { AnyEndpoint, FileRule, FileRules } from '#shared/endpoint.ts';
import { AppError, type FieldErrors } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { sentence, withFigures } from '#shared/sentence.ts';
import { renameErrors, toWire } from '#shared/wire-names.ts';
import { asTyped } from './bodies.ts';
import { tooLarge } from './error-handler.ts';
import { readBounded } from './read-bounded.ts';

/** An uploaded file, kept in the temporary folder until the request is answered. */
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
  /** Messages at fields, found while reading. */
  fieldErrors: FieldErrors;
}

/** Where the files of one request go. */
export interface UploadTarget {
  folder: string;
  /** Reserves space before bytes are written. @throws TOO_MANY, UNAVAILABLE */
  take(bytes: number): void;
  give(bytes: number): void;
}

/** Allowance for the headers of parts and for files that the call does not take. */
const otherBytes = 1024 * 1024;

/** Every part comes as a stream, texts too, so that their size can be limited as they arrive. */
export const multipartOptions = {
  isPartAFile: () => true,
  throwFileSizeLimit: false,
  limits: {
    fileSize: limits.fileBytes,
    files: limits.multipartFields + 20,
    parts: limits.multipartFields + 20,
    // Room for the longest file name.
    headerSize: 4 * 1024,
  },
};

type Part = { fieldname: string; filename?: string; mimetype: string; file: Readable & { truncated?: boolean } };

/**
 * Reads the multipart body of a call: under the wire's names, files go to the folder of `target`, `name[]` and repeated parts become lists.
 * Every part is read to its end even when one is refused, so that all messages come at once.
 * @throws TOO_LARGE, MALFORMED, and what writing the files throws
 */
export async function readMultipart(
  request: FastifyRequest,
  { files = {}, fieldLimit = limits.formFieldBytes, names }: Pick<AnyEndpoint, 'files' | 'fieldLimit' | 'names'>,
  target: UploadTarget,
): Promise<MultipartBody> {
  const rules: FileRules = toWire(files, names?.files);
  const result: MultipartBody = { body: {}, files: {}, fieldErrors: {} };
  let textBytes = 0;
  const countText = (bytes: number) => {
    request.onBodyBytes?.(bytes);
    textBytes += bytes;
    if (textBytes > Math.max(limits.formTextBytes, fieldLimit))
      throw new AppError('TOO_LARGE', 'Taken together, the texts in this form are too long.');
  };
  const largest = Object.values<FileRule>(rules).flatMap(({ maxBytes = limits.fileBytes, several = 1 }) =>
    Array.from({ length: several }, () => maxBytes),
  );
  const tooMuch = boundBody(
    request,
    largest.reduce((sum, bytes) => sum + bytes, 0),
  );
  const bounds = { limits: { ...multipartOptions.limits, fileSize: Math.max(limits.fileBytes, ...largest) } };
  try {
    for await (const part of request.parts(bounds) as AsyncIterable<Part>) {
      tooMuch.throwIfAborted();
      const { fieldname: name = '', filename, mimetype, file } = part;
      countText(name.length + (filename?.length ?? 0));
      if (filename === undefined && mimetype !== 'application/octet-stream') {
        const { bytes, truncated } = await readBounded(file, fieldLimit, countText);
        // A part without a name is ignored.
        if (name === '') continue;
        addField(result.body, name, asTyped(bytes.toString()));
        if (truncated) result.fieldErrors[name.replace(/\[\]$/, '')] = messages.general.tooLong;
      } else if (Object.hasOwn(rules, nameOfRule(name)) && mayTake(result, rules, nameOfRule(name))) {
        const rule = rules[nameOfRule(name)]!;
        await receiveFile(part, keyOf(result, nameOfRule(name)), target, result, rule);
        if (file.truncated && rule.accept === 'table') throw tooLarge();
      } else {
        file.resume();
      }
    }
    tooMuch.throwIfAborted();
  } catch (error) {
    await removeUploads(result.files, target);
    if (tooMuch.aborted) throw tooLarge();
    // A client that is still sending reads the answer only afterwards.
    request.raw.unpipe();
    request.raw.resume();
    const long = hasTooManyParts(error) && longestList(result.body);
    if (long) {
      const fields = renameErrors({ [long]: serverMessages.tooMany }, names, 'fromWire');
      throw new AppError('VALIDATION', serverMessages.tooMany, { fields });
    }
    throw isSendersFault(error, request) ? new AppError('MALFORMED', 'The form could not be read.') : error;
  }
  return result;
}

const nameOfRule = (name: string) => name.replace(/\[\]$/, '');
const filesNamed = (files: object, name: string) => Object.keys(files).filter((key) => key.split(' ')[0] === name);
/** The first file of a name has that, further ones a number behind it. */
const keyOf = ({ files }: MultipartBody, name: string) =>
  files[name] ? `${name} ${filesNamed(files, name).length + 1}` : name;

/** Whether another file of this name is taken; too many of several are told, a second one elsewhere is ignored. */
function mayTake({ files, fieldErrors }: MultipartBody, rules: FileRules, name: string): boolean {
  const { several } = rules[name]!;
  const isRoom = filesNamed(files, name).length < (several ?? 1);
  if (!isRoom && several) fieldErrors[name] = withFigures`Please choose at most ${several} files.`;
  return isRoom;
}

/** All files that came under a name. */
export const filesOf = (files: Record<string, UploadedFile | undefined>, name: string): UploadedFile[] =>
  filesNamed(files, name).flatMap((key) => files[key] ?? []);

/** Keeps one file, unless it is empty or too large. */
async function receiveFile(
  part: Part,
  key: string,
  target: UploadTarget,
  { files, fieldErrors }: MultipartBody,
  { maxBytes = limits.fileBytes, accept }: FileRule,
): Promise<void> {
  const file: UploadedFile = {
    path: join(target.folder, randomUUID()),
    name: givenName(part.filename ?? ''),
    claimedType: part.mimetype,
    bytes: 0,
    hash: '',
  };
  files[key] = file;
  const name = nameOfRule(part.fieldname);
  const hash = createHash('sha256');
  async function* measured(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      target.take(chunk.length);
      file.bytes += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
  }
  // Opened before anything is refused: a stream that opens the file by itself could do so after its removal.
  const opened = await open(file.path, 'wx', 0o600);
  await pipeline(part.file, measured, opened.createWriteStream());
  file.hash = hash.digest('hex');
  const megabytes = maxBytes / 1024 / 1024;
  if (part.file.truncated || file.bytes > maxBytes) {
    if (accept === 'table')
      throw new AppError('TOO_LARGE', sentence`This file is larger than ${megabytes} MB. Please split it.`);
    fieldErrors[name] = withFigures`This file is larger than ${megabytes} MB. Please choose a smaller one.`;
  }
  // A form sends an untouched file field as an empty part without a name. A table's reader explains what is wrong with it.
  if (file.bytes === 0 && !(file.name && accept === 'table')) {
    if (file.name) fieldErrors[name] = serverMessages.emptyFile;
    delete files[key];
    await rm(file.path, { force: true });
  }
}

/** Aborts, and ends the connection, once far more has arrived than any form holds. */
function boundBody({ raw }: FastifyRequest, fileBytes: number): AbortSignal {
  const max = 2 * fileBytes + limits.formTextBytes + otherBytes;
  const tooMuch = new AbortController();
  let bytes = 0;
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= max || tooMuch.signal.aborted) return;
    tooMuch.abort();
    raw.destroy();
  });
  return tooMuch.signal;
}

const hasTooManyParts = (error: unknown) =>
  ['FST_PARTS_LIMIT', 'FST_FILES_LIMIT'].includes((error as { code?: string }).code ?? '');

/** The name with the longest list, where that makes up most of a form. */
const longestList = (body: Record<string, unknown>): string | undefined =>
  Object.keys(body).find((name) => Array.isArray(body[name]) && body[name].length > limits.multipartFields / 2);

/** The parser's errors about a broken form carry no code; a client that disconnected gets no answer anyway. */
function isSendersFault(error: unknown, { raw }: FastifyRequest): boolean {
  const fromParser = error instanceof Error && error.constructor === Error && !('code' in error);
  return fromParser || (raw.destroyed && !raw.complete);
}

export async function removeUploads(files: Record<string, UploadedFile>, target: UploadTarget): Promise<void> {
  await Promise.all(
    Object.values(files).map(async (file) => {
      await rm(file.path, { force: true });
      target.give(file.bytes);
    }),
  );
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
