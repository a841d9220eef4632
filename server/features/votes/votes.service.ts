import type { Core } from '#server/core.ts';
import { neededClearDays, noticeOf } from '#server/features/letters/notices.ts';
import { clearDaysBetween } from '#server/features/letters/presentation.ts';
import { pictureAddresses } from '#server/features/members/picture-addresses.ts';
import { owesNothingPast } from '#server/features/subscription/status.queries.ts';
import { createProposals } from '#server/parts/proposals/proposals.ts';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { assertVersion } from '#server/platform/database/versions.ts';
import type { ActingAdministrator, ActingMember } from '#server/platform/http/access.ts';
import { indianDay } from '#shared/clock.ts';
import type { ProposalKind, Vote, VoteState } from '#shared/contracts/votes.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import { sha256 } from './genuine.ts';
import { createVoteKeys } from './keys.ts';
import { objectionOf, voteOf } from './presentation.ts';
import * as roll from './roll.queries.ts';
import * as queries from './votes.queries.ts';

const called = 'This vote';
export const unknownVote = () => notFound(called);
export const wrongState = (message: string) => new AppError('WRONG_STATE', message);

/** Who reads: a member, an administrator with the power, or anybody else. */
export type Reader = ActingMember | ActingAdministrator | null;

export const stateTexts: Record<VoteState, string> = {
  draft: 'This vote is a draft.',
  roll: 'The roll of this vote is frozen.',
  open: 'This vote is open.',
  closed: 'This vote is closed.',
  declared: 'The result of this vote was declared.',
  cancelled: 'This vote was cancelled.',
};

export const proposals = createProposals<ProposalKind>('vote', 'votes');

/** The condition on `members` of who is put on the roll. */
export const standingOf = ({ goodStanding }: { goodStanding: boolean }) =>
  goodStanding ? owesNothingPast() : undefined;

/** Whether a member sees a vote: on its roll, or selected by its filter now. */
export async function isSeen(db: Readable, row: queries.VoteRow, memberId: string): Promise<boolean> {
  if (row.frozenAt === null) return false;
  if (await roll.findEntry(db, row.id, memberId)) return true;
  return queries.isMember(db, memberId, await queries.selectionOf(db, row.filter));
}

export const keyIsLost =
  'Its private key is lost, as the file in vote-keys is missing: nobody gets a paper any more. Ballots of those who have one still count.';

type Keys = ReturnType<typeof createVoteKeys>;

async function hasLostKey(db: Readable, keys: Keys, { id }: queries.VoteRow): Promise<boolean> {
  const sealed = await queries.findKey(db, id);
  return sealed !== undefined && keys.isLost(id, sealed);
}

/** Why a vote whose time has come does not open; '' when it may. */
export async function obstacleOf(db: Readable, keys: Keys, row: queries.VoteRow): Promise<string> {
  if (await hasLostKey(db, keys, row)) return 'Its private key is lost. Make it a draft, and freeze the roll again.';
  const obstacle = await noticeObstacle(db, row);
  return obstacle && `${obstacle} Send the notice in time, or move the opening.`;
}

async function noticeObstacle(db: Readable, row: queries.VoteRow): Promise<string> {
  if (row.withoutNotice) return '';
  const needed = await neededClearDays(db);
  const notice = row.noticeId === null ? null : await noticeOf(db, row.noticeId);
  if (!notice?.startedAt) return 'The notice of this vote has not been sent.';
  if (notice.state === 'stopped' && notice.endedAt === null)
    return 'Its notice was stopped before everybody on the roll had got it.';
  const days = clearDaysBetween(indianDay(notice.startedAt), indianDay(row.opensAt));
  return days >= needed
    ? ''
    : `Its notice was sent ${Math.max(0, days)} clear days before, and ${needed} are asked for.`;
}

/** Votes as members, the office and visitors see them. */
export function createVotesService(core: Pick<Core, 'database' | 'pictureSecret' | 'config'>) {
  const { database, config } = core;
  const keys = createVoteKeys(config);
  const { address } = pictureAddresses(core);

  async function present(db: Readable, rows: queries.VoteRow[], reader: Reader): Promise<Vote[]> {
    const office = reader?.role === 'admin' ? reader : undefined;
    const numbers = rows.flatMap(({ questions }) =>
      questions.flatMap(({ options }) => options.flatMap(({ memberNumber }) => memberNumber ?? [])),
    );
    const candidates = await queries.findByNumbers(db, numbers);
    const waiting = office
      ? await proposals.waitingOf(
          db,
          rows.map(({ id }) => id),
        )
      : [];
    const mineOf = reader?.role === 'member' ? await ownOf(db, reader.memberId) : async () => null;
    return Promise.all(
      rows.map(async (row) => {
        const notice = row.noticeId === null ? null : await noticeOf(db, row.noticeId);
        return voteOf(row, {
          candidates,
          address,
          notice: notice
            ? { id: notice.id, number: notice.number, sentAt: notice.startedAt?.toISOString() ?? null }
            : null,
          mine: await mineOf(row),
          proposal: waiting.find(({ subjectId }) => subjectId === row.id),
          who: office,
          held: office ? await heldBy(db, row) : '',
        });
      }),
    );
  }

  async function heldBy(db: Readable, row: queries.VoteRow): Promise<string> {
    if (row.state === 'roll') return obstacleOf(db, keys, row);
    return row.state === 'open' && (await hasLostKey(db, keys, row)) ? keyIsLost : '';
  }

  async function ownOf(db: Readable, memberId: string) {
    const [entries, objections] = await Promise.all([
      roll.findEntries(db, memberId),
      roll.findOwnObjections(db, memberId),
    ]);
    return async (row: queries.VoteRow): Promise<Vote['mine']> => {
      const entry = entries.find(({ voteId }) => voteId === row.id);
      const objection = objections.find(({ voteId }) => voteId === row.id);
      return {
        onRoll: entry !== undefined,
        reason: entry ? '' : await reasonOf(db, row, memberId),
        paperOn: entry?.paperOn ?? null,
        objection: objection ? objectionOf(objection) : null,
        device: sha256(row.id, memberId).toString('hex').slice(0, 16),
      };
    };
  }

  /** Why a member who sees a vote is not on its roll. */
  async function reasonOf(db: Readable, row: queries.VoteRow, memberId: string): Promise<string> {
    const standing = standingOf(row);
    if (standing && !(await queries.isMember(db, memberId, standing))) {
      return 'A payment of an earlier year was due when the roll was frozen, or still is.';
    }
    return 'You were not among the selected members when the roll was frozen, or were removed from it.';
  }

  /** @throws NOT_FOUND alike for what there is not and what the reader may not see */
  async function find(db: Readable, id: string, reader: Reader): Promise<queries.VoteRow> {
    const row = await queries.findVote(db, id);
    if (!row) throw unknownVote();
    if (reader?.role === 'admin') return row;
    if (reader?.role !== 'member' || !(await isSeen(db, row, reader.memberId))) throw unknownVote();
    return row;
  }

  /** The same of a vote's result, which may be public. @throws NOT_FOUND */
  async function findResult(db: Readable, id: string, reader: Reader): Promise<queries.VoteRow> {
    const row = await queries.findVote(db, id);
    return row?.publicResult && row.state === 'declared' ? row : find(db, id, reader);
  }

  return {
    find,
    findResult,
    /** @throws NOT_FOUND, RECORD_CHANGED */
    known: async (tx: Transaction, id: string, version?: number): Promise<queries.VoteRow> =>
      assertVersion(await queries.lockVote(tx, id), called, version),

    async get(id: string, reader: Reader): Promise<Vote> {
      return (await present(database, [await find(database, id, reader)], reader))[0]!;
    },

    async list(page: number, reader: NonNullable<Reader>) {
      if (reader.role === 'admin') {
        const { rows, total } = await queries.listAll(database, page);
        return { data: await present(database, rows, reader), pagination: paginationOf(page, total) };
      }
      const visible: queries.VoteRow[] = [];
      const onRoll = new Set((await roll.findEntries(database, reader.memberId)).map(({ voteId }) => voteId));
      for (const row of await queries.listFrozen(database)) {
        if (onRoll.has(row.id) || (await isSeen(database, row, reader.memberId))) visible.push(row);
      }
      const part = visible.slice((page - 1) * 10, page * 10);
      return { data: await present(database, part, reader), pagination: paginationOf(page, visible.length) };
    },
  };
}
