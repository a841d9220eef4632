import { type Core, serviceOf } from '#server/core.ts';
import { enterElected } from '#server/features/bearers/bearers.service.ts';
import { endNotice, sendNoticeTo } from '#server/features/letters/notices.ts';
import { draftNews } from '#server/features/news/news.service.ts';
import type { Step } from '#server/parts/proposals/proposals.ts';
import { notify, type Transaction } from '#server/platform/database/client.ts';
import { innermostError } from '#server/platform/explain-failure.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import { momentInWords } from '#server/platform/languages/dates.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { forgetPaperMails } from '#server/platform/mail/mail.queries.ts';
import { clock } from '#shared/clock.ts';
import type { CountedResult, ProposalInput, ProposalKind, Vote, VoteResult } from '#shared/contracts/votes.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { drawLots } from '#shared/vote-count.ts';
import * as ballots from './ballots.queries.ts';
import { invalid, mustLast } from './drafts.service.ts';
import { paperHashOf } from './genuine.ts';
import { createVoteKeys } from './keys.ts';
import { tellSecond, tellVoters } from './mails.ts';
import { createPurge } from './purge.ts';
import * as roll from './roll.queries.ts';
import { followInNotice, hashRoll, writeNotice } from './roll.ts';
import { unfreezeRoll, wakeTimers } from './timing.ts';
import * as queries from './votes.queries.ts';
import { createVotesService, proposals, standingOf, stateTexts, wrongState } from './votes.service.ts';

const text = messages.votes;

type Details = Omit<ProposalInput, 'what' | 'version'>;
type Proposed = Step<ProposalKind>;

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`;
const members = (count: number) => counted(count, 'member', 'members');

function mustBe(row: queries.VoteRow, ...states: queries.VoteRow['state'][]): void {
  if (!states.includes(row.state)) throw wrongState(stateTexts[row.state]);
}

/** @throws VALIDATION at `reason` */
function reasonOf({ reason = '' }: Details): string {
  if (reason === '') throw invalid('reason', text.reason);
  return reason;
}

/** The members to add and the entries to remove. @throws VALIDATION for numbers of which that is not possible */
async function rollChange(tx: Transaction, id: string, { add = [], remove = [] }: Details) {
  const [toAdd, toRemove] = [[...new Set(add)], [...new Set(remove)]];
  if (toAdd.length + toRemove.length === 0) throw invalid('add', text.roll);
  const people = await queries.findByNumbers(tx, [...toAdd, ...toRemove]);
  const missing = toAdd.filter((number) => people.get(number)?.status !== 'Approved');
  if (missing.length > 0) throw invalid('add', `${text.memberNumber}: ${missing.join(', ')}`);
  // A roll has the numbers of its day: after a merge somebody stands on it with another one than now.
  const entries = await roll.findOnRoll(
    tx,
    id,
    [...toAdd, ...toRemove],
    [...people.values()].map((each) => each.id),
  );
  const entryOf = (number: string) =>
    entries.find(({ memberNumber }) => memberNumber === number) ??
    entries.find(({ memberId }) => memberId !== null && memberId === people.get(number)?.id);
  const there = toAdd.flatMap((number) => {
    const entry = entryOf(number);
    return entry ? [entry.memberNumber === number ? number : `${number} (as ${entry.memberNumber})`] : [];
  });
  if (there.length > 0) throw invalid('add', `${text.onRoll}: ${there.join(', ')}`);
  const absent = toRemove.filter((number) => !entryOf(number));
  if (absent.length > 0) throw invalid('remove', `${text.noneOnRoll}: ${absent.join(', ')}`);
  const added = new Map(toAdd.map((number) => [people.get(number)!.id, people.get(number)!]));
  return { added: [...added.values()], removed: [...new Set(toRemove.map((number) => entryOf(number)!))] };
}

/** New times. @throws VALIDATION, WRONG_STATE */
function timesOf(row: queries.VoteRow, { opensAt, closesAt }: Details) {
  mustBe(row, 'roll', 'open');
  if (opensAt === undefined && closesAt === undefined) throw invalid('closesAt', text.closesAt);
  if (opensAt !== undefined && row.state !== 'roll') throw wrongState(stateTexts.open);
  const next = {
    opensAt: opensAt === undefined ? row.opensAt : new Date(opensAt),
    closesAt: closesAt === undefined ? row.closesAt : new Date(closesAt),
  };
  if (next.closesAt < row.closesAt) throw invalid('closesAt', text.later);
  mustLast(next.opensAt, next.closesAt);
  return next;
}

/** @throws VALIDATION at `lots` unless they order exactly the tied candidates of every tie */
function mustBeDrawn(result: CountedResult, lots: Record<string, string[]>): void {
  const tied = result.questions.filter(({ outcome }) => outcome === 'tied');
  const fits =
    Object.keys(lots).every((id) => tied.some((question) => question.id === id)) &&
    tied.every(({ id, tied: ids }) => {
      const drawn = lots[id] ?? [];
      return (
        drawn.length === ids.length && new Set(drawn).size === ids.length && drawn.every((each) => ids.includes(each))
      );
    });
  if (!fits) throw invalid('lots', text.lots);
}

/** The names of a question's options. */
const namesIn = ({ questions }: Pick<CountedResult, 'questions'>, questionId: string, ids: readonly string[]) => {
  const options = questions.find(({ id }) => id === questionId)?.options ?? [];
  return ids.map((id) => options.find((option) => option.id === id)?.name ?? '');
};

function declarationText(result: CountedResult, { lots = {}, bearers, news }: Details): string {
  const drawn = Object.entries(lots).map(
    ([id, ids]) => `lots drawn in the order ${namesIn(result, id, ids).join(', ')}`,
  );
  const term = bearers ? [`terms of office from ${bearers.from}${bearers.until ? ` until ${bearers.until}` : ''}`] : [];
  return ['declare the result', ...drawn, ...term, ...(news ? ['a draft of news'] : [])].join('; ');
}

/** An error by which a step can never be carried out: a rule's, or that of a constraint of the database. */
function refusalOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  const { code } = innermostError(error);
  return code?.startsWith('23') ? wrongState('This is no longer possible. Please propose it again.') : undefined;
}

/** The grave steps of a vote: what one proposes and another agrees to. */
export function createVoteSteps(core: Core) {
  const { database, config } = core;
  const votes = serviceOf(core, createVotesService);
  const keys = createVoteKeys(config);
  const purge = serviceOf(core, createPurge);

  /** What is proposed, in words and checked as far as can be known now. @throws WRONG_STATE, VALIDATION */
  async function describe(
    tx: Transaction,
    row: queries.VoteRow,
    { what, version: _version, ...given }: ProposalInput,
  ): Promise<Proposed> {
    switch (what) {
      case 'freeze': {
        mustBe(row, 'draft');
        keys.mustHaveKey();
        const people = await queries.countSelected(tx, row.filter, standingOf(row));
        return { what, text: `freeze the roll with ${members(people)}`, details: {} };
      }
      case 'unfreeze': {
        mustBe(row, 'roll');
        const reason = reasonOf(given);
        return { what, text: `make it a draft again: ${reason}`, details: { reason } };
      }
      case 'roll': {
        mustBe(row, 'roll');
        const reason = reasonOf(given);
        const { added, removed } = await rollChange(tx, row.id, given);
        const parts = [
          ...(added.length > 0 ? [`add ${added.map((each) => each.memberNumber).join(', ')}`] : []),
          ...(removed.length > 0 ? [`remove ${removed.map((each) => each.memberNumber).join(', ')}`] : []),
        ];
        const details = { add: given.add ?? [], remove: given.remove ?? [], reason };
        return { what, text: `${parts.join(' and ')}: ${reason}`, details };
      }
      case 'extend': {
        const next = timesOf(row, given);
        const parts = [
          ...(given.opensAt === undefined ? [] : [`open on ${momentInWords(next.opensAt)}`]),
          ...(given.closesAt === undefined ? [] : [`close on ${momentInWords(next.closesAt)}`]),
        ];
        const { opensAt, closesAt } = given;
        return { what, text: parts.join(' and '), details: { opensAt, closesAt } };
      }
      case 'cancel': {
        mustBe(row, 'draft', 'roll', 'open', 'closed');
        const reason = reasonOf(given);
        return { what, text: `cancel the vote: ${reason}`, details: { reason } };
      }
      case 'declare': {
        mustBe(row, 'closed');
        const { lots = {}, bearers, news } = given;
        mustBeDrawn(row.result!, lots);
        if (bearers?.until && bearers.until < bearers.from) throw invalid('bearers.until', text.until);
        return {
          what,
          text: declarationText(row.result!, given),
          details: { lots, bearers: bearers ?? null, news: news ?? false },
        };
      }
    }
  }

  async function freeze(tx: Transaction, row: queries.VoteRow): Promise<void> {
    mustBe(row, 'draft');
    if (row.opensAt <= clock.now())
      throw wrongState('Its opening is in the past. Please choose a later one in the draft.');
    keys.mustHaveKey();
    const paperHash = paperHashOf(row);
    const key = await keys.make(row.id, paperHash);
    const selection = await queries.selectionOf(tx, row.filter);
    const standing = standingOf(row);
    await roll.fillRoll(tx, row.id, selection, standing);
    const hashed = await hashRoll(tx, row.id);
    await queries.insertKey(tx, row.id, key.sealed);
    const frozen = { ...hashed, paperHash, publicKey: key.publicKey, keyFingerprint: key.fingerprint };
    const noticeId = row.withoutNotice ? null : await writeNotice(tx, { ...row, ...frozen });
    await queries.saveVote(tx, row.id, { state: 'roll', frozenAt: clock.now(), noticeId, ...frozen });
  }

  async function changeRoll(tx: Transaction, row: queries.VoteRow, details: Details): Promise<void> {
    mustBe(row, 'roll');
    const { added, removed } = await rollChange(tx, row.id, details);
    await roll.removeFromRoll(
      tx,
      row.id,
      removed.map((each) => each.memberNumber),
    );
    await roll.addToRoll(tx, row.id, added, details.reason ?? '');
    const hashed = await hashRoll(tx, row.id);
    await queries.saveVote(tx, row.id, hashed);
    await followInNotice(tx, config, { ...row, ...hashed, keyFingerprint: row.keyFingerprint! }, row);
    if (row.noticeId !== null)
      await sendNoticeTo(
        tx,
        row.noticeId,
        added.map(({ id }) => id),
      );
  }

  async function extend(tx: Transaction, row: queries.VoteRow, details: Details): Promise<void> {
    const next = timesOf(row, details);
    const now = clock.now();
    if (details.opensAt !== undefined && next.opensAt <= now) throw wrongState('This opening is in the past.');
    if (next.closesAt <= now || (row.state === 'open' && row.closesAt <= now)) throw wrongState('Voting is over.');
    // Reminded a day before the new end, too.
    const reminded = next.closesAt > row.closesAt ? { reminded: null } : {};
    await queries.saveVote(tx, row.id, { ...next, ...reminded, heldTold: null });
    const facts = { rollHash: row.rollHash!, keyFingerprint: row.keyFingerprint!, people: row.people };
    await followInNotice(tx, config, { ...row, ...next, ...facts }, row);
  }

  async function cancel(tx: Transaction, row: queries.VoteRow, details: Details): Promise<void> {
    mustBe(row, 'draft', 'roll', 'open', 'closed');
    await queries.removeKey(tx, row.id);
    await ballots.removeBallots(tx, row.id);
    await roll.forgetPapers(tx, row.id);
    await forgetPaperMails(tx, row.id);
    if (row.noticeId !== null) await endNotice(tx, config, row.noticeId, 'cancelled');
    const change = {
      state: 'cancelled',
      cancelReason: details.reason ?? '',
      result: null,
      papers: null,
      ballots: null,
      boxHash: null,
    } as const;
    await queries.saveVote(tx, row.id, change);
  }

  async function declare(tx: Transaction, row: queries.VoteRow, details: Details, by: string): Promise<void> {
    mustBe(row, 'closed');
    const { lots = {}, bearers, news } = details;
    mustBeDrawn(row.result!, lots);
    const result = { ...row.result!, questions: drawLots(row.questions, row.result!.questions, lots) };
    if (bearers) {
      const offices = row.questions.flatMap((question) => {
        const elected = result.questions.find(({ id }) => id === question.id)?.elected ?? [];
        const people = question.options.filter(({ id }) => elected.includes(id));
        return question.kind === 'office' && people.length > 0 ? [{ office: question.title, people }] : [];
      });
      await enterElected(tx, offices, { from: bearers.from, until: bearers.until ?? null }, by);
    }
    if (news)
      await draftNews(
        tx,
        {
          title: row.title,
          description: newsText(result, row.publicResult ? `${config.publicUrl}${paths.voteResult(row.id)}` : ''),
        },
        by,
      );
    await queries.saveVote(tx, row.id, { state: 'declared', result, lots, declaredAt: clock.now(), declaredBy: by });
    await tellVoters(tx, config, 'vote-declared', row);
    await notify(tx, 'content');
  }

  async function carryOut(
    tx: Transaction,
    row: queries.VoteRow,
    what: ProposalKind,
    details: Details,
    by: string,
  ): Promise<void> {
    switch (what) {
      case 'freeze':
        return freeze(tx, row);
      case 'unfreeze':
        mustBe(row, 'roll');
        return unfreezeRoll(tx, config, row);
      case 'roll':
        return changeRoll(tx, row, details);
      case 'extend':
        return extend(tx, row, details);
      case 'cancel':
        return cancel(tx, row, details);
      case 'declare':
        return declare(tx, row, details, by);
    }
  }

  return {
    /** @throws NOT_FOUND, RECORD_CHANGED, WRONG_STATE, VALIDATION, PROPOSAL_WAITING, SECOND_NEEDED */
    async propose(id: string, input: ProposalInput, who: ActingAdministrator): Promise<Vote> {
      await database.transaction(async (tx) => {
        const row = await votes.known(tx, id, input.version);
        const step = await describe(tx, row, input);
        await proposals.propose(tx, id, step, who);
        await tellSecond(tx, config, row, { by: who.email, step: step.text });
        const note = `proposed: ${step.text}`.slice(0, 2_000);
        await writeLog(tx, {
          kind: 'content',
          feature: 'votes',
          by: who.email,
          action: 'proposed a step of a vote',
          subject: row.title,
          note,
        });
      });
      return votes.get(id, who);
    },

    /**
     * Carries out at once what another administrator has proposed.
     * @throws NOT_FOUND, RECORD_CHANGED, WRONG_STATE, SECOND_NEEDED; what can no longer be done drops the proposal
     */
    async agree(
      id: string,
      { proposal, version }: { proposal: string; version?: number | undefined },
      who: ActingAdministrator,
    ): Promise<Vote> {
      let isTaken = false;
      try {
        await database.transaction(async (tx) => {
          isTaken = false;
          const row = await votes.known(tx, id, version);
          const step = await proposals.take(tx, id, proposal, who);
          isTaken = true;
          await carryOut(tx, row, step.what as ProposalKind, step.details as Details, `${step.by}, ${who.email}`);
          const note = `proposed by ${step.by}: ${step.text}`.slice(0, 2_000);
          await writeLog(tx, {
            kind: 'content',
            feature: 'votes',
            by: who.email,
            action: 'agreed to a step of a vote',
            subject: row.title,
            note,
          });
          await wakeTimers(tx);
        });
      } catch (error) {
        const refusal = refusalOf(error);
        if (isTaken && refusal) await database.transaction((tx) => proposals.dropOne(tx, proposal));
        throw refusal ?? error;
      }
      await purge.sweepKeys();
      return votes.get(id, who);
    },

    /** @throws NOT_FOUND, RECORD_CHANGED, WRONG_STATE, SECOND_NEEDED for one's own */
    async refuse(
      id: string,
      { proposal, version }: { proposal: string; version?: number | undefined },
      who: ActingAdministrator,
    ): Promise<Vote> {
      await database.transaction(async (tx) => {
        const row = await votes.known(tx, id, version);
        const step = await proposals.take(tx, id, proposal, who);
        const note = `proposed by ${step.by}: ${step.text}`.slice(0, 2_000);
        await writeLog(tx, {
          kind: 'content',
          feature: 'votes',
          by: who.email,
          action: 'refused a step of a vote',
          subject: row.title,
          note,
        });
      });
      return votes.get(id, who);
    },
  };
}

const outcomeWords: Record<VoteResult['questions'][number]['outcome'], string> = {
  elected: 'Elected',
  tied: 'Tied',
  unopposed: 'Elected unopposed',
  vacant: 'Not all seats were filled',
  carried: 'Carried',
  lost: 'Not carried',
  noQuorum: 'The quorum was not reached',
};

/** The result in sentences, for a draft that the office goes over. */
function newsText(result: CountedResult, link: string): string {
  const parts = result.questions.map((question) => {
    const counts = question.options.map(({ name, votes }) => `${name}: ${votes}`).join('; ');
    const elected = namesIn(result, question.id, question.elected).join(', ');
    return [`${question.title}. ${outcomeWords[question.outcome]}${elected && `: ${elected}`}.`, counts].join('\n');
  });
  const read = link === '' ? [] : [`Read the result and count again: ${link}`];
  return [`Of ${members(result.roll)} on the roll, ${result.papers} took part.`, ...parts, ...read].join('\n\n');
}
