import type { AttachmentMakers } from '#server/mail/kinds.ts';
import type { ReceiptsService } from './receipts.service.ts';

/** Makes the attachments of mails when they are sent. */
export function createAttachmentMakers(receipts: ReceiptsService): AttachmentMakers {
  return {
    async 'payment-received'({ data }) {
      // Mails queued by an older version name no receipt.
      if (!data.receipt) return [];
      const receipt = await receipts.attachment(data.receipt);
      return receipt && [receipt];
    },
  };
}
