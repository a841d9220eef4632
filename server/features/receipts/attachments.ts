import { type Core, serviceOf } from '#server/core.ts';
import type { AttachmentMakers } from '#server/platform/mail/kinds.ts';
import { createReceiptsService } from './receipts.service.ts';

/** Makes the attachments of mails when they are sent. */
export function attachmentMakers(core: Core): AttachmentMakers {
  const receipts = serviceOf(core, createReceiptsService);
  return {
    async 'payment-received'({ data }) {
      // Mails queued by an older version name no receipt.
      if (!data.receipt) return [];
      const receipt = await receipts.attachment(data.receipt);
      return receipt && [receipt];
    },
  };
}
