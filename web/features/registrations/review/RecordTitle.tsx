import type { OfficeRecord } from '#shared/contracts/members.ts';
import { MemberPicture } from '#web/features/members/MemberPicture.tsx';
import { formatDate } from '#web/lib/format.ts';
import { Note } from '#web/ui/page/Note.tsx';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';
import { statusTone, tierLabel } from './wording.ts';

/** The record's picture, name, number, tier and status. */
export function RecordTitle({ record }: { record: OfficeRecord }) {
  return (
    <div className="flex items-center gap-2">
      <MemberPicture address={record.picture} size={72} />
      <div className="min-w-0">
        <p className="text-22 m-0 font-semibold break-anywhere font-serif leading-tight">{record.name}</p>
        <p className="text-muted m-0">
          {record.memberNumber ?? record.reference} · {tierLabel(record.membership)}
        </p>
        <StatusDot tone={statusTone(record.status)}>{record.status}</StatusDot>
      </div>
    </div>
  );
}

/** When the member requested erasure, and how it is done; nothing without a request. */
export function ErasureNotice({ record }: { record: OfficeRecord }) {
  if (!record.erasureRequestedAt) return null;
  return (
    <Note tone="warning">
      This member asked for erasure on {formatDate(record.erasureRequestedAt)}. The request is to be answered within one
      month. To erase the record, reject it and then delete it in the Rejected tab.
    </Note>
  );
}
