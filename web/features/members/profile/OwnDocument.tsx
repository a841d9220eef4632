import { memberDocument } from '#shared/contracts/members.ts';
import { api } from '#web/lib/api.ts';
import { DownloadButton } from '#web/ui/DownloadButton.tsx';

/** The member's stored ID card, fetched with the token. */
export function OwnDocument({ id }: { id: string }) {
  return (
    <DownloadButton small name="id-card" load={() => api(memberDocument, { params: { id } })}>
      Download the stored file
    </DownloadButton>
  );
}
