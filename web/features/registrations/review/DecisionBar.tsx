import { useRef, useState } from 'react';
import type { OfficeRecord } from '#shared/contracts/members.ts';
import { limits } from '#shared/limits.ts';
import { membershipValues } from '#shared/memberships.ts';
import type { RegistrationStatus } from '#shared/options.ts';
import { ReadyTexts } from '#web/features/canned-replies/ReadyTexts.tsx';
import type { Shortcut } from '#web/lib/browser/shortcuts.ts';
import { setValue, useWatch } from '#web/lib/forms/useField.ts';
import { useOffice } from '#web/lib/login/office.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { KeyHint, Shortcuts } from '#web/ui/dialogs/KeyHint.tsx';
import { CheckField } from '#web/ui/forms/CheckField.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { AddNoteIcon, ChevronLeftIcon, ChevronRightIcon, MoreIcon } from '#web/ui/page/icons.tsx';
import styles from './DecisionBar.module.css';
import { type DecisionForm, doubtsAbout } from './decision.ts';
import type { Review } from './RecordHistory.tsx';
import type { ReviewQueue } from './useReviewQueue.ts';
import { tierLabel } from './wording.ts';

const tierOptions = membershipValues.map((value) => ({ value, label: tierLabel(value) }));

const moneyOptions = [
  { value: 'refund', label: 'To be returned' },
  { value: 'keep', label: 'Kept by the association' },
];

interface Props {
  form: DecisionForm;
  record: Pick<OfficeRecord, 'status' | 'membership' | 'paymentStatus' | 'document'>;
  warnings: Review['warnings'];
  queue: Pick<ReviewQueue, 'previous' | 'next'>;
  onShow: (id: string) => void;
  /** Sends the decision with the form's values. */
  decide: (status: RegistrationStatus) => Promise<void>;
  onCorrection: () => void;
}

/** The decision about a record, always visible, with shortcuts. */
export function DecisionBar({ form, record, warnings, queue, onShow, decide, onCorrection }: Props) {
  const { control } = form;
  const [membership, note, paymentSeen] = useWatch(control, ['membership', 'note', 'paymentSeen']);
  const [rejecting, setRejecting] = useState(false);
  /** The reason's form was left, so that the focus goes to the button that opens it. */
  const [isBack, setIsBack] = useState(false);
  const [asking, setAsking] = useState(false);
  const [noteWanted, setNoteWanted] = useState(false);
  const [more, setMore] = useState(false);
  const status = record.status as RegistrationStatus;
  const busy = form.busy;
  const { may } = useOffice();
  // Only an administrator with access to the bank account can confirm a payment.
  const payable = may('money') && status !== 'Rejected' && record.paymentStatus !== 'PAYMENT_SUCCESS';
  const unsaved = membership !== record.membership || note.trim() !== '';

  const approve = () => decide('Approved');
  const doubts = doubtsAbout(record, paymentSeen);
  // A shortcut asks for confirmation if there are warnings, as they may have been overlooked.
  const approveByKey = () => (warnings.length + doubts.length > 0 ? setAsking(true) : void approve());
  const approveByPress = () => (doubts.length > 0 ? setAsking(true) : void approve());
  const reject = () => setRejecting(true);
  const togglePaymentSeen = () => setValue(control, 'paymentSeen', !control.values.paymentSeen);
  const offered = {
    approve: status !== 'Approved',
    reject: status !== 'Rejected',
    correction: status === 'New',
  };
  const shortcuts: Shortcut[] = [
    { keys: 'A', label: 'Approve', run: approveByKey, disabled: busy || !offered.approve },
    { keys: 'R', label: 'Reject', run: reject, disabled: busy || !offered.reject },
    { keys: 'C', label: 'Ask for a correction', run: onCorrection, disabled: busy || !offered.correction },
    { keys: 'P', label: 'Payment seen in the bank account', run: togglePaymentSeen, disabled: busy || !payable },
  ];

  if (rejecting) {
    return (
      <Reason
        form={form}
        hasMoney={record.paymentStatus !== ''}
        onBack={() => {
          setRejecting(false);
          setIsBack(true);
          setValue(control, 'status', status);
        }}
        reject={() => void decide('Rejected')}
      />
    );
  }
  return (
    <>
      <Shortcuts title="Decision" of={shortcuts} />
      <ConfirmDialog
        open={asking}
        title={doubts[0]?.title ?? 'Approve with warnings?'}
        confirmLabel="Approve"
        onConfirm={approve}
        onClose={() => setAsking(false)}
      >
        {doubts.map(({ message }) => (
          <p key={message}>
            <strong>{message}</strong>
          </p>
        ))}
        {warnings.map(({ kind, message }) => (
          <p key={`${kind} ${message}`}>{message}</p>
        ))}
      </ConfirmDialog>
      <div className={`gap-1 ${styles.fields}`} data-open={more || undefined}>
        <div className={styles.membership}>
          <SelectField control={control} name="membership" label="Membership" options={tierOptions} chosenOnly />
        </div>
        {noteWanted || note !== '' ? (
          <div className={styles.note}>
            <Field
              control={control}
              name="note"
              label="Note"
              maxLength={limits.reasonLength}
              hint="For the office only; kept with the decision"
            />
          </div>
        ) : (
          <Button look="text" onClick={() => setNoteWanted(true)}>
            <AddNoteIcon />
            Add a note
          </Button>
        )}
        {unsaved && (
          <Button look="outlined" disabled={busy} onClick={() => void decide(status)}>
            Save without deciding
          </Button>
        )}
        {status !== 'New' && (
          <Button look="outlined" disabled={busy} onClick={() => void decide('New')}>
            Set back to New
          </Button>
        )}
        {offered.correction && (
          <Button look="outlined" disabled={busy} aria-keyshortcuts="C" onClick={onCorrection}>
            Ask for correction
            <KeyHint keys="C" />
          </Button>
        )}
      </div>
      {payable && (
        <div className="flex items-center">
          <CheckField control={control} name="paymentSeen" label="Payment seen in the bank account" />
          <KeyHint keys="P" />
        </div>
      )}
      <div className={`flex items-center gap-1 ${styles.buttons}`}>
        <span className="inline-flex items-center hidden-from-md">
          <Button
            look="icon"
            aria-label="Previous registration"
            disabled={!queue.previous}
            onClick={() => queue.previous && onShow(queue.previous)}
          >
            <ChevronLeftIcon />
          </Button>
        </span>
        {offered.reject && (
          <Button danger look="outlined" autoFocus={isBack} disabled={busy} aria-keyshortcuts="R" onClick={reject}>
            Reject
            <KeyHint keys="R" />
          </Button>
        )}
        {offered.approve && (
          <Button busy={busy} aria-keyshortcuts="A" onClick={approveByPress}>
            Approve
            <KeyHint keys="A" />
          </Button>
        )}
        <span className="inline-flex items-center hidden-from-md">
          <Button look="icon" aria-label="More" aria-expanded={more} onClick={() => setMore(!more)}>
            <MoreIcon />
          </Button>
          <Button
            look="icon"
            aria-label="Next registration"
            disabled={!queue.next}
            onClick={() => queue.next && onShow(queue.next)}
          >
            <ChevronRightIcon />
          </Button>
        </span>
      </div>
    </>
  );
}

interface ReasonProps {
  form: DecisionForm;
  /** Money was claimed or received, so the form asks what happens to it. */
  hasMoney: boolean;
  onBack: () => void;
  reject: () => void;
}

/** The reason for a rejection, which the applicant reads. */
function Reason({ form, hasMoney, onBack, reject }: ReasonProps) {
  const { control } = form;
  const confirm = useRef<HTMLButtonElement>(null);
  const [typing, setTyping] = useState(false);
  const busy = form.busy;
  const pick = (text: string) => {
    const typed = control.values.reason.trim();
    setValue(control, 'reason', typed === '' ? text : `${typed}\n${text}`);
    // So that Enter confirms, and another digit adds another reason.
    confirm.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles a key of the fields inside
    <div
      className={`grid gap-2 w-full ${styles.reason}`}
      onFocus={({ target }) => setTyping(target instanceof HTMLTextAreaElement)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) {
          // Keeps the dialog open, which the browser would close after the key.
          event.stopPropagation();
          event.preventDefault();
          if (!busy) onBack();
        }
        if (event.key === 'Enter' && event.ctrlKey) {
          event.preventDefault();
          reject();
        }
      }}
    >
      <ReadyTexts kind="reject" onPick={pick} takeFocus onNone={() => control.fieldOf('reason')?.focus()} />
      <Field
        control={control}
        name="reason"
        label="Reason"
        required
        rows={2}
        maxLength={limits.reasonLength}
        hint="Mailed to the applicant"
      />
      {hasMoney && <SelectField control={control} name="money" label="The money" options={moneyOptions} chosenOnly />}
      <div className={`flex items-center gap-1 ${styles.buttons}`}>
        <Button look="outlined" disabled={busy} onClick={onBack}>
          Back
          <KeyHint keys="Esc" />
        </Button>
        <Button ref={confirm} danger busy={busy} onClick={reject}>
          Reject and mail the reason
          <KeyHint keys={typing ? 'Ctrl+Enter' : 'Enter'} />
        </Button>
      </div>
    </div>
  );
}
