import { useState } from 'react';
import { z } from 'zod';
import { type BulkAction, decideMany } from '#shared/contracts/bulk-decisions.ts';
import type { Job } from '#shared/contracts/job-progress.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { formatNumber } from '#shared/money.ts';
import { ReadyTexts } from '#web/features/canned-replies/ReadyTexts.tsx';
import {
  CorrectionFields,
  type CorrectionRequest,
  emptyRequest,
  requestSchema,
} from '#web/features/corrections/CorrectionFields.tsx';
import { reasonMissing } from '#web/features/registrations/review/decision.ts';
import { type ApiAnswer, type ApiInput, api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { setValue, useWatch } from '#web/lib/forms/useField.ts';
import { type Form, useForm } from '#web/lib/forms/useForm.ts';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { useDiscardQuestion } from '#web/ui/dialogs/useDiscardQuestion.tsx';
import { CheckField } from '#web/ui/forms/CheckField.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { FormStack } from '#web/ui/forms/FormStack.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Loading } from '#web/ui/page/Loading.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import { TryAgain } from '#web/ui/page/TryAgain.tsx';
import { actionLabels, LeftOutList, outcome } from './outcome.tsx';

type Body = NonNullable<ApiInput<typeof decideMany>['body']>;
export type BulkTarget = Pick<Body, 'items' | 'filter'>;

interface Props {
  action: BulkAction;
  target: BulkTarget;
  onClose: () => void;
  onBegun: (job: Job, action: BulkAction) => void;
}

interface Values extends CorrectionRequest {
  reason: string;
  paymentSeen: boolean;
  onlySettled: boolean;
}
const nothing: Values = { ...emptyRequest, reason: '', paymentSeen: false, onlySettled: false };

const reason = z.string().trim().min(1, { error: reasonMissing }).max(limits.reasonLength, {
  error: messages.general.tooLong,
});
const anything = z.object({});
const schemas: Record<BulkAction, z.ZodType<unknown>> = {
  approve: anything,
  askPayment: anything,
  reject: z.object({ reason }),
  askCorrection: requestSchema,
};

/** Previews a decision about several registrations, asks for its details, and carries it out. */
export function BulkDialog({ action, target, onClose, onBegun }: Props) {
  // A correction can be requested for the same records that can be approved: unchanged New ones.
  const probe = action === 'askCorrection' ? 'approve' : action;
  const { data, failed, loading, reload } = useLoad(decideMany, { body: { action: probe, ...target, preview: true } });
  const form = useForm(checkedBy<z.ZodType<unknown, Values>>(schemas[action] as z.ZodType<unknown, Values>), nothing);
  const { close, question } = useDiscardQuestion(form.isDirty, onClose);
  const [sent, setSent] = useState(false);
  const busy = form.busy || sent;
  const [paymentSeen, onlySettled] = useWatch(form.control, ['paymentSeen', 'onlySettled']);
  const open = action === 'approve' && data ? doubtsOf(data, paymentSeen) : { texts: [], count: 0 };
  const decided = (data?.summary?.decided ?? 0) - (onlySettled ? open.count : 0);

  const submit = form.send(async (values) => {
    const { job } = await api(decideMany, { body: bodyOf(action, target, values) });
    setSent(true);
    if (job) onBegun(job, action);
    onClose();
  });
  return (
    <ModalDialog
      open
      title={`${actionLabels[action]}: several registrations`}
      onClose={close}
      onSubmit={submit}
      busy={busy}
      actions={
        <>
          <Button look="outlined" onClick={close} disabled={busy}>
            Cancel
          </Button>
          <Button danger={action === 'reject'} type="submit" busy={busy} disabled={!data || decided === 0} autoFocus>
            {actionLabels[action]}
            {data ? ` (${formatNumber(decided)})` : ''}
          </Button>
        </>
      }
    >
      {data?.summary ? (
        <FormStack disabled={busy}>
          {open.count > 0 && (
            <Note tone="warning">
              <ul className="list m-0">
                {open.texts.map((text) => (
                  <li key={text}>
                    <strong>{text}</strong>
                  </li>
                ))}
              </ul>
              <CheckField
                control={form.control}
                name="onlySettled"
                label={open.count === 1 ? 'Leave it out' : `Leave these ${formatNumber(open.count)} out`}
              />
            </Note>
          )}
          <Note tone={data.summary.left > 0 ? 'warning' : 'info'}>
            {outcome(action, data.summary).replace(/^(\S+)/, '$1 will be')}.
            <LeftOutList left={data.left ?? []} />
          </Note>
          <Further action={action} form={form} />
        </FormStack>
      ) : failed && !loading ? (
        <TryAgain onClick={reload} text={failed.message} />
      ) : (
        <Loading label="Looking at the registrations" />
      )}
      {question}
    </ModalDialog>
  );
}

/** What is open about those to be approved, and the number of them. */
function doubtsOf(
  { unpaid = 0, unchecked = 0, withoutDocument = 0, unsettled = 0 }: ApiAnswer<typeof decideMany>,
  paymentSeen: boolean,
) {
  const texts = [
    ...(paymentSeen || unpaid === 0
      ? []
      : [unpaid === 1 ? 'One has paid nothing.' : `${formatNumber(unpaid)} have paid nothing.`]),
    ...(paymentSeen || unchecked === 0
      ? []
      : [
          `Nobody has checked yet whether ${unchecked === 1 ? 'one payment' : `${formatNumber(unchecked)} payments`} came.`,
        ]),
    ...(withoutDocument === 0
      ? []
      : [
          withoutDocument === 1
            ? 'One has no scanned ID card.'
            : `${formatNumber(withoutDocument)} have no scanned ID card.`,
        ]),
  ];
  return { texts, count: paymentSeen ? withoutDocument : unsettled };
}

/** The details of the decision. */
function Further({ action, form }: { action: BulkAction; form: Form<Values> }) {
  const { control } = form;
  switch (action) {
    case 'approve':
      return (
        <>
          <CheckField control={control} name="paymentSeen" label="All these payments were seen in the bank account" />
          <Field
            control={control}
            name="note"
            label="Note"
            maxLength={limits.reasonLength}
            hint="For the office only; kept with each decision"
          />
        </>
      );
    case 'reject':
      return (
        <>
          <ReadyTexts
            kind="reject"
            onPick={(text) => {
              const typed = control.values.reason.trim();
              setValue(control, 'reason', typed === '' ? text : `${typed}\n${text}`);
            }}
          />
          <Field
            control={control}
            name="reason"
            label="Reason"
            required
            rows={3}
            maxLength={limits.reasonLength}
            hint="Mailed to each applicant"
          />
        </>
      );
    case 'askCorrection':
      return <CorrectionFields control={control} />;
    case 'askPayment':
      return <p>Each applicant gets an e-mail with the way to the payment step.</p>;
  }
}

function bodyOf(action: BulkAction, target: BulkTarget, values: Values): Body {
  const { fields, note, reason: why, paymentSeen, onlySettled } = values;
  switch (action) {
    case 'approve':
      return { action, ...target, note, paymentSeen, onlySettled };
    case 'reject':
      return { action, ...target, reason: why };
    case 'askCorrection':
      return { action, ...target, fields, note };
    case 'askPayment':
      return { action, ...target };
  }
}
