import type { registrationsOverview } from '#shared/contracts/registrations.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { paths } from '#shared/paths.ts';
import { counted } from '#web/lib/counted.ts';
import { useOffice } from '#web/lib/office.ts';
import { Link } from '#web/ui/Link.tsx';
import { BackupNote } from './BackupNote.tsx';
import { OfficerNote } from './OfficerNote.tsx';
import { OpenContactsNote } from './OpenContactsNote.tsx';
import { RemovalsNote } from './RemovalsNote.tsx';
import styles from './WaitingNotes.module.css';
import { waitingTime } from './waiting-time.ts';

export type Overview = EndpointResponse<typeof registrationsOverview>['data'];

/** What the office has to do. */
export function WaitingNotes({ overview }: { overview: Overview }) {
  const { waiting, oldestWaitingAt, erasureRequests = 0, removals } = overview;
  const { may } = useOffice();
  return (
    <ul className={styles.notes}>
      {waiting !== undefined && (
        <li className={styles.note} data-due={waiting > 0 || undefined}>
          {waiting === 0 ? (
            'No registration is waiting.'
          ) : (
            <>
              <Link to={`${paths.admin.registrations}?sort=oldest`}>
                {counted(waiting, 'registration is waiting', 'registrations are waiting')}
              </Link>
              {oldestWaitingAt && (
                <span className={styles.since}>
                  {waiting === 1 ? 'for' : 'the oldest for'} {waitingTime(oldestWaitingAt)}
                </span>
              )}
            </>
          )}
        </li>
      )}
      {erasureRequests > 0 && (
        <li className={styles.note} data-due>
          <Link to={`${paths.admin.directory}?erasure=asked`}>
            {counted(erasureRequests, 'member asks', 'members ask')} for erasure
          </Link>
        </li>
      )}
      {may('members', true) && <OpenContactsNote />}
      {removals && <RemovalsNote removals={removals} />}
      {may('full') && <OfficerNote />}
      {may('full') && <BackupNote lastAt={overview.lastBackupAt} />}
    </ul>
  );
}
