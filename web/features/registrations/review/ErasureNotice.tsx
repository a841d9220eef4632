import type { OfficeRecord } from '#shared/contracts/members.ts';
import { formatDate } from '#web/lib/format.ts';
import { Note } from '#web/ui/page/Note.tsx';

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
