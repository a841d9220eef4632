import { paths } from '#shared/paths.ts';
import { formatDay } from '#web/lib/languages/format.ts';
import { KeyHint } from '#web/ui/dialogs/KeyHint.tsx';
import { Button, buttonLook } from '#web/ui/page/Button.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import { CorrectionNotice } from './CorrectionNotice.tsx';
import { ErasureNotice, PersonHead } from './PersonHead.tsx';
import type { Review } from './RecordHistory.tsx';
import { ResendCredentials } from './ResendCredentials.tsx';
import { Warnings } from './Warnings.tsx';

interface Props {
  review: Review;
  onChanged: () => void;
  onEdit: () => void;
  /** Opens another record. */
  onOpen: (id: string) => void;
}

/** The record's title, its warnings, and the actions other than the decision. */
export function RecordHead({ review: { data: record, money, warnings, removalAt }, onChanged, onEdit, onOpen }: Props) {
  return (
    <div className="grid gap-2">
      <PersonHead person={record} money={money} />
      <div className="flex flex-wrap gap-1">
        <Button small look="outlined" aria-keyshortcuts="E" onClick={onEdit}>
          Edit details
          <KeyHint keys="E" />
        </Button>
        <Link to={paths.admin.person(record.id)} className={buttonLook('outlined')} data-small>
          What has happened
        </Link>
        <ResendCredentials small record={record} onSent={onChanged} />
      </div>
      <ErasureNotice record={record} />
      {record.status === 'Rejected' && (
        <Note tone="info">Reason of the rejection: {record.rejectionReason || 'none was given'}</Note>
      )}
      {removalAt && (
        <Note tone="info">
          This application will be deleted on {formatDay(removalAt)}
          {record.status === 'New' ? ' unless it is paid for or decided before' : ''}.
        </Note>
      )}
      <CorrectionNotice correction={record.correction} />
      <Warnings warnings={warnings} onOpen={onOpen} />
    </div>
  );
}
