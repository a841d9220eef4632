import { receiptFile } from '#shared/contracts/receipts.ts';
import { api } from '#web/lib/calls/api.ts';
import { T } from '#web/lib/languages/T.ts';
import { DownloadButton } from '#web/ui/page/DownloadButton.tsx';

/** Downloads a payment's receipt as PDF. */
export function ReceiptButton({ paymentId: id, number }: { paymentId: string; number: string }) {
  const name = `receipt-${number.replaceAll('/', '-')}.pdf`;
  return (
    <DownloadButton look="text" small name={name} load={() => api(receiptFile, { params: { id } })}>
      <T>Receipt {number}</T>
    </DownloadButton>
  );
}
