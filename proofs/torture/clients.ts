import { createHash } from 'node:crypto';
import { uploadImport } from '#shared/contracts/imports.ts';
import { registerMember, uploadPaymentScreenshot } from '#shared/contracts/registrations.ts';
import type { AnyEndpoint } from '#shared/endpoint.ts';
import { formOf, type TestFile } from '#tests/app.ts';
import { csvOf, listRow, tableOf } from '#tests/factories/lists.ts';
import { registrationBody } from '#tests/factories/members.ts';

// Applicants and the office using a server that may fail at any time. Everything acknowledged to them is recorded.

interface Registered {
  id: string;
  reference: string;
  email: string;
  /** The hash of the uploaded scan. */
  hash: string;
  /** The UTR of its payment, once acknowledged. */
  utr?: string;
  /** The number of times it was sent. The twentieth within an hour would be refused. */
  sent?: number;
  received?: true;
}

interface Imported {
  id: string;
  rows: number;
  committed?: true;
}

export interface Work {
  registered: Registered[];
  imported: Imported[];
  /** Answers that a crash does not explain. */
  wrong: string[];
  /** The numbers of acknowledged and of interrupted calls. */
  acknowledged: number;
  cut: number;
}

interface Office {
  token: string;
  /** The server's current address. */
  address: () => string;
  picture: TestFile;
  /** Called on each acknowledgement. */
  onAnswer?: () => void;
  /** Statuses besides 200 that the current fault explains. */
  explained?: readonly number[];
}

let count = 0;

/** Starts the work; each call of the result does one more piece. */
export function startWork({ token, address, picture, onAnswer, explained = [503] }: Office) {
  const work: Work = { registered: [], imported: [], wrong: [], acknowledged: 0, cut: 0 };
  const bearer = { authorization: `Bearer ${token}` };

  /** The answer of an acknowledged call; null for an interrupted one. */
  async function send(method: string, path: string, init: RequestInit, late: readonly number[] = []) {
    count += 1;
    const from = `2001:db8:${(count >> 16).toString(16)}:${(count & 0xffff).toString(16)}::1`;
    let answer: Response;
    let text: string;
    try {
      const headers = { 'x-forwarded-for': from, ...init.headers };
      answer = await fetch(`${address()}/api${path}`, {
        ...init,
        method,
        headers,
        signal: AbortSignal.timeout(60_000),
      });
      text = await answer.text();
    } catch {
      work.cut += 1;
      return null;
    }
    if (answer.status !== 200) {
      if (explained.includes(answer.status)) work.cut += 1;
      else if (!late.includes(answer.status))
        work.wrong.push(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
      return null;
    }
    work.acknowledged += 1;
    onAnswer?.();
    return JSON.parse(text);
  }

  const form = (call: AnyEndpoint, body: object, files: Record<string, TestFile>) => {
    const { type, bytes } = formOf(call, body, files);
    return { headers: { 'content-type': type }, body: new Uint8Array(bytes) };
  };
  const json = (body: object) => ({
    headers: { ...bearer, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  async function register() {
    const body = registrationBody();
    const bytes = Buffer.alloc(60_000 + (count % 1_000), `%PDF scan ${body.email} `);
    const document = { name: 'scan.pdf', type: 'application/pdf', bytes };
    const answer = await send('POST', '/Directory/Create', form(registerMember, body, { document, picture }));
    if (!answer) return;
    const { _id: id, reference } = answer.directory;
    const hash = createHash('sha256').update(bytes).digest('hex');
    work.registered.push({ id, reference, email: String(body.email), hash });
  }

  async function pay() {
    const person = work.registered.find(({ utr, received, sent = 0 }) => utr === undefined && !received && sent < 15);
    if (!person) return register();
    const utr = `UTR${count}`;
    // Keeps other callers from taking the same person.
    person.utr = '';
    person.sent = (person.sent ?? 0) + 1;
    const path = `/Directory/updatePaymentScreenshot/${person.id}`;
    const answer = await send('PATCH', path, form(uploadPaymentScreenshot, { utr }, { screenshot: picture }));
    if (answer) person.utr = utr;
    else delete person.utr;
  }

  async function receive() {
    const person = work.registered.find(({ utr, received }) => utr && !received);
    if (!person) return pay();
    const review = await send('GET', `/Payments/list?search=${person.reference}`, { headers: bearer });
    const id = review?.data.find((each: { reference: string }) => each.reference === person.reference)?._id;
    if (!id) return;
    const answer = await send('PATCH', '/Payments/receive', json({ ids: [id] }));
    if (!answer) return;
    person.received = true;
    if (answer.received !== 1 && answer.left[0]?.code !== 'ALREADY_RECEIVED') work.wrong.push(JSON.stringify(answer));
  }

  async function upload() {
    const rows = Array.from({ length: 8 }, () => listRow());
    const file = { name: 'members.csv', type: 'text/csv', bytes: Buffer.from(csvOf(tableOf(rows))) };
    const list = form(uploadImport, {}, { file });
    const answer = await send('POST', '/Import/upload', { ...list, headers: { ...list.headers, ...bearer } });
    if (answer) work.imported.push({ id: answer.import._id, rows: rows.length });
  }

  async function commit() {
    const list = work.imported.find(({ committed }) => !committed);
    if (!list) return upload();
    // 409 while the list has not been read, and after an unanswered commit.
    const answer = await send('PATCH', `/Import/commit/${list.id}`, json({ credentials: 'later' }), [409]);
    if (answer) list.committed = true;
  }

  const pieces = [register, register, pay, receive, pay, receive, upload, commit, register, pay, receive, commit];
  let next = 0;
  return { work, more: () => pieces[next++ % pieces.length]!() };
}
