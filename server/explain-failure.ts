import type { Config } from './config.ts';
import { DataDirInUse } from './data-dir.ts';

type Failure = Error & Partial<Pick<NodeJS.ErrnoException, 'code' | 'syscall'>>;

/** Classes of SQLSTATE that tell of the server, the login or its rights, and not of a statement of ours. */
const refusals = /^(08|28|3D|53|57|58)...$|^42501$/;
/** The network, or the encryption of a connection. */
const connections =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|EPIPE)$|CERT|_SSL_|_TLS_|^UNABLE_TO_/;

/**
 * Why the server does not start: one sentence where the cause is the machine or the configuration, the whole story
 * where it is the program.
 */
export function explainFailure(error: unknown, config: Pick<Config, 'host' | 'port' | 'databaseUrl'>): string {
  if (!(error instanceof Error)) return String(error);
  const cause = innermost(error);
  const { code = '', message } = cause;
  if (code === 'EADDRINUSE') return `Port ${config.port} on ${config.host} is already in use; set PORT to a free one.`;
  if (code === 'EACCES' && cause.syscall === 'listen')
    return `Port ${config.port} may not be used by this user; set PORT.`;
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${config.host}; correct HOST.`;
  if (config.databaseUrl) {
    if (isUnreachable(cause)) return `The database of DATABASE_URL does not answer: ${message || code}`;
    if (refusals.test(code)) return `The database of DATABASE_URL cannot be used: ${message}`;
  }
  // Our own plain sentences, and what the system says of a file.
  if (error.constructor === Error || error instanceof DataDirInUse) return error.message;
  // Around it a failed query names its values, the first administrator's among them.
  return cause.syscall ? message : (cause.stack ?? message);
}

/** A failed query carries the reason inside; a host with several addresses, one for each. */
function innermost(error: Error): Failure {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return innermost(error.errors[0]);
  return error.cause instanceof Error ? innermost(error.cause) : error;
}

function isUnreachable({ code = '', syscall, message }: Failure): boolean {
  return (
    connections.test(code) ||
    // A socket's file may be missing or closed to us, like any file.
    syscall === 'connect' ||
    /^(connection terminated|timeout exceeded when trying to connect|the server does not support ssl)/i.test(message)
  );
}
