import { type Ballot, type Bound, canonicalBallot, isCounter, signedText } from '#shared/ballots.ts';
import type { Vote, VoteQuestion } from '#shared/contracts/votes.ts';
import { countVote } from '#shared/vote-count.ts';
import { decode, encode, paperHashOf, receiptOf } from './bytes.ts';

/** What is to be counted. */
export interface CountOrder {
  file: ArrayBuffer;
  /** The message of the reader's own paper; null without one. */
  own: string | null;
  /** Of a ballot that was cast on another device; '' for none. */
  receipt: string;
}

export interface CountDone {
  hash: string;
  /** With which the papers are signed, SPKI in base64url. */
  publicKey: string;
  /** Of what the paper says, computed from the box's first line; null where it is not signed. */
  paperHash: string | null;
  /** Whether the first line says the same. */
  isPaperSame: boolean;
  genuine: number;
  ballots: number;
  /** That were taken, by the box's first line. */
  papers: number;
  questions: ReturnType<typeof countVote>['questions'];
  /** The receipt of the reader's own paper, if it is in the box. */
  own: string | null;
  /** Whether a ballot of the given receipt is in the box. */
  hasReceipt: boolean;
}

export type CountNews = { fraction: number } | { done: CountDone } | { failed: true };

interface Line {
  message: string;
  signature: string;
  key: string;
  counter: number;
  ballot: Ballot;
  ballotSignature: string;
}

const { subtle } = crypto;
const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const pss = { name: 'RSA-PSS', saltLength: 48 } as const;
const together = 32;

async function isGenuine(
  bound: Bound,
  questions: readonly VoteQuestion[],
  signer: CryptoKey,
  line: Line,
): Promise<boolean> {
  const message = decode(line.message);
  const key = decode(line.key);
  if (message.length !== 64 || !(await subtle.verify(pss, signer, decode(line.signature), message))) return false;
  const token = new Uint8Array(await subtle.digest('SHA-256', key));
  if (encode(token) !== encode(message.slice(32))) return false;
  const canonical = canonicalBallot(questions, line.ballot);
  if (canonical === null || !isCounter(line.counter)) return false;
  const publicKey = await subtle.importKey('spki', key, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify']);
  const text = new TextEncoder().encode(signedText(bound, line.counter, canonical));
  return subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, publicKey, decode(line.ballotSignature), text);
}

async function count({ file, own, receipt }: CountOrder, tell: (news: CountNews) => void): Promise<CountDone> {
  const hash = hex(await subtle.digest('SHA-256', file));
  const lines = new TextDecoder()
    .decode(file)
    .split('\n')
    .filter((line) => line !== '');
  const head = JSON.parse(lines[0]!) as Pick<Vote, 'title' | 'quorumPercent'> & {
    vote: string;
    publicKey: string;
    /** Of votes that were frozen before papers had hashes, it has none, and no title. */
    paperHash?: string | null;
    papers: number;
    questions: VoteQuestion[];
  };
  const paperHash = await paperHashOf({ ...head, id: head.vote, paperHash: head.paperHash || null });
  const bound = { voteId: head.vote, paperHash };
  const signer = await subtle.importKey('spki', decode(head.publicKey), { name: 'RSA-PSS', hash: 'SHA-384' }, false, [
    'verify',
  ]);
  const ids = new Set<string>();
  const ballots: Ballot[] = [];
  let match: string | null = null;
  let hasReceipt = false;
  for (let first = 1; first < lines.length; first += together) {
    const part = lines.slice(first, first + together).map((line) => JSON.parse(line) as Line);
    const genuine = await Promise.all(
      part.map((line) => isGenuine(bound, head.questions, signer, line).catch(() => false)),
    );
    for (const [index, line] of part.entries()) {
      if (!genuine[index] || ids.has(line.message)) continue;
      ids.add(line.message);
      ballots.push(line.ballot);
      if (line.message !== own && receipt === '') continue;
      const ofLine = await receiptOf(line.message, canonicalBallot(head.questions, line.ballot)!);
      if (line.message === own) match = ofLine;
      if (ofLine === receipt) hasReceipt = true;
    }
    tell({ fraction: Math.min(1, (first + together) / lines.length) });
  }
  // The numbers alone are compared; what they mean depends on the roll.
  const { questions } = countVote({ questions: head.questions, people: 0, quorumPercent: 0 }, ballots);
  const { publicKey, papers } = head;
  return {
    hash,
    publicKey,
    paperHash,
    isPaperSame: paperHash === (head.paperHash || null),
    genuine: ballots.length,
    ballots: lines.length - 1,
    papers,
    questions,
    own: match,
    hasReceipt,
  };
}

self.onmessage = ({ data }: MessageEvent<CountOrder>) => {
  const tell = (news: CountNews) => self.postMessage(news);
  count(data, tell).then(
    (done) => tell({ done }),
    () => tell({ failed: true }),
  );
};
