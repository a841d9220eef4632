import type { registrationsOverview } from '#shared/contracts/registrations.ts';
import { getSettings } from '#shared/contracts/settings.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { counted } from '#web/lib/languages/format.ts';
import { useOffice } from '#web/lib/login/office.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { RemovalsNote } from './RemovalsNote.tsx';
import { waitingTime } from './WaitingList.tsx';

/** Reminds the office while no Grievance Officer is set. */
function OfficerNote() {
  const settings = useLoad(getSettings, {}).data?.data[0];
  if (!settings || settings.association.grievanceOfficer?.name) return null;
  return (
    <li className="flex flex-wrap items-center gap-4px-2 border rounded border-l-saffron text-muted px-2 py-1">
      <Link className="tap font-semibold" to={`${paths.admin.settings}?tab=association`}>
        Name a Grievance Officer
      </Link>
      <span className="text-ink">The Privacy Policy and the Contact page name none yet.</span>
    </li>
  );
}

const dayMs = 86_400_000;

/** Warns that the site is not being backed up. */
function BackupNote({ lastAt }: { lastAt: string | null }) {
  if (lastAt && Date.now() - Date.parse(lastAt) < limits.backupWarningDays * dayMs) return null;
  return (
    <li className="flex flex-wrap items-center gap-4px-2 border rounded border-l-saffron text-muted px-2 py-1">
      <span>
        <strong>
          {lastAt
            ? `The last backup of this site is ${waitingTime(lastAt)} old.`
            : 'This site has never been backed up.'}
        </strong>{' '}
        If the computer fails, {lastAt ? 'what was entered since then' : 'everything'} is lost. Please tell the person
        who runs it.
      </span>
    </li>
  );
}

export type Overview = EndpointResponse<typeof registrationsOverview>['data'];

/** How many records lack something, each count with its list. */
function IncompleteNote({ incomplete = 0, cannotLogIn = 0 }: Pick<Overview, 'incomplete' | 'cannotLogIn'>) {
  if (incomplete + cannotLogIn === 0) return null;
  return (
    <li className="flex flex-wrap items-center gap-4px-2 border rounded text-muted px-2 py-1">
      {incomplete > 0 && (
        <Link className="tap font-semibold" to={paths.admin.incomplete('true')}>
          {counted(incomplete, 'record is incomplete', 'records are incomplete')}
        </Link>
      )}
      {cannotLogIn > 0 && (
        <Link className="tap font-semibold" to={paths.admin.incomplete('login')}>
          {counted(cannotLogIn, 'member cannot log in yet', 'members cannot log in yet')}
        </Link>
      )}
      {incomplete > 0 && <span className="text-ink">Members are asked for what is missing when they log in.</span>}
    </li>
  );
}

/** Notes to the office beside the waiting work. */
export function WaitingNotes({ overview }: { overview: Overview }) {
  const { removals, lastBackupAt, incomplete, cannotLogIn } = overview;
  const { may } = useOffice();
  return (
    <ul className="grid gap-1 m-0 mb-3">
      {removals && <RemovalsNote removals={removals} />}
      <IncompleteNote incomplete={incomplete} cannotLogIn={cannotLogIn} />
      {may('full') && <OfficerNote />}
      {may('full') && <BackupNote lastAt={lastBackupAt} />}
    </ul>
  );
}
