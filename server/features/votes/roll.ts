import { createHash } from 'node:crypto';
import type { Config } from '#server/config.ts';
import { hashLines } from '#server/features/letters/begin.ts';
import { changeNotice, draftNotice } from '#server/features/letters/notices.ts';
import type { NoticeChange } from '#server/features/letters/presentation.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { momentInWords } from '#server/platform/languages/dates.ts';
import { indianDay } from '#shared/clock.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import * as roll from './roll.queries.ts';
import type { VoteRow } from './votes.queries.ts';

/** SHA-256 of the vote's id and each number, a line each, in code point order. */
export function rollHashOf(voteId: string, numbers: readonly string[]): string {
  const hash = createHash('sha256').update(`${voteId}\n`);
  for (const number of numbers) hash.update(`${number}\n`);
  return hash.digest('hex');
}

/** Hashes the roll as it is now, and lists the hash. @throws NO_VOTERS for an empty one */
export async function hashRoll(tx: Transaction, voteId: string): Promise<{ rollHash: string; people: number }> {
  const numbers = await roll.findNumbers(tx, voteId);
  if (numbers.length === 0) throw new AppError('NO_VOTERS', 'No member would be on the roll.');
  const rollHash = rollHashOf(voteId, numbers);
  await roll.insertHash(tx, voteId, rollHash, numbers.length);
  return { rollHash, people: numbers.length };
}

type Noticed = Pick<VoteRow, 'id' | 'title' | 'text' | 'questions' | 'opensAt' | 'closesAt' | 'by' | 'paperHash'> & {
  rollHash: string;
  keyFingerprint: string;
  people: number;
};

const seatsText = (seats: number | null) => (seats === 1 ? '1 seat' : `${seats} seats`);
const majorityText = {
  simple: 'more for than against',
  twoThirds: 'two thirds',
  threeFourths: 'three fourths',
} as const;

/** The text of a notice, in the markup of letters; a very long one without explanations, or cut after the names that it can hold. */
function noticeText(vote: Noticed): string {
  const whole = textWith(vote, true);
  const text = whole.length <= limits.letterLength ? whole : textWith({ ...vote, text: '' }, false);
  if (text.length <= limits.letterLength) return text;
  const rest = '\n\nThe other questions and candidates are on the website.';
  const cut = text.slice(0, limits.letterLength - rest.length);
  return cut.slice(0, cut.lastIndexOf('\n')).trimEnd() + rest;
}

function textWith(vote: Noticed, explained: boolean): string {
  const titles = vote.questions.map((question) => {
    const head =
      question.kind === 'office'
        ? `**${question.title}** (${seatsText(question.seats)})`
        : `**${question.title}** (resolution, carried by ${majorityText[question.majority ?? 'simple']})`;
    const names = question.kind === 'office' ? question.options.map(({ name }) => `- ${name}`).join('\n') : '';
    return [head, explained ? question.text : '', names].filter((part) => part !== '').join('\n\n');
  });
  const parts = [
    vote.text,
    `Voting ${timesText(vote)}, on the website under Votes.`,
    `${peopleText(vote)} Until voting opens you can see on the website whether you are on it, and object.`,
    ...hashLines(vote),
    ...titles,
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

const peopleText = ({ people }: Pick<VoteRow, 'people'>) =>
  `The roll has ${people} ${people === 1 ? 'member' : 'members'}.`;

const timesText = ({ opensAt, closesAt }: Pick<VoteRow, 'opensAt' | 'closesAt'>) =>
  `opens on ${momentInWords(opensAt)} and closes on ${momentInWords(closesAt)}`;

const noticeOf = (vote: Noticed) => ({ text: noticeText(vote), meetingOn: indianDay(vote.opensAt) });

/** Writes the draft of the notice to exactly the roll. @returns its id */
export const writeNotice = (tx: Transaction, vote: Noticed): Promise<string> =>
  draftNotice(tx, {
    title: `Notice: ${vote.title}`.slice(0, limits.lineLength),
    filter: { vote: vote.id },
    by: vote.by,
    ...noticeOf(vote),
  });

/** Follows a changed roll, or other times, than those `before` in the notice. */
export async function followInNotice(
  tx: Transaction,
  config: Pick<Config, 'publicUrl'>,
  vote: VoteRow & Noticed,
  before: VoteRow,
): Promise<void> {
  const times = [timesText(before), timesText(vote)] as [string, string];
  const roll = [peopleText(before), peopleText(vote)] as [string, string];
  const change: NoticeChange =
    before.rollHash === vote.rollHash
      ? { kind: 'moved', said: [times] }
      : { kind: 'roll', said: [roll, [before.rollHash!, vote.rollHash]] };
  if (vote.noticeId !== null) await changeNotice(tx, config, vote.noticeId, noticeOf(vote), change);
}
