import type { registrationsOverview } from '#shared/contracts/registrations.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { useOffice } from '#web/lib/office.ts';
import { BackupNote } from './BackupNote.tsx';
import { OfficerNote } from './OfficerNote.tsx';
import { RemovalsNote } from './RemovalsNote.tsx';

export type Overview = EndpointResponse<typeof registrationsOverview>['data'];

/** Notes to the office beside the waiting work. */
export function WaitingNotes({ overview: { removals, lastBackupAt } }: { overview: Overview }) {
  const { may } = useOffice();
  return (
    <ul className="stack gap-1 flush below-3">
      {removals && <RemovalsNote removals={removals} />}
      {may('full') && <OfficerNote />}
      {may('full') && <BackupNote lastAt={lastBackupAt} />}
    </ul>
  );
}
