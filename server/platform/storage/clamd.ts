import { createReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { clock } from '#shared/clock.ts';

/** The address of a malware scanner. */
export type ClamdAddress = { host: string; port: number } | { path: string };

/** Scans for malware with the operator's clamd. */
export interface Scanner {
  /** The malware's name; null when nothing was found. @throws when the scan failed */
  scan(source: { path: string } | AsyncIterable<Uint8Array>): Promise<string | null>;
}

/** Parses `tcp://host[:port]` or `unix:///path`; null for anything else. */
export function parseClamdAddress(text: string): ClamdAddress | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, port, pathname, search, hash, username } = new URL(text);
  if (search || hash || username) return null;
  if (protocol === 'unix:')
    return hostname === '' && pathname.length > 1 ? { path: decodeURIComponent(pathname) } : null;
  if (protocol !== 'tcp:' || hostname === '' || !/^\/?$/.test(pathname)) return null;
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 3310 : Number(port) };
}

/** Until the verdict. A file has 10 MB at most, and an applicant is waiting. */
const secondsAtMost = 20;
/** How long a scanner is skipped after it has not answered. */
const pauseSeconds = 60;
/** A verdict is one short line. */
const longestAnswer = 4_096;

/** @param seconds for a verdict; tests wait less */
export function createScanner(address: ClamdAddress, { seconds = secondsAtMost } = {}): Scanner {
  let pausedUntil = 0;

  async function ask(source: AsyncIterable<Uint8Array>): Promise<string> {
    const socket = connect({ ...address });
    const late = setTimeout(() => {
      pausedUntil = clock.ms() + pauseSeconds * 1_000;
      socket.destroy(new Error('the malware scanner did not answer in time'));
    }, seconds * 1_000);
    try {
      const answer = verdict(socket);
      // The scanner may answer and close before everything is sent.
      const sent = pipeline(chunks(source), socket, { end: false });
      await Promise.race([answer, sent.then(() => answer)]);
      return await answer;
    } finally {
      clearTimeout(late);
      socket.destroy();
    }
  }

  return {
    async scan(source) {
      if (clock.ms() < pausedUntil) throw new Error('the malware scanner did not answer a moment ago');
      const answer = await ask('path' in source ? createReadStream(source.path) : source);
      const [, signature] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
      if (signature !== undefined) return signature.slice(0, 200);
      if (answer === 'stream: OK') return null;
      throw new Error('the malware scanner could not scan the file');
    },
  };
}

/** The command INSTREAM: chunks with their length in front, and an empty one at the end. */
async function* chunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('zINSTREAM\0');
  for await (const chunk of source) {
    if (chunk.length === 0) continue;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    yield length;
    yield chunk;
  }
  yield Buffer.alloc(4);
}

function verdict(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = '';
    socket.setEncoding('utf8');
    socket.on('data', (text) => {
      heard += text;
      const end = heard.indexOf('\0');
      if (end >= 0) resolve(heard.slice(0, end).trim());
      else if (heard.length > longestAnswer) reject(new Error('the malware scanner answered something else'));
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the malware scanner closed the connection')));
  });
}
