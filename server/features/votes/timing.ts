import { type Core, serviceOf } from '#server/core.ts';
import { endNotice } from '#server/features/letters/notices.ts';
import { notify, type Transaction } from '#server/platform/database/client.ts';
import { lockIfFreeUntilCommit } from '#server/platform/database/locks.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import type { Background } from '#server/platform/loop.ts';
import { createLoop, eachAlone, nameOf } from '#server/platform/loop.ts';
import { forgetPaperMails } from '#server/platform/mail/mail.queries.ts';
import { clock } from '#shared/clock.ts';
import { voteLimits } from '#shared/contracts/votes.ts';
import * as ballots from './ballots.queries.ts';
import { countBox } from './box.ts';
import { createVoteKeys, type KeySettings } from './keys.ts';
import { tellOffice, tellVoters } from './mails.ts';
import { createPurge } from './purge.ts';
import * as roll from './roll.queries.ts';
import * as queries from './votes.queries.ts';
import { keyIsLost, obstacleOf } from './votes.service.ts';

const soonMs = 1_000;
const idleMs = 30_000;
const afterTroubleMs = 5_000;
/** A request whose head came before closing is known to all processes after this time, also when everybody votes in the last minute. */
const settleMs = 3_000;
/** The rest of a request may follow so long; then the ballot is stored. */
export const bodyMs = voteLimits.bodySeconds * 1_000;
const storeMs = 2_000;
const dayMs = 24 * 3_600_000;

const restored =
  'The site was restored from a backup, which holds no private keys: ballots cast since the backup are lost, and nobody could vote any more.';

type Config = Pick<Core['config'], 'publicUrl'> & KeySettings;

/** Opens a locked vote whose time has come, or tells the office why not. */
async function open(tx: Transaction, config: Config, row: queries.VoteRow): Promise<void> {
  const obstacle = await obstacleOf(tx, createVoteKeys(config), row);
  const now = clock.now();
  if (obstacle === '') {
    await queries.moveVote(tx, row.id, { state: 'open', openTold: now, heldTold: null });
    await writeLog(tx, {
      kind: 'content',
      feature: 'votes',
      by: 'website',
      action: 'opened a vote',
      subject: row.title,
    });
    if (row.closesAt > now) await tellVoters(tx, config, 'vote-open', row);
    return;
  }
  if (row.heldTold === null) await tellOffice(tx, config, row, obstacle);
  await queries.moveVote(tx, row.id, { heldTold: now });
}

/** Closes a locked vote: the key and the persons of mails about papers go, the box is sealed and counted. @returns false while ballots that came in time are on their way */
async function close(tx: Transaction, row: queries.VoteRow): Promise<boolean> {
  const late = clock.ms() - row.closesAt.getTime();
  if (late < settleMs) return false;
  if (late < bodyMs + storeMs && (await ballots.countArrivals(tx, row.id)) > 0) return false;
  await queries.removeKey(tx, row.id);
  await ballots.rewriteBox(tx, row.id);
  await roll.forgetBlinded(tx, row.id);
  await forgetPaperMails(tx, row.id);
  const inBox = await ballots.countBallots(tx, row.id);
  const { papers, boxHash, result } = await countBox(tx, row, inBox);
  await ballots.endArrivals(tx, row.id);
  const counted = { papers, ballots: inBox, boxHash, result, closedAt: clock.now() };
  await queries.moveVote(tx, row.id, { state: 'closed', ...counted });
  const note = `${inBox} ballots, ${papers} papers; SHA-256 of the box ${boxHash}`;
  await writeLog(tx, {
    kind: 'content',
    feature: 'votes',
    by: 'website',
    action: 'closed a vote',
    subject: row.title,
    note,
  });
  return true;
}

/** Does what is due of one vote. */
export async function advance(tx: Transaction, config: Config, id: string): Promise<void> {
  const row = await queries.lockVote(tx, id);
  const now = clock.now();
  if (row?.state === 'roll' && row.opensAt <= now) return open(tx, config, row);
  if (row?.state !== 'open') return;
  if (row.closesAt <= now) {
    await close(tx, row);
  } else if (row.reminded === null && row.closesAt.getTime() - now.getTime() <= dayMs) {
    await queries.moveVote(tx, row.id, { reminded: now });
    // A vote of less than a day was announced a moment ago.
    if (row.closesAt.getTime() - row.opensAt.getTime() >= dayMs) await tellVoters(tx, config, 'vote-reminder', row);
  }
}

/** After a restore: what was open is cancelled, what was frozen is a draft again. */
async function endWithoutKey(tx: Transaction, config: Config, id: string): Promise<void> {
  const row = await queries.lockVote(tx, id);
  if (!row || (row.state !== 'open' && row.state !== 'roll')) return;
  if (row.state === 'open') {
    await ballots.removeBallots(tx, id);
    await roll.forgetPapers(tx, id);
    await forgetPaperMails(tx, id);
    await queries.saveVote(tx, id, { state: 'cancelled', cancelReason: restored });
    await writeLog(tx, {
      kind: 'content',
      feature: 'votes',
      by: 'website',
      action: 'cancelled a vote',
      subject: row.title,
      note: restored,
    });
    return tellOffice(tx, config, row, restored);
  }
  await unfreezeRoll(tx, config, row);
  const note = 'The site was restored from a backup, which holds no private keys. Please freeze the roll again.';
  await writeLog(tx, {
    kind: 'content',
    feature: 'votes',
    by: 'website',
    action: 'made a vote a draft again',
    subject: row.title,
    note,
  });
  return tellOffice(tx, config, row, note);
}

/** Makes a frozen vote a draft again. */
export async function unfreezeRoll(tx: Transaction, config: Config, row: queries.VoteRow): Promise<void> {
  await queries.removeKey(tx, row.id);
  await roll.emptyRoll(tx, row.id);
  await roll.removeObjections(tx, row.id);
  if (row.noticeId !== null) await endNotice(tx, config, row.noticeId, 'draft');
  await queries.saveVote(tx, row.id, {
    state: 'draft',
    frozenAt: null,
    publicKey: null,
    keyFingerprint: null,
    rollHash: null,
    paperHash: null,
    people: 0,
    noticeId: null,
    heldTold: null,
  });
}

/** Opens, reminds and closes by the clock, in one process at a time. */
export function createVoteTimer(core: Pick<Core, 'database' | 'config' | 'log'>): Background {
  const { database, config, log } = core;
  const keys = createVoteKeys(config);
  const purge = serviceOf(core, createPurge);

  /** Tells the office once that an open vote gives out no papers any more; the rest of it goes on. */
  async function tellOfLostKeys(): Promise<void> {
    for (const { voteId, sealed } of await queries.findKeys(database)) {
      if (!(await keys.isLost(voteId, sealed))) continue;
      await database.transaction(async (tx) => {
        const row = await queries.lockVote(tx, voteId);
        if (row?.state !== 'open' || row.heldTold !== null) return;
        log.error({ vote: voteId }, 'the file with the key of an open vote is missing; no papers can be given out');
        await queries.moveVote(tx, voteId, { heldTold: clock.now() });
        await tellOffice(tx, config, row, keyIsLost);
      });
    }
  }

  async function round(): Promise<number> {
    const failed = 'a vote could not be opened or closed';
    await eachAlone(core, await queries.findWithoutKey(database), failed, (id) =>
      database.transaction((tx) => endWithoutKey(tx, config, id)),
    );
    await eachAlone(core, await queries.findDue(database), failed, (id) =>
      database.transaction(async (tx) => {
        if (await lockIfFreeUntilCommit(tx, 'votes')) await advance(tx, config, id);
      }),
    );
    await tellOfLostKeys();
    if (await purge.run()) return afterTroubleMs;
    const seconds = await queries.secondsToNext(database);
    return seconds === null ? idleMs : Math.min(idleMs, Math.max(soonMs, seconds * 1_000));
  }

  const loop = createLoop(round, {
    failed(error) {
      log.warn({ reason: nameOf(error) }, 'votes could not be opened or closed');
      return afterTroubleMs;
    },
    soonMs,
  });
  return {
    start() {
      database.listen('votes', loop.wake);
      loop.start();
    },
    stop: loop.stop,
  };
}

/** Lets every process look at the clock of votes again. */
export const wakeTimers = (tx: Transaction): Promise<void> => notify(tx, 'votes');
