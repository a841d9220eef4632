import { z } from 'zod';
import { correctionFields } from '#shared/contracts/corrections.ts';
import { job, jobSummary, leftOut } from '#shared/contracts/job-progress.ts';
import { registrationFilter } from '#shared/contracts/registrations.ts';
import { endpoint } from '#shared/endpoint.ts';
import { answerOf, flag, option, optionalText, recordId } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';

const bulkActions = ['approve', 'reject', 'askPayment', 'askCorrection'] as const;
export type BulkAction = (typeof bulkActions)[number];

/** A registration as the administrator saw it. */
const item = z.object({ id: recordId, version: z.number().int().min(0) });

/** A decision about several New registrations: the named ones, or all current matches of a filter. */
export const decideMany = endpoint(
  'PATCH /Directory/decideMany',
  'Approve or reject several new registrations, or ask for their payment or correction',
  {
    power: 'members',
    // Room for a thousand records with their versions.
    bodyLimit: 512 * 1024,
    fieldPowers: { paymentSeen: 'money' },
    body: z
      .object({
        action: option(bulkActions, messages.general.option),
        items: z
          .array(item)
          .min(1, { error: messages.decision.which })
          .max(limits.decidedAtOnce, { error: `Please choose at most ${limits.decidedAtOnce} registrations` })
          .optional(),
        filter: z.object(registrationFilter).optional(),
        /** Mailed to the applicants with a rejection. */
        reason: optionalText(limits.reasonLength),
        /** For the office's log; for the applicants with a correction, which needs it. */
        note: optionalText(limits.reasonLength),
        /** The payments were seen in the bank account; used only with an approval. */
        paymentSeen: flag.optional().default(false),
        /** With an approval: leaves out applicants who have not paid. */
        onlyPaid: flag.optional().default(false),
        /** With an approval: leaves out all about whom something is open, as the preview counts them. */
        onlySettled: flag.optional().default(false),
        fields: correctionFields.optional(),
        /** True: only reports what would be done. */
        preview: flag.optional().default(false),
      })
      .refine(({ items, filter }) => (items === undefined) !== (filter === undefined), {
        path: ['items'],
        error: messages.decision.which,
      })
      .refine(({ action, fields }) => action !== 'askCorrection' || fields !== undefined, {
        path: ['fields'],
        error: messages.correction.fields,
      })
      .refine(({ action, note }) => action !== 'askCorrection' || note !== '', {
        path: ['note'],
        error: messages.correction.note,
      }),
    response: answerOf({
      message: z.string(),
      /** Only in the answer to a preview. */
      summary: jobSummary.optional(),
      left: z.array(leftOut).optional(),
      /** In the preview of an approval: the number of unpaid ones that are not marked as seen. */
      unpaid: z.number().optional(),
      /** The same of claimed payments that nobody has checked, of those without a scanned ID card, and of all three together. */
      unchecked: z.number().optional(),
      withoutDocument: z.number().optional(),
      unsettled: z.number().optional(),
      /** Otherwise: the job, which has ended already if it is small. */
      job: job.optional(),
    }),
  },
);
