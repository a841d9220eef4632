import type { Config } from '../config.ts';
import { DataDirInUse } from './data-dir.ts';

/** Classes of SQLSTATE that concern the server, the login or its rights, rather than one of our statements. */
const refusals = /^(08|28|3D|53|57|58)...$|^42501$/;
const certificates = /CERT|^UNABLE_TO_/;
/** Errors of the network, or of a connection's encryption. */
const connections =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|EPIPE)$|CERT|_SSL_|_TLS_|^UNABLE_TO_/;

/** A full disk, or a quota that is used up, in the words of the system, PostgreSQL, or SQLite. */
const full = /\b(ENOSPC|EDQUOT)\b|no space left on device|disk quota exceeded|disk is full|disk full/i;

/**
 * Why the server does not start: one sentence if the cause is the machine or the configuration, the stack if it is the program.
 */
export function explainFailure(
  error: unknown,
  config: Pick<Config, 'host' | 'port' | 'dataDir' | 'databaseUrl' | 'databaseOwnerUrl'>,
): string {
  if (!(error instanceof Error)) return String(error);
  const cause = innermostError(error);
  const { code = '', message, syscall, hostname, path } = cause;
  if (code === 'EADDRINUSE') return `Port ${config.port} on ${config.host} is already in use; set PORT to a free one.`;
  if (code === 'EACCES' && cause.syscall === 'listen')
    return `Port ${config.port} may not be used by this user; set PORT.`;
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${config.host}; correct HOST.`;
  if (syscall === 'getaddrinfo' && hostname === config.host)
    return `No address is known of ${config.host}; correct HOST.`;
  if (config.databaseUrl) {
    const which = `The database of DATABASE_URL${config.databaseOwnerUrl ? ' and DATABASE_OWNER_URL' : ''}`;
    if (/does not support ssl/i.test(message))
      return `${which} does not answer: it offers no encryption, and sslmode demands it.`;
    if (certificates.test(code)) {
      return `${which} does not answer: its certificate is not trusted (${message.split(';')[0]}); name the one that issued it with sslrootcert=PATH.`;
    }
    if (isUnreachable(cause)) return `${which} does not answer: ${message || code}`;
    if (refusals.test(code)) return `${which} cannot be used: ${message}`;
  }
  if (full.test(`${code} ${message} ${error.message}`) || code === '53100') {
    return `The disk of ${path ?? config.dataDir} is full: make room there, and start again.`;
  }
  // Our own plain sentences, and the system's messages about files.
  if (error.constructor === Error || error instanceof DataDirInUse) return error.message;
  // The outer error of a failed query contains its values, such as the first administrator's.
  return cause.syscall ? message : (cause.stack ?? message);
}

function isUnreachable({ code = '', syscall, message }: Reason): boolean {
  return (
    connections.test(code) ||
    // A socket's file may be missing or not accessible, like any file.
    syscall === 'connect' ||
    /^(connection terminated|timeout exceeded when trying to connect)/i.test(message)
  );
}

/** The cause of a failure as the system or the database reports it. */
export interface Reason extends Error {
  code?: string;
  syscall?: string;
  /** The name that was looked up. */
  hostname?: string;
  path?: string;
  constraint?: string;
}

/** The cause of an error: a failed query contains it; a host with several addresses has one for each. */
export function innermostError(error: unknown): Reason {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return innermostError(error.errors[0]);
  if (!(error instanceof Error)) return new Error(String(error));
  return error.cause instanceof Error ? innermostError(error.cause) : error;
}
