import type { Network } from '#server/platform/throttles/network.ts';

/** Writes one line to the server's log; `fields` never hold personal data. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A refused attempt. */
export interface SecurityEvent {
  /** The attempt in the log's words: 'failed login'. */
  action: string;
  /** The call's pattern, never its address. */
  call: string;
  network: Network;
  /** The owner of the session, or the e-mail that was typed. */
  who?: { memberId: string } | { administrator: string } | { typed: string };
}
