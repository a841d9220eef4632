import { type Ballot, canonicalBallot, signedText } from '#shared/ballots.ts';
import { castBallot, takePaper, type Vote } from '#shared/contracts/votes.ts';
import { AppError, type Failure } from '#shared/errors.ts';
import type { OwnProof } from '#shared/own-proof.ts';
import { api } from '#web/lib/calls/api.ts';
import { t } from '#web/lib/languages/text.ts';
import { typedKey } from '#web/lib/login/device-data.ts';
import { decode, encode, paperHashOf, receiptOf } from './bytes.ts';
import { keyOf, readStoredPaper, type StoredPaper } from './stored-paper.ts';

// The member's paper on this device: made here, signed blindly by the server, and never sent together with the login.

export type Stage = 'turn' | 'making' | 'paper' | 'waiting' | 'casting';

/** So long an answer is waited for: a phone that has lost its network does not always notice. */
const answerMs = 45_000;

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const changed = 'paper-changed';

function forget(vote: Vote): void {
  localStorage.removeItem(keyOf(vote));
  window.dispatchEvent(new Event(changed));
}

/** Calls back when a paper of this device has changed, in this tab or another. @returns what ends that */
export function followPapers(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  window.addEventListener(changed, listener);
  return () => {
    window.removeEventListener('storage', listener);
    window.removeEventListener(changed, listener);
  };
}

/** @throws AppError where the device keeps nothing: a paper must not be taken that would be lost at once */
function keep(vote: Vote, paper: StoredPaper): void {
  try {
    localStorage.setItem(keyOf(vote), JSON.stringify(paper));
    window.dispatchEvent(new Event(changed));
  } catch (cause) {
    const message = t(
      'This browser keeps nothing, as in a private window. Please use another one: your paper would be lost.',
    );
    throw Object.assign(new AppError('UNAVAILABLE', message), { cause });
  }
}

/** Drops what this device has of a vote that will not be continued: choices that were not sent. */
export function dropUnsent(vote: Vote): void {
  keepChoices(vote, null);
  const paper = readStoredPaper(vote);
  if (!paper?.waiting) return;
  const { waiting: _unsent, ...rest } = paper;
  keep(vote, rest);
}

const choicesKey = (vote: Vote) => `${typedKey}${keyOf(vote)}`;

/** What is chosen and not sent yet, in this tab: it outlives a reload and a page that a locked phone has dropped. */
export function keptChoices(vote: Vote): Ballot | null {
  try {
    return JSON.parse(sessionStorage.getItem(choicesKey(vote)) ?? 'null') as Ballot | null;
  } catch {
    return null;
  }
}

export function keepChoices(vote: Vote, ballot: Ballot | null): void {
  try {
    if (ballot) sessionStorage.setItem(choicesKey(vote), JSON.stringify(ballot));
    else sessionStorage.removeItem(choicesKey(vote));
  } catch {
    // Storage is blocked: kept until the page is closed.
  }
}

/** The paper as a file: without choices, so that nobody reads them there. */
export function paperFile(vote: Vote): Blob {
  const { waiting: _unsent, ...paper } = readStoredPaper(vote)!;
  return new Blob([JSON.stringify(paper)], { type: 'application/json' });
}

/** No paper is as large. */
const maxBytes = 20_000;

/** Takes over a paper that was saved as a file. @throws AppError for a file that is no paper of this vote */
export async function takeOver(vote: Vote, file: File): Promise<void> {
  try {
    if (file.size > maxBytes) throw new TypeError('Too large');
    const { waiting: _unsent, ...paper } = JSON.parse(await file.text()) as StoredPaper;
    const [signature, message] = [decode(paper.signature!), decode(paper.message)];
    const token = encode(new Uint8Array(await crypto.subtle.digest('SHA-256', decode(paper.key))));
    if (paper.vote !== vote.id || token !== encode(message.slice(32))) throw new TypeError('Another paper');
    if (!(await crypto.subtle.verify(pss, await importSigner(vote), signature, message)))
      throw new TypeError('Not signed');
    await importOwn(paper);
    await shownHash(vote, paper);
    if (!Number.isSafeInteger(paper.counter)) throw new TypeError('No counter');
    keep(vote, paper);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw Object.assign(new AppError('VALIDATION', t('This file is not a paper of this vote.')), { cause });
  }
}

const toPlain = async () => (await import('@cloudflare/blindrsa-ts')).RSABSSA.SHA384.PSS.Randomized();
const pss = { name: 'RSA-PSS', saltLength: 48 } as const;
const importOwn = ({ secret }: StoredPaper) =>
  crypto.subtle.importKey('pkcs8', decode(secret), { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
const importSigner = (vote: Vote) =>
  crypto.subtle.importKey('spki', decode(vote.publicKey!), { name: 'RSA-PSS', hash: 'SHA-384' }, true, ['verify']);

async function makePaper(vote: Vote, paperHash: string | null): Promise<StoredPaper> {
  const suite = await toPlain();
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
  const key = new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey));
  const secret = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey));
  const token = new Uint8Array(await crypto.subtle.digest('SHA-256', key));
  const message = suite.prepare(token);
  const { blindedMsg, inv } = await suite.blind(await importSigner(vote), message);
  const paper: StoredPaper = {
    vote: vote.id,
    title: vote.title,
    paperHash,
    message: encode(message),
    key: encode(key),
    secret: encode(secret),
    blinded: encode(blindedMsg),
    inverse: encode(inv),
    counter: 0,
  };
  // Before it is sent: a lost answer can then be asked for again.
  keep(vote, paper);
  return paper;
}

/** @throws AppError */
async function askForPaper(vote: Vote, { blinded }: StoredPaper, proof: OwnProof) {
  try {
    return await api(takePaper, { params: { id: vote.id }, body: { ...proof, blinded } });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Another device was first: what this one has made will never be signed.
    if (error.code === 'PAPER_TAKEN') forget(vote);
    // Without a cause, the server itself says why not.
    if (error.code !== 'UNAVAILABLE' || !error.cause) throw error;
    const message = t(
      'The connection broke before your paper came. Please check it and go on here, on this device: if the paper was given out, the same one comes again.',
    );
    throw Object.assign(new AppError('UNAVAILABLE', message), { cause: error });
  }
}

/** Asks for the signature, and checks it. */
async function getSigned(vote: Vote, paper: StoredPaper, proof: OwnProof): Promise<StoredPaper> {
  const { blindSignature } = await askForPaper(vote, paper, proof);
  const suite = await toPlain();
  const signature = await suite.finalize(
    await importSigner(vote),
    decode(paper.message),
    decode(blindSignature),
    decode(paper.inverse),
  );
  const signed = { ...paper, signature: encode(signature) };
  keep(vote, signed);
  return signed;
}

/** Sends a ballot without the login: neither cookie nor token. @throws AppError */
async function send(voteId: string, body: object): Promise<string> {
  const request = { method: 'POST', credentials: 'omit', referrerPolicy: 'no-referrer' } as const;
  let response: Response;
  try {
    const headers = { 'content-type': 'application/json' };
    const path = castBallot.path.replace('{id}', voteId);
    const signal = AbortSignal.timeout(answerMs);
    response = await fetch(`/api${path}`, { ...request, headers, signal, body: JSON.stringify(body) });
  } catch (cause) {
    const message = t(
      'The connection broke before the box answered. Please check it and send your ballot again: it counts once, even if it had arrived.',
    );
    throw Object.assign(new AppError('UNAVAILABLE', message), { cause });
  }
  const answer = (await response.json().catch(() => null)) as { receipt?: string } | Failure | null;
  if (response.ok && answer && 'receipt' in answer && answer.receipt) return answer.receipt;
  const { code = 'UNAVAILABLE', message = t('The box could not be reached. Please send it again.') } =
    answer && 'code' in answer ? answer : {};
  throw new AppError(code as AppError['code'], message);
}

/** The paper on the page is not the one that voters were told of. */
const otherPaper = () =>
  new AppError(
    'NOT_GENUINE',
    t(
      'This is not the paper that was frozen: its names, texts or rules have changed since. Nothing was sent. Please compare it with the notice of the vote, and tell the office.',
    ),
  );

/** The hash of what the page shows. @throws AppError unless it is that of the vote, and of the paper on this device */
async function shownHash(vote: Vote, paper: StoredPaper | null): Promise<string | null> {
  const hash = await paperHashOf(vote);
  if (hash !== vote.paperHash || (paper && hash !== (paper.paperHash ?? null))) throw otherPaper();
  return hash;
}

async function cast(vote: Vote, paper: StoredPaper, ballot: Ballot): Promise<string> {
  const bound = { voteId: vote.id, paperHash: await shownHash(vote, paper) };
  const canonical = canonicalBallot(vote.questions, ballot)!;
  const ownKey = await importOwn(paper);
  for (let counter = paper.counter + 1; ; counter += 1) {
    const text = new TextEncoder().encode(signedText(bound, counter, canonical));
    const signed = new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, ownKey, text));
    const { message, signature, key } = paper;
    const body = { message, signature, key, counter, ballot: JSON.parse(canonical), ballotSignature: encode(signed) };
    try {
      const receipt = await send(vote.id, body);
      if (receipt !== (await receiptOf(message, canonical)))
        throw new AppError('INTERNAL', t('The receipt is not that of your ballot.'));
      const { waiting: _sent, ...rest } = paper;
      keepChoices(vote, null);
      keep(vote, { ...rest, counter, receipt });
      return receipt;
    } catch (error) {
      // A ballot whose answer was lost, or one of another device with this paper, has this number already.
      if (error instanceof AppError && error.code === 'OLDER_BALLOT' && counter < paper.counter + 50) continue;
      throw error;
    }
  }
}

/** One tab at a time. */
const alone = <T>(vote: Vote, work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(keyOf(vote), work) : work();

/**
 * Takes a paper where there is none yet, and puts the ballot into the box; after a failure it goes on where it was.
 * @param proof not needed once the paper is signed
 * @returns the receipt
 * @throws AppError
 */
export function putIntoBox(
  vote: Vote,
  ballot: Ballot,
  proof: OwnProof,
  onStage: (stage: Stage) => void,
): Promise<string> {
  onStage('turn');
  return alone(vote, async () => {
    onStage('making');
    const stored = readStoredPaper(vote);
    const paperHash = await shownHash(vote, stored);
    let paper = stored ?? (await makePaper(vote, paperHash));
    if (!paper.signature) {
      onStage('paper');
      paper = await getSigned(vote, paper, proof);
      keep(vote, { ...paper, waiting: ballot });
      onStage('waiting');
      // So that taking the paper and casting the ballot do not follow each other at a known distance.
      await wait(1_000 + (crypto.getRandomValues(new Uint32Array(1))[0]! % 4_000));
    }
    paper = { ...paper, waiting: ballot };
    keep(vote, paper);
    onStage('casting');
    return cast(vote, paper, ballot);
  });
}

/** A number of the device's own for this vote, by which candidates are ordered. */
export function orderSeed(vote: Vote): number {
  const name = `vote-order:${vote.id}`;
  try {
    const stored = Number(localStorage.getItem(name));
    if (stored > 0) return stored;
    const fresh = (crypto.getRandomValues(new Uint32Array(1))[0] ?? 1) || 1;
    localStorage.setItem(name, String(fresh));
    return fresh;
  } catch {
    return 1;
  }
}

/** The same items in the order of a seed. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const result = [...items];
  let state = seed >>> 0;
  for (let index = result.length - 1; index > 0; index -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (index + 1));
    [result[index], result[other]] = [result[other]!, result[index]!];
  }
  return result;
}
