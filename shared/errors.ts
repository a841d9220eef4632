import { z } from 'zod';
import type { Power } from './powers.ts';

/** With NOT_LOGGED_IN, from the server, and from a page that knows it already. */
export const notLoggedIn = 'Please log in.';

/** Every failure code of the API with its HTTP status. The message is for people, the code for programs. */
export const errorStatus = {
  VALIDATION: 400,
  MALFORMED: 400,
  WRONG_PASSWORD: 400,
  WRONG_CODE: 400,
  LOGIN_SENT: 400,
  LOGIN_FAILED: 401,
  SECOND_FACTOR: 401,
  NOT_LOGGED_IN: 401,
  FORBIDDEN: 403,
  LAPSED: 403,
  NOT_ON_ROLL: 403,
  NOT_GENUINE: 403,
  POWER_NEEDED: 403,
  CONFIRMATION_NEEDED: 403,
  SECOND_FACTOR_REQUIRED: 403,
  NOT_FOUND: 404,
  LINK_UNKNOWN: 404,
  LINK_EXPIRED: 410,
  LINK_USED: 410,
  LINK_REPLACED: 410,
  LINK_ENDED: 410,
  EMAIL_TAKEN: 409,
  RECORD_CHANGED: 409,
  WRONG_STATE: 409,
  LINE_USED: 409,
  DATES_UNCLEAR: 409,
  CLOSED: 409,
  OVER: 409,
  NOT_OFFERED: 409,
  FULL: 409,
  TOO_EARLY: 409,
  LAST_FULL: 409,
  ALREADY_ASKED: 409,
  NO_ADDRESS: 409,
  MONEY_OPEN: 409,
  MORE_THAN_BALANCE: 409,
  OVERLAP: 409,
  YEAR_CLOSED: 409,
  NOT_YET: 409,
  NOT_PAID: 409,
  NO_RECIPIENTS: 409,
  TOO_LATE: 409,
  SECOND_NEEDED: 409,
  PROPOSAL_WAITING: 409,
  NO_VOTERS: 409,
  NOT_OPEN: 409,
  PAPER_TAKEN: 409,
  OLDER_BALLOT: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_FILE: 400,
  UNREADABLE_FILE: 400,
  UNSUPPORTED_TYPE: 415,
  TOO_MANY: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  ONLINE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** Messages by field name; the field names are those of the call's body. */
export type FieldErrors = Record<string, string>;

/** The body of every failed answer. */
export const failureSchema = z.object({
  success: z.literal(false),
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** With POWER_NEEDED: the missing power; of several the first. */
  power: z.string().optional(),
});

export type Failure = z.output<typeof failureSchema>;

/** Thrown where a rule is broken; the server maps it to HTTP, the web app to fields and a toast. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  /** Seconds after which a throttled call may be retried. */
  readonly retryAfter: number | undefined;
  /** Which power is needed. */
  readonly power: Power | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    details: { fields?: FieldErrors; retryAfter?: number; power?: Power | undefined } = {},
  ) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.fields = details.fields;
    this.retryAfter = details.retryAfter;
    this.power = details.power;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

export const notFound = (what: string) => new AppError('NOT_FOUND', `${what} was not found.`);

export const recordChanged = () =>
  new AppError(
    'RECORD_CHANGED',
    'Someone else has changed this record in the meantime. Please load it again and repeat your change.',
  );
