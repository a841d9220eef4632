import { limits } from '#shared/limits.ts';
import { waitingTime } from './waiting-time.ts';

const dayMs = 86_400_000;

/** Warns that the site is not being backed up. */
export function BackupNote({ lastAt }: { lastAt: string | null }) {
  if (lastAt && Date.now() - Date.parse(lastAt) < limits.backupWarningDays * dayMs) return null;
  return (
    <li className="row gap-half-2 framed mark muted pad-1-2">
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
