import { z } from 'zod';
import type { GatewayAccount } from '#server/config.ts';
import { innermostError } from '#server/platform/explain-failure.ts';
import { nameOf } from '#server/platform/loop.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import { createWorkQueue } from '#server/platform/work-queue.ts';
import { AppError } from '#shared/errors.ts';

// Payment links, payments, refunds and settlements at Razorpay. Of each answer only what is named here is read: nothing of the payer.

/** How long an answer may take. */
const patienceMs = 5_000;
/** Far more than any answer that we ask for. */
const maxBytes = 4 * 1024 * 1024;
/** Requests at once of one process, and those that wait: others are told at once that it is not available. */
const parallel = 8;
const waiting = 64;

/**
 * Why the gateway gave no proper answer; the message holds neither keys nor anything of a payer.
 * `away`: not reached, too slow, or failing, so that what was asked may or may not have been done; `keys`: it refuses our keys;
 * `refused`: it has said no.
 */
export class GatewayError extends Error {
  override name = 'GatewayError';
  readonly kind: 'away' | 'keys' | 'refused';
  /** Its words for a refusal, without numbers and addresses; '' without any. */
  readonly words: string;

  constructor(kind: GatewayError['kind'], message: string, words = '') {
    super(message);
    this.kind = kind;
    this.words = words;
  }
}

export const isAway = (error: unknown): boolean => error instanceof GatewayError && error.kind === 'away';
export const isRefused = (error: unknown): error is GatewayError =>
  error instanceof GatewayError && error.kind === 'refused';

/** An error for the log: those of other programs may hold data in their message. */
export const reasonOf = (error: unknown): string => (error instanceof GatewayError ? error.message : nameOf(error));

const paise = z.number().int().min(0);
const seconds = z
  .number()
  .int()
  .positive()
  .transform((value) => new Date(value * 1_000));
const id = z.string().regex(/^[\w-]{1,100}$/);
/** The gateway writes null, or leaves out, what there is not. */
const orNone = <S extends z.ZodType>(schema: S, none: z.output<S>) =>
  schema.nullish().transform((value) => value ?? none);

const link = z.object({
  id,
  reference_id: orNone(z.string(), ''),
  status: z.string(),
  amount: paise,
  amount_paid: orNone(paise, 0),
  currency: orNone(z.string(), ''),
  payments: orNone(z.array(z.object({ payment_id: id, status: orNone(z.string(), '') })), []),
});
export type GatewayLink = z.output<typeof link>;

const madeLink = link.extend({ short_url: z.string().refine(isSafe) });

const payment = z.object({
  id,
  amount: paise,
  currency: z.string(),
  status: z.string(),
  method: orNone(z.string().regex(/^[\w-]{1,30}$/), 'other').catch('other'),
  fee: orNone(paise, 0),
  tax: orNone(paise, 0),
  amount_refunded: orNone(paise, 0),
  created_at: seconds,
});
export type GatewayPayment = z.output<typeof payment>;

/** The bank's number of a refund, where there is one. */
const bankNumbers = orNone(
  z.object({ utr: z.string().nullish(), rrn: z.string().nullish(), arn: z.string().nullish() }),
  {},
).catch({});
const refund = z.object({
  id,
  payment_id: id,
  amount: paise,
  status: z.string(),
  acquirer_data: bankNumbers,
});
export type GatewayRefund = z.output<typeof refund>;

const settlement = z.object({
  id,
  amount: paise,
  status: orNone(z.string(), ''),
  fees: orNone(paise, 0),
  tax: orNone(paise, 0),
  utr: orNone(z.string().max(60), ''),
  created_at: seconds,
});

const settledItem = z.object({
  entity_id: id,
  type: z.string(),
  settlement_id: orNone(z.string(), ''),
  fee: orNone(paise, 0),
  tax: orNone(paise, 0),
});
export type SettledItem = z.output<typeof settledItem>;

const listOf = <S extends z.ZodType>(item: S) => z.object({ items: z.array(item) });

/** An address that a browser may be sent to. */
function isSafe(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password) return false;
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname));
}

const refusal = z.object({ error: z.object({ description: z.string() }) });

/** What the gateway said, without anything that could be somebody's number, address or name of an account. */
function wordsOf(answer: unknown): string {
  const parsed = refusal.safeParse(answer);
  if (!parsed.success) return '';
  return parsed.data.error.description
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/\S*@\S*|\S*\d{3,}\S*/g, '…')
    .slice(0, 200)
    .trim();
}

export interface WantedLink {
  reference: string;
  /** Whole rupees. */
  amount: number;
  description: string;
  expiresAt: Date;
  /** Where the payer comes back to. */
  returnTo: string;
  /** Absent: the gateway is told nothing of the person. The mobile number is never passed on. */
  customer?: { name: string; email: string };
}

/** Why there was no answer, in words for the operator. */
function whyAway(error: unknown): string {
  const { code = '' } = innermostError(error);
  if (code === 'ECONNREFUSED') return 'it refuses the connection';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its name is not known here';
  if (/CERT|_TLS_|_SSL_|^UNABLE_TO_/.test(code)) return `its certificate is not trusted (${code})`;
  return /^(E[A-Z]+|UND_ERR_SOCKET)$/.test(code) ? `the connection failed (${code})` : 'it did not answer in time';
}

/** The gateway, as one account sees it. */
export function createGatewayClient({ keyId, keySecret, apiUrl }: GatewayAccount) {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
  const queue = createWorkQueue({
    capacity: parallel,
    parallel,
    waiting,
    busy: () => new AppError('UNAVAILABLE', 'The gateway has not answered earlier questions yet.'),
  });

  async function request(
    until: number,
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; text: string }> {
    const left = until - performance.now();
    // Nobody waits for it any more.
    if (left <= 0) throw new GatewayError('away', 'it has not answered earlier questions yet');
    const response = await fetch(`${apiUrl}${path}`, {
      method,
      headers: {
        authorization,
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      // A redirect would send the keys to another host.
      redirect: 'manual',
      signal: AbortSignal.timeout(Math.ceil(left)),
    });
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new GatewayError('away', 'its answer is too long');
      chunks.push(chunk);
    }
    return { status: response.status, text: Buffer.concat(chunks).toString('utf8') };
  }

  type RequestArguments = Parameters<typeof request> extends [number, ...infer Rest] ? Rest : never;

  async function ask<S extends z.ZodType>(schema: S, ...args: RequestArguments): Promise<z.output<S>> {
    const until = performance.now() + patienceMs;
    let response: Awaited<ReturnType<typeof request>>;
    try {
      response = await withTimeout(
        patienceMs,
        queue.run(1, () => request(until, ...args)),
      );
    } catch (error) {
      throw error instanceof GatewayError ? error : new GatewayError('away', whyAway(error));
    }
    const { status, text } = response;
    const answer = parseJson(text);
    if (status >= 200 && status < 300) {
      const parsed = schema.safeParse(answer);
      if (parsed.success) return parsed.data;
      throw new GatewayError('away', 'its answer has another form than expected');
    }
    if (status === 401 || status === 403) throw new GatewayError('keys', 'The gateway refuses these keys');
    // Another request with the same key is under way (409), or too many were sent (429): neither yes nor no.
    const isRefusal = status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status);
    if (isRefusal) throw new GatewayError('refused', `it answered ${status}`, wordsOf(answer));
    throw new GatewayError('away', `it answered ${status}`);
  }

  const at = (name: string) => encodeURIComponent(name);

  return {
    createLink({ reference, amount, description, expiresAt, returnTo, customer }: WantedLink) {
      return ask(madeLink, 'POST', '/v1/payment_links', {
        amount: amount * 100,
        currency: 'INR',
        accept_partial: false,
        reference_id: reference,
        description,
        expire_by: Math.floor(expiresAt.getTime() / 1_000),
        ...(customer ? { customer } : {}),
        notify: { sms: false, email: false },
        reminder_enable: false,
        callback_url: returnTo,
        callback_method: 'get',
      });
    },
    getLink: (linkId: string) => ask(link, 'GET', `/v1/payment_links/${at(linkId)}`),
    cancelLink: (linkId: string) => ask(link, 'POST', `/v1/payment_links/${at(linkId)}/cancel`),
    getPayment: (paymentId: string) => ask(payment, 'GET', `/v1/payments/${at(paymentId)}`),
    /** @param key the same one again is the same refund */
    refund: (paymentId: string, amount: number, key: string) =>
      ask(
        refund,
        'POST',
        `/v1/payments/${at(paymentId)}/refund`,
        { amount, speed: 'normal', receipt: key },
        { 'x-refund-idempotency': key },
      ),
    getRefund: (refundId: string) => ask(refund, 'GET', `/v1/refunds/${at(refundId)}`),
    /** The settlements of a time, a page of a hundred. */
    async listSettlements(from: Date, until: Date, skip: number) {
      const query = new URLSearchParams({
        from: String(Math.floor(from.getTime() / 1_000)),
        to: String(Math.floor(until.getTime() / 1_000)),
        count: '100',
        skip: String(skip),
      });
      return (await ask(listOf(settlement), 'GET', `/v1/settlements?${query}`)).items;
    },
    /** What the settlements of a day in India hold, a page of a thousand. @param day YYYY-MM-DD */
    async listSettled(day: string, skip: number) {
      const [year = '', month = '', date = ''] = day.split('-');
      const query = new URLSearchParams({
        year,
        month: String(Number(month)),
        day: String(Number(date)),
        count: '1000',
        skip: String(skip),
      });
      return (await ask(listOf(settledItem), 'GET', `/v1/settlements/recon/combined?${query}`)).items;
    },
  };
}

export type GatewayClient = ReturnType<typeof createGatewayClient>;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
