import { createHash, webcrypto } from 'node:crypto';
import { RSABSSA } from '@cloudflare/blindrsa-ts';
import { canonicalBallot, paperText, signedText } from '#shared/ballots.ts';
import type { Vote } from '#shared/contracts/votes.ts';

const { subtle } = webcrypto;
const suite = RSABSSA.SHA384.PSS.Randomized();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** A voter's device, as the browser is one: it makes a paper, and signs ballots with it. */
export async function newPaper(
  vote: Pick<Vote, 'id' | 'publicKey' | 'questions' | 'paperHash' | 'title' | 'quorumPercent'>,
) {
  const { id: voteId, publicKey, questions } = vote;
  const shown = createHash('sha256').update(paperText(voteId, vote)).digest('hex');
  const signer = await subtle.importKey(
    'spki',
    Buffer.from(publicKey!, 'base64url'),
    { name: 'RSA-PSS', hash: 'SHA-384' },
    true,
    ['verify'],
  );
  const own = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const spki = new Uint8Array(await subtle.exportKey('spki', own.publicKey));
  const message = suite.prepare(new Uint8Array(createHash('sha256').update(spki).digest()));
  const { blindedMsg, inv } = await suite.blind(signer as CryptoKey, message);
  let signature: Uint8Array | undefined;
  return {
    blinded: base64url(blindedMsg),
    message: base64url(message),
    async finish(blindSignature: string) {
      signature = await suite.finalize(
        signer as CryptoKey,
        message,
        new Uint8Array(Buffer.from(blindSignature, 'base64url')),
        inv,
      );
    },
    /** The body of a cast. @param of another vote with the same key. @param paperHash what is signed instead of what the vote says */
    async ballot(
      choices: Record<string, string[]>,
      counter = 1,
      of = voteId,
      paperHash = vote.paperHash === null ? null : shown,
    ) {
      const canonical = canonicalBallot(questions, choices) ?? JSON.stringify(choices);
      const text = new TextEncoder().encode(signedText({ voteId: of, paperHash }, counter, canonical));
      const signed = await subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, own.privateKey, text);
      return {
        message: base64url(message),
        signature: base64url(signature!),
        key: base64url(spki),
        counter,
        ballot: choices,
        ballotSignature: base64url(new Uint8Array(signed)),
      };
    },
  };
}
export type TestPaper = Awaited<ReturnType<typeof newPaper>>;
