import type { Config } from '../config.ts';
import { DataDirInUse } from './data-dir.ts';
import { innermostError, type Reason } from './innermost-error.ts';

/** Classes of SQLSTATE that concern the server, the login or its rights, rather than one of our statements. */
const refusals = /^(08|28|3D|53|57|58)...$|^42501$/;
/** Errors of the network, or of a connection's encryption. */
const connections =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|EPIPE)$|CERT|_SSL_|_TLS_|^UNABLE_TO_/;

/**
 * Why the server does not start: one sentence if the cause is the machine or the configuration, the stack if it is the program.
 */
export function explainFailure(
  error: unknown,
  config: Pick<Config, 'host' | 'port' | 'databaseUrl' | 'databaseOwnerUrl'>,
): string {
  if (!(error instanceof Error)) return String(error);
  const cause = innermostError(error);
  const { code = '', message } = cause;
  if (code === 'EADDRINUSE') return `Port ${config.port} on ${config.host} is already in use; set PORT to a free one.`;
  if (code === 'EACCES' && cause.syscall === 'listen')
    return `Port ${config.port} may not be used by this user; set PORT.`;
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${config.host}; correct HOST.`;
  if (config.databaseUrl) {
    const which = `The database of DATABASE_URL${config.databaseOwnerUrl ? ' and DATABASE_OWNER_URL' : ''}`;
    if (isUnreachable(cause)) return `${which} does not answer: ${message || code}`;
    if (refusals.test(code)) return `${which} cannot be used: ${message}`;
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
    /^(connection terminated|timeout exceeded when trying to connect|the server does not support ssl)/i.test(message)
  );
}
