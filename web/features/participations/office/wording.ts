import type { ParticipationState, Question } from '#shared/contracts/participations.ts';
import type { Tone } from '#web/ui/StatusDot.tsx';

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

/** An answer as people read it. */
export const answerText = ({ kind }: Pick<Question, 'kind'>, answer: string): string =>
  kind === 'yesNo' ? (yesNo[answer] ?? answer) : answer;

/** Of somebody whose data were erased nothing is left to be shown. */
export const erased = 'Erased person';
