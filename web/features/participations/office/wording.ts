import type { ParticipationState, Question } from '#shared/contracts/participations.ts';
import type { Tone } from '#web/ui/tables/StatusDot.tsx';

export const stateLabels: Record<ParticipationState | 'attended', string> = {
  registered: 'Registered',
  waiting: 'Waiting',
  unconfirmed: 'Not confirmed',
  cancelled: 'Cancelled',
  attended: 'Checked in',
};

export const stateTones: Record<ParticipationState, Tone> = {
  registered: 'good',
  waiting: 'warn',
  unconfirmed: 'neutral',
  cancelled: 'bad',
};

const yesNo: Record<string, string> = { yes: 'Yes', no: 'No' };

/** The displayed text of an answer. */
export const answerText = ({ kind }: Pick<Question, 'kind'>, answer: string): string =>
  kind === 'yesNo' ? (yesNo[answer] ?? answer) : answer;

/** The name of a person whose data were erased. */
export const erased = 'Erased person';
