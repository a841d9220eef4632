import { useEffect, useMemo } from 'react';
import { z } from 'zod';
import type { OfficeRecord } from '#shared/contracts/members.ts';
import { messages } from '#shared/messages.ts';
import {
  type MembershipValue,
  membershipValues,
  type RegistrationStatus,
  registrationStatuses,
} from '#shared/options.ts';
import { type SchemaForm, useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { isStatus } from './wording.ts';

export interface DecisionValues {
  status: RegistrationStatus;
  membership: MembershipValue;
  reason: string;
  note: string;
  paymentSeen: boolean;
}
export type DecisionForm = SchemaForm<DecisionValues>;

/** The wire lets a rejection go without a reason; people deserve one. */
function decisionSchema(before: string) {
  return z
    .object({
      status: z.enum(registrationStatuses, { error: messages.general.option }),
      membership: z.enum(membershipValues, { error: messages.registration.membership }),
      reason: z.string().max(1_000, { error: messages.general.tooLong }),
      note: z.string().max(1_000, { error: messages.general.tooLong }),
      paymentSeen: z.boolean(),
    })
    .refine((value) => value.status !== 'Rejected' || before === 'Rejected' || value.reason.trim() !== '', {
      path: ['reason'],
      error: 'Please enter the reason; it is mailed to the applicant',
      when: ({ value }) => typeof value === 'object' && value !== null,
    });
}

const nothingYet: DecisionValues = {
  status: 'New',
  membership: 'Individual member',
  reason: '',
  note: '',
  paymentSeen: false,
};

/** A decision about a record. When the record is loaded again its state is taken over; typed texts stay. */
export function useDecisionForm(record: OfficeRecord | undefined): DecisionForm {
  const schema = useMemo(() => decisionSchema(record?.status ?? ''), [record?.status]);
  const form = useSchemaForm<z.ZodType<unknown, DecisionValues>>(schema, nothingYet);
  const { reset, getValues } = form;
  const { status, membership } = record ?? {};
  useEffect(() => {
    if (status === undefined || membership === undefined || !isStatus(status)) return;
    reset({ ...getValues(), status, membership: membership as MembershipValue, paymentSeen: false });
  }, [status, membership, reset, getValues]);
  return form;
}
