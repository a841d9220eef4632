import type { Participant, Question } from '#shared/contracts/participations.ts';
import { formatDate } from '#web/lib/languages/format.ts';
import { StatusDot, type Tone } from '#web/ui/tables/StatusDot.tsx';

/** A participation's state, position on the waiting list and check-in. */
export function ParticipationState({ of }: { of: Pick<Participant, 'state' | 'position' | 'checkedInAt'> }) {
  const { state, position, checkedInAt } = of;
  return (
    <span className="grid">
      <StatusDot tone={stateTones[state]}>
        {position === null ? stateLabels[state] : `${stateLabels[state]}, number ${position}`}
      </StatusDot>
      {checkedInAt && <span className="text-muted text-14">In since {formatDate(checkedInAt)}</span>}
    </span>
  );
}

export const stateLabels: Record<Participant['state'] | 'attended', string> = {
  registered: 'Registered',
  waiting: 'Waiting',
  unconfirmed: 'Not confirmed',
  cancelled: 'Cancelled',
  attended: 'Checked in',
};

export const stateTones: Record<Participant['state'], Tone> = {
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
