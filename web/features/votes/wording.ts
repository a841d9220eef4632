import type { Majority, Outcome, Vote, VoteQuestion, VoteState } from '#shared/contracts/votes.ts';
import { Sentence } from '#shared/sentence.ts';
import { formatDate } from '#web/lib/languages/format.ts';
import { msg, t } from '#web/lib/languages/text.ts';
import type { Tone } from '#web/ui/tables/StatusDot.tsx';

export const stateLabels: Record<VoteState, string> = {
  draft: msg('Draft'),
  roll: msg('Roll frozen'),
  open: msg('Open'),
  closed: msg('Counted'),
  declared: msg('Declared'),
  cancelled: msg('Cancelled'),
};
export const stateTones: Record<VoteState, Tone> = {
  draft: 'neutral',
  roll: 'warn',
  open: 'good',
  closed: 'warn',
  declared: 'good',
  cancelled: 'bad',
};

export const majorityLabels: Record<Majority, string> = {
  simple: msg('More for than against'),
  twoThirds: msg('Two thirds of for and against'),
  threeFourths: msg('Three fourths of for and against'),
};

export const outcomeLabels: Record<Outcome, string> = {
  elected: msg('Elected'),
  tied: msg('Tied: lots decide'),
  unopposed: msg('Elected unopposed'),
  vacant: msg('Not all seats were filled'),
  carried: msg('Carried'),
  lost: msg('Not carried'),
  noQuorum: msg('Without effect: the quorum was not reached'),
};

/** How one marks a question. */
export const markText = ({
  kind,
  seats,
  none,
  majority,
}: Pick<VoteQuestion, 'kind' | 'seats' | 'none' | 'majority'>): string => {
  if (kind === 'resolution') {
    const needed = t(majorityLabels[majority ?? 'simple']);
    const majorityNeeded = `${needed.charAt(0).toLowerCase()}${needed.slice(1)}`;
    return t(`Carried by: ${majorityNeeded}. Choose one.`);
  }
  const max =
    seats === 1
      ? t(none ? 'Choose one candidate, or none of these' : 'Choose one candidate')
      : none
        ? t(`Choose up to ${seats} candidates, or none of these`)
        : t(`Choose up to ${seats} candidates`);
  return t(`${max}. The order of the candidates was drawn by lot for you.`);
};

const resolutionAnswers: Readonly<Record<string, string | undefined>> = {
  for: msg('For'),
  against: msg('Against'),
  abstain: msg('Abstain'),
};

/** An option as it is shown: the answers to a resolution are the program's own, names stay as they are. */
export function optionName({ id, name }: { id: string; name: string }): string {
  const answer = Object.hasOwn(resolutionAnswers, id) ? resolutionAnswers[id] : undefined;
  return answer === undefined ? name : t(answer);
}

/** Names in a row; one may have a comma of its own, as before a title. */
export const listOf = (names: readonly string[]) => names.join(names.some((name) => name.includes(',')) ? '; ' : ', ');

/** How a state is called for voters: the roll is the office's word. */
export const memberStateLabels: Record<VoteState, string | Sentence> = {
  ...stateLabels,
  roll: msg('Not open yet'),
  // A text apart from a button's 'Open', which is another word elsewhere.
  open: new Sentence('Open{state}', { state: '' }),
};

export const isOver = ({ state }: Pick<Vote, 'state'>) => state === 'closed' || state === 'declared';

/** What of its dates matters now. */
export function datesOf({ state, opensAt, closesAt }: Pick<Vote, 'state' | 'opensAt' | 'closesAt'>): string {
  if (state === 'roll') return t(`Opens ${formatDate(opensAt)}`);
  if (state === 'open') return t(`Closes ${formatDate(closesAt)}`);
  return t(`${formatDate(opensAt)} to ${formatDate(closesAt)}`);
}
