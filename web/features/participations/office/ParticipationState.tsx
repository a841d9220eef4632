import type { Participant } from '#shared/contracts/participations.ts';
import { formatDate } from '#web/lib/format.ts';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';
import { stateLabels, stateTones } from './wording.ts';

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
