import { Readable } from 'node:stream';
import { type Core, serviceOf } from '#server/core.ts';
import { madeFile } from '#server/platform/file-answers.ts';
import type { ActingAdministrator, ActingMember } from '#server/platform/http/access.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { clock } from '#shared/clock.ts';
import { minutesName, type Objection, type OfficeObjection, type VoteResult } from '#shared/contracts/votes.ts';
import type { FileAnswer } from '#shared/endpoint.ts';
import { orNotFound } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import { boxFile } from './box.ts';
import { minutesOf } from './minutes.ts';
import { objectionOf, officeObjectionOf, rollRowOf } from './presentation.ts';
import * as roll from './roll.queries.ts';
import * as queries from './votes.queries.ts';
import { createVotesService, type Reader, stateTexts, unknownVote, wrongState } from './votes.service.ts';

/** A State with fewer people is not shown alone while a vote is open. */
const fewest = 5;

interface OfState {
  state: string;
  people: number;
  papers: number;
}

/** States with under five people together as 'Others'; a single one with the next smallest. */
export function mergedStates(states: readonly OfState[]): OfState[] {
  const small = states.filter(({ people }) => people < fewest);
  if (small.length === 0) return [...states];
  const large = states.filter(({ people }) => people >= fewest).sort((a, b) => a.people - b.people);
  const merged = small.length === 1 ? [...small, ...large.splice(0, 1)] : small;
  const sum = (of: (each: OfState) => number) => merged.reduce((all, each) => all + of(each), 0);
  const others = { state: 'Others', people: sum(({ people }) => people), papers: sum(({ papers }) => papers) };
  return [...large.sort((a, b) => a.state.localeCompare(b.state)), others];
}

/** The roll and its objections, and what everybody concerned sees after closing. */
export function createVoteOffice(core: Core) {
  const { database } = core;
  const votes = serviceOf(core, createVotesService);
  const { reader } = database;

  /** A counted vote. @throws NOT_FOUND, WRONG_STATE before closing */
  async function counted(id: string, who: Reader) {
    const row = await votes.findResult(database, id, who);
    if (row.result === null || (row.state !== 'closed' && row.state !== 'declared')) {
      throw wrongState(row.state === 'cancelled' ? stateTexts.cancelled : 'This vote has not been counted yet.');
    }
    return { row, result: row.result };
  }

  return {
    async roll(id: string, { page, ...search }: roll.RollSearch & { page: number }) {
      const row = await queries.findVote(reader, id);
      if (!row) throw unknownVote();
      const [{ rows, total }, byState, hashes] = await Promise.all([
        roll.findRollPage(reader, id, search, page),
        roll.countByState(reader, id),
        roll.findHashes(reader, id),
      ]);
      const sum = (of: (each: OfState) => number) => byState.reduce((all, each) => all + of(each), 0);
      const isOver = row.state === 'closed' || row.state === 'declared';
      return {
        data: rows.map((each) => rollRowOf(each, isOver)),
        totals: { people: sum(({ people }) => people), papers: sum(({ papers }) => papers) },
        byState: row.state === 'open' ? mergedStates(byState) : byState,
        hashes: hashes.map(({ hash, at, people }) => ({ hash, at: at.toISOString(), people })),
        pagination: paginationOf(page, total),
      };
    },

    /** @throws NOT_FOUND, WRONG_STATE unless the roll is frozen, and the second time */
    async object(id: string, text: string, member: ActingMember): Promise<Objection> {
      const row = await votes.find(database, id, member);
      if (row.state !== 'roll')
        throw wrongState('Objections to the roll can be made from its freezing until voting opens.');
      const inserted = await database.transaction(async (tx) => {
        if ((await queries.shareVote(tx, row.id))?.state !== 'roll') throw wrongState('Voting has opened.');
        const record = await queries.findMember(tx, member.memberId);
        if (!record) throw unknownVote();
        const values = { memberNumber: record.memberNumber ?? '', name: record.name, at: clock.now() };
        return roll.insertObjection(tx, { voteId: row.id, memberId: member.memberId, text, ...values });
      });
      if (!inserted) throw wrongState('You have objected already.');
      return objectionOf(inserted);
    },

    async objections(id: string): Promise<OfficeObjection[]> {
      if (!(await queries.findVote(reader, id))) throw unknownVote();
      return (await roll.findObjections(reader, id)).map(officeObjectionOf);
    },

    /** @throws NOT_FOUND */
    answer: (objectionId: string, text: string, who: ActingAdministrator): Promise<OfficeObjection> =>
      database.transaction(async (tx) => {
        const row = orNotFound(await roll.lockObjection(tx, objectionId), 'This objection');
        const vote = await queries.findVote(tx, row.voteId);
        const subject = vote?.title ?? '';
        await writeLog(tx, {
          kind: 'content',
          feature: 'votes',
          by: who.email,
          action: 'answered an objection to a roll',
          subject,
        });
        return officeObjectionOf(await roll.saveAnswer(tx, objectionId, text));
      }),

    async result(id: string, who: Reader): Promise<VoteResult> {
      const { row, result } = await counted(id, who);
      return { ...result, paperHash: row.paperHash };
    },

    async box(id: string, who: Reader): Promise<FileAnswer> {
      const { row } = await counted(id, who);
      return {
        body: Readable.from(boxFile(database, row, row.papers ?? 0, row.ballots ?? 0)),
        type: 'application/x-ndjson',
        attachment: `box-${row.id}.ndjson`,
        cacheControl: 'private, no-store',
      };
    },

    async minutes(id: string, who: ActingAdministrator): Promise<FileAnswer> {
      const { row, result } = await counted(id, who);
      return madeFile(await minutesOf(database, row, result), 'application/pdf', minutesName(row.title));
    },
  };
}
