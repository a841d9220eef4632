import { receiptFile } from '#shared/contracts/receipts.ts';
import { api } from '#web/lib/api.ts';
import { useDownload } from '#web/lib/useDownload.ts';
import { Button } from '#web/ui/Button.tsx';
import { DownloadIcon } from '#web/ui/icons.tsx';

/** Downloads a payment's receipt as PDF. */
export function ReceiptButton({ paymentId, number }: { paymentId: string; number: string }) {
  const { busy, download } = useDownload();
  const name = `receipt-${number.replaceAll('/', '-')}.pdf`;
  return (
    <Button
      look="text"
      small
      busy={busy !== undefined}
      onClick={() => void download(name, () => api(receiptFile, { params: { id: paymentId } }))}
    >
      <DownloadIcon />
      Receipt {number}
    </Button>
  );
}
