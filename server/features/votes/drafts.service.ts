import { randomBytes } from 'node:crypto';
import { type Core, serviceOf } from '#server/core.ts';
import { bundledStates } from '#server/features/locations/bundle.ts';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import type { LetterFilter } from '#shared/contracts/letters.ts';
import {
  type FoundCandidate,
  type QuestionInput,
  type Vote,
  type VoteChange,
  type VoteInput,
  type VoteOption,
  type VoteQuestion,
  voteLimits,
} from '#shared/contracts/votes.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import * as queries from './votes.queries.ts';
import { createVotesService, proposals, standingOf, stateTexts, wrongState } from './votes.service.ts';

const text = messages.votes;
const hourMs = 3_600_000;
const candidatesShown = 8;

export const invalid = (field: string, message: string) =>
  new AppError('VALIDATION', message, { fields: { [field]: message } });

/** @throws VALIDATION unless closing is an hour to sixty days after opening */
export function mustLast(opensAt: Date, closesAt: Date): void {
  const hours = (closesAt.getTime() - opensAt.getTime()) / hourMs;
  if (hours < voteLimits.minHours || hours > voteLimits.maxDays * 24) throw invalid('closesAt', text.duration);
}

/** @throws VALIDATION for an unknown State */
function mustBeStates({ state }: LetterFilter): void {
  if (state && !bundledStates.includes(state)) throw invalid('filter', messages.letters.state);
}

const resolutionOptions: VoteOption[] = [
  { id: 'for', name: 'For', memberNumber: null, statement: '' },
  { id: 'against', name: 'Against', memberNumber: null, statement: '' },
  { id: 'abstain', name: 'Abstain', memberNumber: null, statement: '' },
];

/** Begins with a letter: a key that looks like a number would come first in every JavaScript object. */
const newId = (prefix: string) => `${prefix}${randomBytes(4).toString('hex')}`;

/** Questions with ids and names; a known id is kept. @throws VALIDATION for an unknown member number */
async function questionsOf(
  db: Readable,
  questions: readonly QuestionInput[],
  before: readonly VoteQuestion[],
): Promise<VoteQuestion[]> {
  const numbers = questions.flatMap(({ options }) => options.flatMap(({ memberNumber }) => memberNumber || []));
  const people = await queries.findByNumbers(db, numbers);
  const used = new Set<string>();
  const idOf = (id: string | undefined, questions: readonly { id: string }[], prefix: string) => {
    const questionId =
      id !== undefined && !used.has(id) && questions.some((each) => each.id === id) ? id : newId(prefix);
    used.add(questionId);
    return questionId;
  };
  return questions.map((question, index) => {
    const old = before.find(({ id }) => id === question.id);
    const shared = { id: idOf(question.id, before, 'q'), title: question.title, text: question.text };
    if (question.kind === 'resolution') {
      const majority = question.majority ?? 'simple';
      return { ...shared, kind: 'resolution', seats: null, none: false, majority, options: resolutionOptions };
    }
    const options = question.options.map((option, at): VoteOption => {
      const person = option.memberNumber ? people.get(option.memberNumber) : undefined;
      const memberNumber = person?.memberNumber ?? null;
      const name = option.memberNumber ? person?.name : option.name;
      if (name === undefined) throw invalid(`questions.${index}.options.${at}.memberNumber`, text.memberNumber);
      return { id: idOf(option.id, old?.options ?? [], 'c'), name, memberNumber, statement: option.statement };
    });
    return { ...shared, kind: 'office', seats: question.seats ?? 1, none: question.none, majority: null, options };
  });
}

/** Drafts of votes. */
export function createVoteDrafts(core: Core) {
  const { database } = core;
  const votes = serviceOf(core, createVotesService);
  async function draft(tx: Transaction, id: string, version?: number): Promise<queries.VoteRow> {
    const row = await votes.known(tx, id, version);
    if (row.state !== 'draft') throw wrongState(stateTexts[row.state]);
    return row;
  }

  return {
    /** @throws VALIDATION */
    async create(input: VoteInput, who: ActingAdministrator): Promise<Vote> {
      const { questions, opensAt, closesAt, ...rest } = input;
      mustBeStates(rest.filter);
      const times = { opensAt: new Date(opensAt), closesAt: new Date(closesAt) };
      mustLast(times.opensAt, times.closesAt);
      const id = await database.transaction(async (tx) => {
        const stored = await questionsOf(tx, questions, []);
        await writeLog(tx, {
          kind: 'content',
          feature: 'votes',
          by: who.email,
          action: 'drafted a vote',
          subject: rest.title,
        });
        return queries.insertVote(tx, { ...rest, ...times, questions: stored, by: who.email });
      });
      return votes.get(id, who);
    },

    /** Changes the given fields. @throws NOT_FOUND, RECORD_CHANGED, WRONG_STATE, VALIDATION */
    async update(id: string, change: VoteChange, version: number | undefined, who: ActingAdministrator): Promise<Vote> {
      await database.transaction(async (tx) => {
        const row = await draft(tx, id, version);
        const { questions, opensAt, closesAt, ...rest } = change;
        if (rest.filter) mustBeStates(rest.filter);
        const times = {
          opensAt: opensAt === undefined ? row.opensAt : new Date(opensAt),
          closesAt: closesAt === undefined ? row.closesAt : new Date(closesAt),
        };
        mustLast(times.opensAt, times.closesAt);
        const current = questions ? await questionsOf(tx, questions, row.questions) : row.questions;
        const changes = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
        await queries.saveVote(tx, id, { ...changes, ...times, questions: current });
        await proposals.drop(tx, id);
        const subject = rest.title ?? row.title;
        await writeLog(tx, {
          kind: 'content',
          feature: 'votes',
          by: who.email,
          action: 'changed the draft of a vote',
          subject,
        });
      });
      return votes.get(id, who);
    },

    /** @throws NOT_FOUND, WRONG_STATE */
    async remove(id: string, who: ActingAdministrator): Promise<void> {
      await database.transaction(async (tx) => {
        const row = await draft(tx, id);
        await proposals.drop(tx, id);
        await queries.removeVote(tx, id);
        await writeLog(tx, {
          kind: 'content',
          feature: 'votes',
          by: who.email,
          action: 'deleted the draft of a vote',
          subject: row.title,
        });
      });
    },

    /** How many would be on the roll now. */
    async count(selection: { filter: LetterFilter; goodStanding: boolean }): Promise<number> {
      mustBeStates(selection.filter);
      return queries.countSelected(database.reader, selection.filter, standingOf(selection));
    },

    async candidates(search: string): Promise<FoundCandidate[]> {
      const rows = await queries.searchMembers(database.reader, search, candidatesShown);
      return rows.map((row) => ({ ...row, memberNumber: row.memberNumber! }));
    },
  };
}
