import { z } from 'zod';

const id = z.string().regex(/^[\w-]{1,100}$/);
const entity = z.object({ entity: z.object({ id }) });
const ofPayment = z.object({ entity: z.object({ payment_id: id }) });

/** Of a notice only ids are read, and whether it is of a dispute; a part of another form counts as absent. */
const notice = z.object({
  event: z.string().catch(''),
  payload: z
    .object({
      payment_link: entity.optional().catch(undefined),
      dispute: ofPayment.optional().catch(undefined),
      payment: entity.optional().catch(undefined),
      refund: ofPayment.optional().catch(undefined),
      settlement: entity.optional().catch(undefined),
    })
    .catch({}),
});

export interface Ids {
  links: string[];
  payments: string[];
  /** Payments that their payer disputes. */
  disputed: string[];
  /** Payments whose dispute was decided for us. */
  won: string[];
  settlement: boolean;
}

/** The ids in a notice of the gateway, whatever has happened: what that was, we ask. A dispute is only shown to the office. */
export function idsIn(body: Uint8Array): Ids {
  const parsed = notice.safeParse(parseJson(body));
  const { payment_link, payment, refund, dispute, settlement } = parsed.success ? parsed.data.payload : {};
  const isWon = parsed.success && parsed.data.event === 'payment.dispute.won';
  const ofDispute = dispute ? [dispute.entity.payment_id] : [];
  return {
    links: payment_link ? [payment_link.entity.id] : [],
    disputed: isWon ? [] : ofDispute,
    won: isWon ? ofDispute : [],
    payments: [...(payment ? [payment.entity.id] : []), ...(refund ? [refund.entity.payment_id] : [])],
    settlement: settlement !== undefined,
  };
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}
