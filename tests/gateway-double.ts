import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { escapeMarkup } from '#server/platform/calendar-text.ts';

// A server that keeps the rules of the gateway: basic authentication, references that are unique for ever, links that expire,
// payments that are captured late, refunds that are idempotent by their key, signatures, settlements. It also stores what it should never be told.

export interface DoubleLink {
  id: string;
  reference_id: string;
  amount: number;
  amount_paid: number;
  currency: string;
  status: 'created' | 'partially_paid' | 'paid' | 'expired' | 'cancelled';
  description: string;
  expire_by: number;
  callback_url: string;
  customer?: { name?: string; email?: string; contact?: string };
  payments: DoublePayment[];
  short_url: string;
}

export interface DoublePayment {
  id: string;
  link: string;
  amount: number;
  currency: string;
  status: 'authorized' | 'captured' | 'refunded' | 'failed';
  method: string;
  fee: number;
  tax: number;
  amount_refunded: number;
  created_at: number;
  settlement?: string;
}

export interface DoubleRefund {
  id: string;
  payment_id: string;
  amount: number;
  status: 'pending' | 'processed' | 'failed';
  key: string;
  body: string;
  settlement?: string;
}

export interface DoubleSettlement {
  id: string;
  amount: number;
  fees: number;
  tax: number;
  utr: string;
  status: string;
  created_at: number;
}

/** What goes wrong with a request: `lost` acts and says nothing; `stall` neither answers nor ends. */
export type Trouble = 'lost' | 'stall' | 'cut' | 'redirect' | 'garbage' | number;

export interface GatewayAccountOfDouble {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
}

export const doubleAccount: GatewayAccountOfDouble = {
  keyId: 'rzp_test_double',
  keySecret: 'key-secret-of-the-double',
  webhookSecret: 'webhook-secret-of-the-double',
};

/** A notice of the gateway, ready to be sent. */
export interface Notice {
  body: string;
  headers: Record<string, string>;
}

const id = (kind: string) => `${kind}_${randomBytes(7).toString('hex')}`;

/** Personal data of a payer, which the gateway knows and nobody else may keep. */
export const payerSecrets = {
  vpa: 'asha.secret@okaxis',
  contact: '+919812345678',
  last4: '4366',
  email: 'payer@bank.test',
};

export interface GatewayDouble {
  url: string;
  env: Record<string, string>;
  links: Map<string, DoubleLink>;
  payments: Map<string, DoublePayment>;
  refunds: Map<string, DoubleRefund>;
  settlements: DoubleSettlement[];
  /** Their payments are listed under the day after. */
  listsNextDay: boolean;
  /** Of each request: method and path. */
  requests: string[];
  /** The bodies of the links that were asked for. */
  asked: Record<string, unknown>[];
  open: number;
  maxOpen: number;
  /** Decides what goes wrong with a request; null for nothing. */
  trouble: ((call: string) => Trouble | null) | null;
  /** The gateway's clock. */
  now: () => Date;
  /** Refunds are processed as soon as they are asked about. */
  processesRefunds: boolean;
  /** Somebody pays on the page of a link. */
  pay(
    linkId: string,
    how?: { amount?: number; method?: string; currency?: string; authorizedOnly?: boolean; again?: boolean },
  ): DoublePayment;
  capture(paymentId: string): void;
  /** Sends a payment back on the gateway's own pages. */
  refundElsewhere(paymentId: string, amount?: number): void;
  settle(): DoubleSettlement;
  notice(
    event: string,
    about: { link?: string; payment?: string; refund?: string; settlement?: string; dispute?: string },
  ): Notice;
  /** Signs any body as the gateway would. */
  sign(body: string | Uint8Array): string;
  /** The address to which a payer is sent back. */
  returnOf(linkId: string, paymentId: string, changed?: Record<string, string>): string;
  close(): Promise<void>;
}

interface Options {
  account?: GatewayAccountOfDouble;
  port?: number;
  /** Where notices are sent, with the site's address; absent: the test sends them. */
  notifies?: string;
}

export async function startGatewayDouble(options: Options = {}): Promise<GatewayDouble> {
  const account = options.account ?? doubleAccount;
  const references = new Set<string>();
  const stalled = new Set<ServerResponse>();
  const seconds = () => Math.floor(double.now().getTime() / 1_000);

  const server = createServer((request, response) => {
    double.open += 1;
    double.maxOpen = Math.max(double.maxOpen, double.open);
    response.on('close', () => {
      double.open -= 1;
    });
    void receive(request, response);
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function receive(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const call = `${request.method} ${pathname}`;
    if (pathname.startsWith('/pay/')) return payingPage(request, response, pathname.slice(5), body);
    double.requests.push(call);
    const wrong = double.trouble?.(call) ?? null;
    if (wrong === 'stall') return void stalled.add(response);
    if (wrong === 'cut') return void response.destroy();
    if (wrong === 'redirect') return void response.writeHead(302, { location: `${url}/elsewhere${pathname}` }).end();
    if (wrong === 'garbage') return void response.writeHead(200).end('<html>');
    if (typeof wrong === 'number') {
      // An answer may name the payer, too.
      const text = `Something went wrong for ${payerSecrets.vpa}, ${payerSecrets.contact}, card ${payerSecrets.last4}`;
      return void fail(response, wrong, 'SERVER_ERROR', text);
    }
    if (!isAuthorized(request)) return void fail(response, 401, 'BAD_REQUEST_ERROR', 'Authentication failed');
    const answer = act(request.method ?? '', pathname, searchParams, body, request.headers);
    if (wrong === 'lost') return void response.destroy();
    if ('problem' in answer) return void fail(response, answer.status, 'BAD_REQUEST_ERROR', answer.problem);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  }

  function isAuthorized({ headers }: IncomingMessage): boolean {
    const bytes = Buffer.from(`Basic ${Buffer.from(`${account.keyId}:${account.keySecret}`).toString('base64')}`);
    const content = Buffer.from(headers.authorization ?? '');
    return content.length === bytes.length && timingSafeEqual(content, bytes);
  }

  type Answer = { body: unknown } | { problem: string; status: number };
  const problem = (text: string, status = 400): Answer => ({ problem: text, status });

  function act(
    method: string,
    path: string,
    query: URLSearchParams,
    body: string,
    headers: IncomingMessage['headers'],
  ): Answer {
    const [, , kind = '', which = '', verb = ''] = path.split('/');
    if (method === 'POST' && kind === 'payment_links' && which === '') return createLink(JSON.parse(body));
    if (kind === 'payment_links') {
      const link = double.links.get(which);
      if (!link) return problem('The id provided does not exist');
      expire(link);
      if (method === 'POST' && verb === 'cancel') {
        if (link.status !== 'created') return problem(`Payment Link cannot be cancelled, it is ${link.status}`);
        link.status = 'cancelled';
      }
      return { body: linkOf(link) };
    }
    if (kind === 'payments') {
      const payment = double.payments.get(which);
      if (!payment) return problem('The id provided does not exist');
      if (method === 'POST' && verb === 'refund') return createRefund(payment, body, headers);
      return { body: paymentOf(payment) };
    }
    if (kind === 'refunds') {
      const refund = double.refunds.get(which);
      if (!refund) return problem('The id provided does not exist');
      if (refund.status === 'pending' && double.processesRefunds) refund.status = 'processed';
      return { body: refundOf(refund) };
    }
    if (path === '/v1/settlements/recon/combined') {
      const day = ['year', 'month', 'day'].map((part) => (query.get(part) ?? '').padStart(2, '0')).join('-');
      return { body: paged(settledOn(day), query) };
    }
    if (path === '/v1/settlements') {
      const [from, to] = [Number(query.get('from') ?? 0), Number(query.get('to') ?? Infinity)];
      const matches = double.settlements.filter(({ created_at }) => created_at >= from && created_at <= to);
      return {
        body: paged(
          matches.map((each) => ({ entity: 'settlement', ...each })),
          query,
        ),
      };
    }
    return problem('The requested URL was not found on the server.', 404);
  }

  const paged = (items: object[], query: URLSearchParams) => {
    const skip = Number(query.get('skip') ?? 0);
    const page = items.slice(skip, skip + Number(query.get('count') ?? 10));
    return { entity: 'collection', count: page.length, items: page };
  };

  function createLink(value: Record<string, never> & { [name: string]: unknown }): Answer {
    double.asked.push(value);
    const {
      amount,
      currency,
      reference_id: reference,
      expire_by: until,
      callback_url: callback,
    } = value as Record<string, unknown>;
    if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 100) return problem('amount is invalid');
    if (currency !== 'INR') return problem('currency is invalid');
    if (typeof reference !== 'string' || reference.length > 40) return problem('reference_id is invalid');
    if (typeof until !== 'number' || until < seconds() + 15 * 60) return problem('expire_by is invalid');
    if (typeof callback !== 'string' || !URL.canParse(callback)) return problem('callback_url is invalid');
    if (references.has(reference)) return problem(`payment link with given reference_id (${reference}) already exists`);
    references.add(reference);
    const linkId = id('plink');
    const link: DoubleLink = {
      id: linkId,
      reference_id: reference,
      amount,
      amount_paid: 0,
      currency: 'INR',
      status: 'created',
      description: String(value.description ?? ''),
      expire_by: until,
      callback_url: callback,
      ...(value.customer ? { customer: value.customer as NonNullable<DoubleLink['customer']> } : {}),
      payments: [],
      short_url: `${url}/pay/${linkId}`,
    };
    double.links.set(linkId, link);
    return { body: linkOf(link) };
  }

  function expire(link: DoubleLink) {
    const isOpen = link.status === 'created' || link.status === 'partially_paid';
    if (isOpen && link.expire_by <= seconds()) link.status = 'expired';
  }

  const linkOf = ({ payments, ...link }: DoubleLink) => ({
    ...link,
    accept_partial: false,
    payments:
      payments.length === 0
        ? null
        : payments.map((each) => ({
            payment_id: each.id,
            amount: each.amount,
            method: each.method,
            status: each.status,
            created_at: each.created_at,
            plink_id: link.id,
          })),
  });

  const paymentOf = ({ link: _link, settlement: _settlement, ...payment }: DoublePayment) => ({
    ...payment,
    entity: 'payment',
    captured: payment.status === 'captured',
    refund_status: payment.amount_refunded === 0 ? null : payment.status === 'refunded' ? 'full' : 'partial',
    ...payerSecrets,
    card: { last4: payerSecrets.last4, name: 'ASHA SECRET' },
    acquirer_data: { rrn: '412345678901', upi_transaction_id: 'X123' },
  });

  const refundOf = ({ key: _key, body: _body, settlement: _settlement, ...refund }: DoubleRefund) => ({
    ...refund,
    entity: 'refund',
    acquirer_data: { arn: refund.status === 'processed' ? `arn${refund.id.slice(5)}` : null },
  });

  function createRefund(payment: DoublePayment, body: string, headers: IncomingMessage['headers']): Answer {
    const key = String(headers['x-refund-idempotency'] ?? '');
    if (key !== '' && !/^[\w-]{10,}$/.test(key)) return problem('The idempotency key is invalid');
    const before = [...double.refunds.values()].find((each) => key !== '' && each.key === key);
    if (before && (before.body !== body || before.payment_id !== payment.id))
      return problem('Different request with the same idempotency key has already been processed.');
    if (before) return { body: refundOf(before) };
    const amount = Number((JSON.parse(body || '{}') as { amount?: number }).amount ?? payment.amount);
    if (payment.status !== 'captured' && payment.status !== 'refunded') return problem('The payment is not captured');
    if (amount > payment.amount - payment.amount_refunded)
      return problem('The payment has been fully refunded already');
    return { body: refundOf(addRefund(payment, amount, key, body)) };
  }

  function addRefund(payment: DoublePayment, amount: number, key: string, body: string): DoubleRefund {
    const refund: DoubleRefund = { id: id('rfnd'), payment_id: payment.id, amount, status: 'pending', key, body };
    double.refunds.set(refund.id, refund);
    payment.amount_refunded += amount;
    if (payment.amount_refunded === payment.amount) payment.status = 'refunded';
    return refund;
  }

  const indianDay = (time: number) => new Date(time * 1_000 + 5.5 * 60 * 60_000).toISOString().slice(0, 10);

  function settledOn(day: string): object[] {
    const later = double.listsNextDay ? 24 * 60 * 60 : 0;
    const ofDay = double.settlements.filter(({ created_at }) => indianDay(created_at + later) === day);
    return ofDay.flatMap((settlement) => [
      ...[...double.payments.values()]
        .filter((each) => each.settlement === settlement.id)
        .map(({ id: entity_id, amount, fee, tax }) => ({
          entity_id,
          type: 'payment',
          amount,
          fee,
          tax,
          credit: amount - fee,
          debit: 0,
          settlement_id: settlement.id,
          settlement_utr: settlement.utr,
          settled_at: settlement.created_at,
        })),
      ...[...double.refunds.values()]
        .filter((each) => each.settlement === settlement.id)
        .map(({ id: entity_id, amount }) => ({
          entity_id,
          type: 'refund',
          amount,
          fee: 0,
          tax: 0,
          credit: 0,
          debit: amount,
          settlement_id: settlement.id,
          settlement_utr: settlement.utr,
          settled_at: settlement.created_at,
        })),
    ]);
  }

  function fail(response: ServerResponse, status: number, code: string, description: string) {
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { code, description } }));
  }

  /** The gateway's page of a link, for a person who tries the way by hand. */
  function payingPage(request: IncomingMessage, response: ServerResponse, linkId: string, body: string) {
    const link = double.links.get(linkId);
    if (!link) return void response.writeHead(404).end('There is no such payment link.');
    expire(link);
    const send = (text: string) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>
<html lang="en"><meta name="viewport" content="width=device-width"><title>Gateway (double)</title>
<body style="font:18px system-ui;max-width:30rem;margin:2rem auto;padding:0 1rem"><h1>Gateway (double)</h1>
<p>${escapeMarkup(link.description)}</p><p><strong>₹ ${link.amount / 100}</strong></p>${text}`);
    if (request.method !== 'POST') {
      if (link.status !== 'created') return void send(`<p>This link is ${link.status}.</p>`);
      return void send(`<form method="post"><p><button name="how" value="upi">Pay by UPI</button>
<button name="how" value="card">Pay by card</button></p><p><button name="how" value="late">Pay, captured a minute later</button></p>
<p><button name="how" value="silent">Pay, and neither come back nor tell the site</button></p></form>`);
    }
    if (link.status !== 'created') return void send(`<p>This link is ${link.status}.</p>`);
    const how = new URLSearchParams(body).get('how') ?? 'upi';
    const payment = double.pay(linkId, {
      method: how === 'card' ? 'card' : 'upi',
      authorizedOnly: how === 'late',
    });
    const tell = () => void tellSite('payment_link.paid', { link: linkId, payment: payment.id });
    if (how === 'silent') return void send('<p>Paid. The site will find out within ten minutes.</p>');
    if (how === 'late') {
      setTimeout(() => {
        double.capture(payment.id);
        tell();
      }, 60_000).unref();
    } else tell();
    response.writeHead(302, { location: double.returnOf(linkId, payment.id) }).end();
  }

  async function tellSite(event: string, about: Parameters<GatewayDouble['notice']>[1]) {
    if (!options.notifies) return;
    const { body, headers } = double.notice(event, about);
    await fetch(`${options.notifies}/payments/razorpay`, { method: 'POST', body, headers }).catch(() => {});
  }

  const hmac = (text: string | Uint8Array, secret: string) => createHmac('sha256', secret).update(text).digest('hex');

  const double: GatewayDouble = {
    url,
    env: {
      RAZORPAY_KEY_ID: account.keyId,
      RAZORPAY_KEY_SECRET: account.keySecret,
      RAZORPAY_WEBHOOK_SECRET: account.webhookSecret,
      RAZORPAY_API_URL: url,
    },
    links: new Map(),
    payments: new Map(),
    refunds: new Map(),
    settlements: [],
    listsNextDay: false,
    requests: [],
    asked: [],
    open: 0,
    maxOpen: 0,
    trouble: null,
    now: () => new Date(),
    processesRefunds: true,
    pay(linkId, { amount, method = 'upi', currency = 'INR', authorizedOnly = false, again = false } = {}) {
      const link = double.links.get(linkId);
      if (!link) throw new Error('there is no such link');
      expire(link);
      if (link.status !== 'created' && !again) throw new Error(`this link is ${link.status}`);
      const paid = amount ?? link.amount;
      const tax = Math.round(paid * 0.02 * 0.18);
      const payment: DoublePayment = {
        id: id('pay'),
        link: linkId,
        amount: paid,
        currency,
        status: 'authorized',
        method,
        fee: Math.round(paid * 0.02) + tax,
        tax,
        amount_refunded: 0,
        created_at: seconds(),
      };
      double.payments.set(payment.id, payment);
      link.payments.push(payment);
      if (!authorizedOnly) double.capture(payment.id);
      return payment;
    },
    capture(paymentId) {
      const payment = double.payments.get(paymentId)!;
      payment.status = 'captured';
      const link = double.links.get(payment.link)!;
      link.amount_paid += payment.amount;
      if (link.status === 'created' || link.status === 'partially_paid')
        link.status = link.amount_paid >= link.amount ? 'paid' : 'partially_paid';
    },
    refundElsewhere(paymentId, amount) {
      const payment = double.payments.get(paymentId)!;
      addRefund(payment, amount ?? payment.amount - payment.amount_refunded, '', '').status = 'processed';
    },
    settle() {
      const settlement = { id: id('setl'), status: 'processed', created_at: seconds() };
      let [amount, fees, tax] = [0, 0, 0];
      for (const payment of double.payments.values()) {
        if (payment.settlement || !['captured', 'refunded'].includes(payment.status)) continue;
        payment.settlement = settlement.id;
        amount += payment.amount - payment.fee;
        fees += payment.fee;
        tax += payment.tax;
      }
      for (const refund of double.refunds.values()) {
        if (refund.settlement || refund.status === 'failed') continue;
        refund.settlement = settlement.id;
        amount -= refund.amount;
      }
      const utr = `${settlement.created_at}${randomBytes(3).toString('hex')}`;
      const result = { ...settlement, amount: Math.max(0, amount), fees, tax, utr };
      double.settlements.push(result);
      return result;
    },
    notice(event, { link, payment, refund, settlement, dispute }) {
      const whole = {
        entity: 'event',
        event,
        payload: {
          ...(link ? { payment_link: { entity: linkOf(double.links.get(link)!) } } : {}),
          ...(payment ? { payment: { entity: paymentOf(double.payments.get(payment)!) } } : {}),
          ...(refund ? { refund: { entity: refundOf(double.refunds.get(refund)!) } } : {}),
          ...(settlement ? { settlement: { entity: { id: settlement } } } : {}),
          ...(dispute ? { dispute: { entity: { id: id('disp'), payment_id: dispute } } } : {}),
        },
      };
      const body = JSON.stringify(whole);
      const headers = { 'content-type': 'application/json', 'x-razorpay-signature': double.sign(body) };
      return { body, headers: { ...headers, 'x-razorpay-event-id': id('evt') } };
    },
    sign: (body) => hmac(body, account.webhookSecret),
    returnOf(linkId, paymentId, changed = {}) {
      const link = double.links.get(linkId)!;
      const signature = hmac([linkId, link.reference_id, link.status, paymentId].join('|'), account.keySecret);
      const query = new URLSearchParams({
        razorpay_payment_id: paymentId,
        razorpay_payment_link_id: linkId,
        razorpay_payment_link_reference_id: link.reference_id,
        razorpay_payment_link_status: link.status,
        razorpay_signature: signature,
        ...changed,
      });
      return `${link.callback_url}?${query}`;
    },
    async close() {
      for (const response of stalled) response.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return double;
}
