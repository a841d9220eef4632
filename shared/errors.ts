import { z } from 'zod';
import type { ErrorCode } from './error-status.ts';
import { Sentence, sentence } from './sentence.ts';

/** With NOT_LOGGED_IN, from the server, and from a page that knows it already. */
export const notLoggedIn = 'Please log in.';

/** The header of an answer to a call whose token was ignored because its session has ended: `ended`. */
export const sessionHeader = 'x-session';

/** The header of an uploaded file's malware scan: `clean` or `none`. */
export const scanHeader = 'x-malware-scan';

/** Messages by field name; the field names are those of the call's body. */
export type FieldErrors = Record<string, string>;

/** What an error says: an English text, or a sentence with values. */
export type Wording = string | Sentence;

/** The body of every failed answer. */
export const failureSchema = z.object({
  success: z.literal(false),
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** With POWER_NEEDED: the missing power; of several the first. */
  power: z.string().optional(),
  /** The rows of a list that are meant. */
  rows: z.array(z.number()).optional(),
  /** With NOT_READY: the ids of the checks that are not right. */
  missing: z.array(z.string()).optional(),
  /** By how many rupees sums differ. */
  difference: z.number().optional(),
  /** The columns of a table of which the office has to say what they hold. */
  columns: z.array(z.object({ index: z.number(), name: z.string(), samples: z.array(z.string()) })).optional(),
});

export type Failure = z.output<typeof failureSchema>;

/** Thrown where a rule is broken; the server maps it to HTTP, the web app to fields and a toast. */
export class AppError extends Error {
  declare readonly code: ErrorCode;
  /** What it says, to be translated; `message` is its English text. */
  declare readonly said: Wording;
  declare readonly fields: FieldErrors | undefined;
  /** Seconds after which a throttled call may be retried. */
  declare readonly retryAfter: number | undefined;
  /** Which power is needed. */
  declare readonly power: string | undefined;
  /** The rows of a list that are meant. */
  declare readonly rows: number[] | undefined;
  /** The ids of checks that are not right. */
  declare readonly missing: string[] | undefined;
  /** By how many rupees sums differ. */
  declare readonly difference: number | undefined;
  /** The columns of a table of which the office has to say what they hold. */
  declare readonly columns: Failure['columns'];

  constructor(
    code: ErrorCode,
    message: Wording,
    details: {
      fields?: FieldErrors;
      retryAfter?: number;
      power?: string | undefined;
      rows?: number[];
      difference?: number;
      missing?: string[];
      columns?: Failure['columns'];
    } = {},
  ) {
    super(message.toString());
    Object.assign(this, { name: 'AppError', code, said: message, ...details });
  }

  /** Whether the server failed; otherwise it refused the request. */
  get isFault(): boolean {
    return this.code === 'INTERNAL' || this.code === 'UNAVAILABLE' || this.code === 'ONLINE_UNAVAILABLE';
  }
}

export const notFound = (what: string) => new AppError('NOT_FOUND', sentence`${new Sentence(what)} was not found.`);

/** @throws NOT_FOUND without a value */
export function orNotFound<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw notFound(what);
  return value;
}

export const recordChanged = () =>
  new AppError(
    'RECORD_CHANGED',
    'Someone else has changed this record in the meantime. Please load it again and repeat your change.',
  );
