import type { AttachmentMakers } from '#server/mail/kinds.ts';
import type { ReceiptsService } from './receipts.service.ts';

/** Makes what is attached to mails at the moment they are sent. */
export function createAttachmentMakers(receipts: ReceiptsService): AttachmentMakers {
  return {
    async 'payment-received'({ data }) {
      // One that was queued before receipts were attached names none.
      if (!data.receipt) return [];
      const receipt = await receipts.attachment(data.receipt);
      return receipt && [receipt];
    },
  };
}
