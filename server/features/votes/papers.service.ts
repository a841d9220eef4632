import { type Core, serviceOf } from '#server/core.ts';
import { findMemberById } from '#server/features/auth/auth.queries.ts';
import { proveSelf } from '#server/features/passkeys/passkeys.service.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { lockTextUntilCommit } from '#server/platform/database/locks.ts';
import type { ActingMember } from '#server/platform/http/access.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import type { Network } from '#server/platform/throttles/network.ts';
import { countTry, type Throttle } from '#server/platform/throttles/throttles.queries.ts';
import { canonicalBallot, isCounter } from '#shared/ballots.ts';
import { clock } from '#shared/clock.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import type { OwnProof } from '#shared/own-proof.ts';
import { paths } from '#shared/paths.ts';
import * as ballots from './ballots.queries.ts';
import { invalid } from './drafts.service.ts';
import { bytesOf, isGenuineBallot, isGenuinePaper, paperOf, receiptOf, sha256 } from './genuine.ts';
import { createVoteKeys, modulusBytes, signBlindly } from './keys.ts';
import * as roll from './roll.queries.ts';
import { bodyMs } from './timing.ts';
import * as queries from './votes.queries.ts';
import { createVotesService, stateTexts, unknownVote } from './votes.service.ts';

/** Ballots that were refused, for one network. */
const refusedBallots: Throttle = { name: 'ballot', count: 60, seconds: 60 };

const notOpen = (row: queries.VoteRow) =>
  new AppError(
    'NOT_OPEN',
    row.state === 'open'
      ? 'Voting has ended.'
      : row.state === 'roll'
        ? 'Voting has not opened yet.'
        : stateTexts[row.state],
  );
const notGenuine = () =>
  new AppError('NOT_GENUINE', 'This ballot is not genuine: its paper or its signature is not right.');

/** What a ballot's request brings; nothing of it is trusted. */
export type GivenBallot = {
  [Part in 'message' | 'signature' | 'key' | 'counter' | 'ballot' | 'ballotSignature']?: unknown;
};

/** Papers, which are given to known voters, and ballots, which come from nobody in particular. */
export function createPapersService(core: Core) {
  const { database, config } = core;
  const votes = serviceOf(core, createVotesService);
  const keys = createVoteKeys(config);

  /** Signs blindly, and notes the paper the first time. @throws NOT_ON_ROLL, NOT_OPEN, PAPER_TAKEN, VALIDATION */
  async function sign(tx: Transaction, id: string, blinded: Buffer, memberId: string): Promise<string> {
    const row = await queries.shareVote(tx, id);
    if (!row) throw unknownVote();
    if (row.state !== 'open' || clock.now() >= row.closesAt) throw notOpen(row);
    const entry = await roll.lockEntry(tx, id, memberId);
    if (!entry) throw notOnRoll();
    const hash = sha256(blinded).toString('base64url');
    if (entry.paperOn !== null && entry.blinded !== hash) {
      throw new AppError(
        'PAPER_TAKEN',
        'You have taken your paper for this vote. It is on the device with which you took it.',
      );
    }
    const sealed = await queries.findKey(tx, id);
    if (sealed === undefined) throw notOpen({ ...row, state: 'closed' });
    const signed = signBlindly(await keys.open(id, sealed, row.paperHash), blinded);
    if (!signed) throw invalid('blinded', messages.general.wrong);
    if (entry.paperOn === null) {
      await roll.notePaper(tx, entry, hash);
      const member = await findMemberById(tx, memberId, 'unrestricted');
      if (member?.email) {
        const data = { name: entry.name, title: row.title, link: `${config.publicUrl}${paths.vote(id)}` };
        await enqueueMail(tx, { kind: 'vote-paper', to: member.email, data, memberId });
      }
    }
    return signed.toString('base64url');
  }

  return {
    /**
     * Gives a voter the signature for a blinded message: once, and again for the same one.
     * @throws NOT_FOUND, NOT_ON_ROLL, NOT_OPEN, WRONG_PASSWORD, TOO_MANY, PAPER_TAKEN, VALIDATION
     */
    async take(id: string, input: OwnProof & { blinded: string }, member: ActingMember): Promise<string> {
      const row = await votes.find(database, id, member);
      if (!(await roll.findEntry(database, id, member.memberId))) throw notOnRoll();
      if (row.state !== 'open' || clock.now() >= row.closesAt) throw notOpen(row);
      const login = await findMemberById(database, member.memberId, 'unrestricted');
      if (!login) throw new AppError('NOT_LOGGED_IN', serverMessages.notLoggedIn);
      // The moment of a paper must not stand with the voter.
      await proveSelf(core, member, login.passwordHash, input, false);
      const bytes = bytesOf(input.blinded, modulusBytes);
      if (!bytes) throw invalid('blinded', messages.general.wrong);
      return database.transaction((tx) => sign(tx, row.id, bytes, member.memberId));
    },

    /** Notes a ballot whose request begins in the last seconds, so that closing waits for it. @throws NOT_FOUND */
    async arrive(id: string, arrivedAt: number): Promise<void> {
      const row = await queries.findVote(database, id);
      if (!isShortlyBefore(row, arrivedAt)) return;
      await database.transaction(async (tx) => {
        if ((await queries.shareVote(tx, row.id))?.state === 'open') await ballots.noteArrival(tx, row.id);
      });
    },

    /**
     * Puts a ballot into the box.
     * @throws NOT_FOUND, NOT_OPEN, NOT_GENUINE, VALIDATION, OLDER_BALLOT; TOO_MANY when many of the network were refused
     */
    async cast(
      id: string,
      ballot: GivenBallot,
      { arrivedAt, network }: { arrivedAt: number; network: Network },
    ): Promise<string> {
      const row = await queries.findVote(database, id);
      try {
        return await store(row, ballot, arrivedAt);
      } catch (error) {
        if (error instanceof AppError) await countTry(database, refusedBallots, network);
        throw error;
      } finally {
        if (isShortlyBefore(row, arrivedAt)) await ballots.endArrival(database, row.id).catch(() => {});
      }
    },
  };

  async function store(row: queries.VoteRow | undefined, ballot: GivenBallot, arrivedAt: number): Promise<string> {
    if (!row?.frozenAt) throw unknownVote();
    mustBeInTime(row, arrivedAt);
    const paper = paperOf(ballot);
    if (!paper || !isGenuinePaper(row.publicKey!, paper)) throw notGenuine();
    const canonical = canonicalBallot(row.questions, ballot.ballot);
    if (canonical === null) throw invalid('ballot', 'Too many, unknown or doubled choices');
    const ballotSignature = bytesOf(ballot.ballotSignature, 64);
    const { counter } = ballot;
    const bound = { voteId: row.id, paperHash: row.paperHash };
    if (!ballotSignature || !isGenuineBallot(bound, { counter, canonical }, paper.key, ballotSignature))
      throw notGenuine();
    if (!isCounter(counter)) throw invalid('counter', 'A whole number from 1 on');
    const before = await database.transaction(async (tx) => {
      await lockTextUntilCommit(tx, 'paper', paper.message.toString('base64url'));
      const now = await queries.shareVote(tx, row.id);
      if (!now) throw unknownVote();
      mustBeInTime(now, arrivedAt);
      return ballots.putBallot(tx, { voteId: row.id, ...paper, counter, ballot: canonical, ballotSignature });
    });
    // Of the same counter and ballot the first stays, whatever its signature.
    if (before && (before.counter !== counter || before.ballot !== canonical)) {
      throw new AppError('OLDER_BALLOT', 'A later ballot of this paper is in the box.');
    }
    return receiptOf(paper.message, canonical);
  }

  /** @throws NOT_OPEN */
  function mustBeInTime(row: queries.VoteRow, arrivedAt: number): void {
    const now = clock.ms();
    const isLate = now >= row.closesAt.getTime() && now - arrivedAt > bodyMs + 1_000;
    if (row.state !== 'open' || arrivedAt >= row.closesAt.getTime() || isLate) throw notOpen(row);
  }
}

const notOnRoll = () => new AppError('NOT_ON_ROLL', messages.votes.notOnRoll);

function isShortlyBefore(row: queries.VoteRow | undefined, arrivedAt: number): row is queries.VoteRow {
  const left = row?.state === 'open' ? row.closesAt.getTime() - arrivedAt : 0;
  return left > 0 && left <= bodyMs + 1_000;
}
