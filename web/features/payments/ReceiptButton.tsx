import Button from '@mui/material/Button';
import { receiptFile } from '#shared/contracts/receipts.ts';
import { api } from '#web/lib/api.ts';
import { useDownload } from '#web/lib/useDownload.ts';
import { DownloadIcon } from '#web/ui/icons.tsx';

/** Downloads the receipt of a payment as PDF. */
export function ReceiptButton({ paymentId, number }: { paymentId: string; number: string }) {
  const { busy, download } = useDownload();
  const name = `receipt-${number.replaceAll('/', '-')}.pdf`;
  return (
    <Button
      variant="text"
      size="small"
      startIcon={<DownloadIcon />}
      loading={busy !== undefined}
      loadingPosition="start"
      onClick={() => void download(name, () => api(receiptFile, { params: { id: paymentId } }))}
    >
      Receipt {number}
    </Button>
  );
}
