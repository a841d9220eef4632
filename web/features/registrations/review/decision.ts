import { useLayoutEffect, useMemo, useRef } from 'react';
import { z } from 'zod';
import type { OfficeRecord } from '#shared/contracts/members.ts';
import { limits } from '#shared/limits.ts';
import { type MembershipValue, membershipValues } from '#shared/memberships.ts';
import { messages } from '#shared/messages.ts';
import { type RegistrationStatus, registrationStatuses } from '#shared/options.ts';
import { person } from '#shared/person.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { resetForm } from '#web/lib/forms/useField.ts';
import { type Form, useForm } from '#web/lib/forms/useForm.ts';
import { isStatus } from './wording.ts';

interface DecisionValues {
  status: RegistrationStatus;
  membership: MembershipValue;
  reason: string;
  note: string;
  paymentSeen: boolean;
  /** What happens to claimed or received money after a rejection. */
  money: 'refund' | 'keep';
}
export type DecisionForm = Form<DecisionValues>;

export const reasonMissing = 'Please enter the reason; it is mailed to the applicant';

interface Doubt {
  title: string;
  message: string;
}
const { notPaid, notChecked, noDocument } = messages.review;

/** What is open about a new registration, and is asked about before it is approved. */
export function doubtsAbout(
  { status, paymentStatus, document }: Pick<OfficeRecord, 'status' | 'paymentStatus' | 'document'>,
  paymentSeen: boolean,
): Doubt[] {
  if (status !== 'New') return [];
  const isOpen = !paymentSeen && paymentStatus !== 'PAYMENT_SUCCESS';
  return [
    ...(isOpen && paymentStatus === '' ? [{ title: 'Approve without a payment?', message: notPaid }] : []),
    ...(isOpen && paymentStatus !== ''
      ? [{ title: 'Approve before the payment is checked?', message: notChecked }]
      : []),
    ...(document === null ? [{ title: 'Approve without a scanned ID card?', message: noDocument }] : []),
  ];
}

/** The contract allows a rejection without a reason, but this form requires one. */
function decisionSchema(before: string) {
  const text = z.string().max(limits.reasonLength, { error: messages.general.tooLong });
  return z
    .object({
      status: z.enum(registrationStatuses, { error: messages.general.option }),
      membership: z.enum(membershipValues, { error: person.membership.message }),
      reason: text,
      note: text,
      paymentSeen: z.boolean(),
      money: z.enum(['refund', 'keep'], { error: messages.general.option }),
    })
    .refine((value) => value.status !== 'Rejected' || before === 'Rejected' || value.reason.trim() !== '', {
      path: ['reason'],
      error: reasonMissing,
      when: ({ value }) => typeof value === 'object' && value !== null,
    });
}

const nothingYet: DecisionValues = {
  status: 'New',
  membership: 'Individual member',
  reason: '',
  note: '',
  paymentSeen: false,
  money: 'refund',
};

/**
 * The form for a decision. Another record resets it; a reload of the same record updates its status and membership, and keeps
 * typed texts.
 */
export function useDecisionForm(record: { id: string; status: string; membership: string } | undefined): DecisionForm {
  const schema = useMemo(() => decisionSchema(record?.status ?? ''), [record?.status]);
  const form = useForm(checkedBy<z.ZodType<unknown, DecisionValues>>(schema), nothingYet);
  const { control } = form;
  const { id, status, membership } = record ?? {};
  const typedFor = useRef(id);
  // Before paint, or the reset would undo a tick.
  useLayoutEffect(() => {
    if (status === undefined || membership === undefined || !isStatus(status)) return;
    const typed = typedFor.current === id ? control.values : nothingYet;
    typedFor.current = id;
    resetForm(control, { ...typed, status, membership: membership as MembershipValue, paymentSeen: false });
  }, [id, status, membership, control]);
  return form;
}
