import { z } from 'zod';

const id = z.string().regex(/^[\w-]{1,100}$/);
const entity = z.object({ entity: z.object({ id }) });
const ofPayment = z.object({ entity: z.object({ payment_id: id }) });

/** Of a notice only ids are read; a part of another form counts as absent. */
const notice = z.object({
  payload: z
    .object({
      payment_link: entity.optional().catch(undefined),
      payment: entity.optional().catch(undefined),
      refund: ofPayment.optional().catch(undefined),
      settlement: entity.optional().catch(undefined),
    })
    .catch({}),
});

/** The ids in a notice of the gateway, whatever has happened: what that was, we ask. */
export function idsIn(body: Uint8Array): { links: string[]; payments: string[]; settlement: boolean } {
  const parsed = notice.safeParse(parseJson(body));
  const { payment_link, payment, refund, settlement } = parsed.success ? parsed.data.payload : {};
  return {
    links: payment_link ? [payment_link.entity.id] : [],
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
