import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isWriteOfReading } from '#server/platform/database/reading.ts';
import { innermostError } from '#server/platform/explain-failure.ts';
import { inLanguage } from '#server/platform/languages/catalogue.ts';
import type { SecurityLog } from '#server/platform/log/security-log.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { type ErrorCode, errorStatus } from '#shared/error-status.ts';
import { AppError, type Failure, type FieldErrors } from '#shared/errors.ts';
import { type Language, pathIn, splitLanguage } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { sentence } from '#shared/sentence.ts';
import { renameErrors } from '#shared/wire-names.ts';
import { languageOf, nameLanguage } from './language.ts';
import { securityEventOf } from './security-events.ts';

/** The messages of fields in a language. */
const fieldsIn = (fields: FieldErrors, language: Language): FieldErrors =>
  Object.fromEntries(Object.entries(fields).map(([name, message]) => [name, inLanguage(message, language)]));

/** Sends a failure in the one shape that every failed call has. */
export function sendFailure(reply: FastifyReply, error: AppError): FastifyReply {
  const language = languageOf(reply.request);
  const failure: Failure = { success: false, code: error.code, message: inLanguage(error.said, language) };
  const { endpoint } = reply.request.routeOptions.config;
  if (error.fields) failure.fields = fieldsIn(renameErrors(error.fields, endpoint?.names, 'toWire'), language);
  if (error.power) failure.power = error.power;
  if (error.rows) failure.rows = error.rows;
  if (error.difference !== undefined) failure.difference = error.difference;
  if (error.missing !== undefined) failure.missing = error.missing;
  if (error.columns) failure.columns = error.columns;
  if (error.retryAfter !== undefined) reply.header('retry-after', Math.ceil(error.retryAfter));
  return nameLanguage(reply, language).code(errorStatus[error.code]).header('cache-control', 'no-store').send(failure);
}

export const tooLarge = () =>
  new AppError('TOO_LARGE', sentence`This is too large. A file may have ${limits.fileBytes / 1024 / 1024} MB at most.`);
const tooManyParts = () => new AppError('TOO_LARGE', 'This form has too many parts.');
const malformed = () => new AppError('MALFORMED', serverMessages.unreadable);

/** What Fastify and its plugins refuse, by code; every other foreign error is our own fault. */
const knownErrors: Record<string, () => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: tooLarge,
  FST_REQ_FILE_TOO_LARGE: tooLarge,
  FST_PARTS_LIMIT: tooManyParts,
  FST_FILES_LIMIT: tooManyParts,
  FST_FIELDS_LIMIT: tooManyParts,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new AppError('UNSUPPORTED_TYPE', 'This type of content is not supported.'),
};

/** System codes for a peer that cannot be reached or has disconnected. */
const connectionLost = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // The database's socket is a file.
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);

/**
 * PostgreSQL's codes for the same: no connection (08), shutdown or cancelled connection (57P), too many connections (53300),
 * read-only after another server took over (25006). Also two changes in conflict of which neither was made (40001, 40P01),
 * and a timeout (57014, 55P03, 25P03): trying again helps.
 */
const retryableCodes = /^(08...|57P0[1-5]|53300|25006|25P03|40001|40P01|57014|55P03)$/;

/** The driver's messages for the same that have no code. */
const driverLost =
  /connection terminated|not queryable|timeout exceeded when trying to connect|query read timeout|timeout expired|calling end on the pool/i;

function isDatabaseAway({ code = '', message = '' }: { code?: string; message?: string }): boolean {
  return connectionLost.has(code) || retryableCodes.test(code) || driverLost.test(message);
}

/** A full disk, an exceeded quota, and PostgreSQL's code for both. */
const noRoomCodes = new Set(['ENOSPC', 'EDQUOT', '53100']);
const noRoomMessage = 'Nothing can be saved just now, because the server has run out of space. Please try again later.';

/** Turns any thrown error into the failure that is sent. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code = '', statusCode } = error as FastifyError;
  const makeError = knownErrors[code];
  if (makeError) return makeError();
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return malformed();
  const cause = innermostError(error);
  // No other server has taken over: a GET tried to change something.
  if (cause.code === '25006' && isWriteOfReading(error)) return somethingWrong();
  // NUL, which no text in the database can hold.
  if (cause.code === '22021') return malformed();
  if (noRoomCodes.has(cause.code ?? '')) return new AppError('UNAVAILABLE', noRoomMessage, { retryAfter: 60 });
  if (isDatabaseAway(cause)) {
    return new AppError('UNAVAILABLE', 'The service is not available for a moment. Please try again shortly.', {
      retryAfter: 5,
    });
  }
  return somethingWrong();
}

const somethingWrong = () =>
  new AppError('INTERNAL' satisfies ErrorCode, 'Something went wrong on our side. Please try again.');

/**
 * What the log may hold of an unexpected error. The message and detail of a failed query contain its values, so only
 * its code and its place in our code are kept.
 */
export function describeForLog(error: unknown): Record<string, unknown> {
  const cause = innermostError(error);
  const isQuery = error instanceof Error && error.message.startsWith('Failed query');
  const frames = (error instanceof Error ? (error.stack ?? '') : '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: error instanceof Error ? error.name : typeof error,
    code: cause.code,
    ...(isQuery || /^[0-9A-Z]{5}$/.test(cause.code ?? '') ? {} : { message: cause.message }),
    at: frames.slice(0, 12).map((line) => line.trim()),
  };
}

/** Answers addresses that do not decode or are far too long: no hook and no other handler runs for them. */
export function answerBadAddress(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { url = '/' } = request.raw;
  if (/^\/api(?:[/?]|$)/i.test(url)) {
    sendFailure(reply, new AppError('NOT_FOUND', serverMessages.nothingHere));
  } else {
    // Like every page that does not exist.
    const { language, path } = splitLanguage(url);
    reply.redirect(/^\/admin(?:[/?]|$)/i.test(path) ? paths.admin.login : pathIn(language, paths.home), 302);
  }
}

export function setErrorHandler(app: FastifyInstance, security: SecurityLog): void {
  // Fastify's own answer repeats the address, and logs it.
  app.setNotFoundHandler((_request, reply) => sendFailure(reply, new AppError('NOT_FOUND', 'There is nothing here.')));
  app.setErrorHandler((error, request, reply) => {
    const failure = toAppError(error);
    const event = securityEventOf(request, failure);
    if (event) security.note(event);
    if (errorStatus[failure.code] >= 500) request.log.error({ error: describeForLog(error) }, 'a request failed');
    return sendFailure(reply, failure);
  });
}
