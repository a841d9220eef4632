import { getSettings } from '#shared/contracts/settings.ts';
import { paths } from '#shared/paths.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { Link } from '#web/ui/Link.tsx';

/** Reminds the office while no Grievance Officer is set. */
export function OfficerNote() {
  const settings = useLoad(getSettings, {}).data?.data[0];
  if (!settings || settings.association.grievanceOfficer?.name) return null;
  return (
    <li className="row gap-half-2 framed mark muted pad-1-2">
      <Link className="tap strong" to={`${paths.admin.settings}?tab=association`}>
        Name a Grievance Officer
      </Link>
      <span className="ink">The Privacy Policy and the Contact page name none yet.</span>
    </li>
  );
}
