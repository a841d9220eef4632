import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { decideMany } from '#shared/contracts/bulk-decisions.ts';
import { decideRegistration } from '#shared/contracts/registrations.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { formatNumber } from '#shared/money.ts';
import type { RegistrationStatus } from '#shared/options.ts';
import { ProtectedFile } from '#web/features/members/files/ProtectedFile.tsx';
import { createRecordFiles } from '#web/features/members/files/record-files.ts';
import { lazyPart } from '#web/lib/browser/lazyPart.ts';
import type { Shortcut } from '#web/lib/browser/shortcuts.ts';
import { useSwitch } from '#web/lib/browser/useSwitch.ts';
import { api } from '#web/lib/calls/api.ts';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { setValue, useWatch } from '#web/lib/forms/useField.ts';
import { Shortcuts } from '#web/ui/dialogs/KeyHint.tsx';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { ShortcutHelpButton } from '#web/ui/dialogs/ShortcutHelp.tsx';
import { useDiscardQuestion } from '#web/ui/dialogs/useDiscardQuestion.tsx';
import { Switch } from '#web/ui/forms/Switch.tsx';
import { Loading } from '#web/ui/page/Loading.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import { TryAgain } from '#web/ui/page/TryAgain.tsx';
import { PreviousNext } from '#web/ui/tables/PreviousNext.tsx';
import { DecisionBar } from './DecisionBar.tsx';
import { DecisionNotice, type DecisionText, decisionTextOf } from './DecisionNotice.tsx';
import { useDecisionForm } from './decision.ts';
import { PaymentDetails } from './PaymentDetails.tsx';
import { RecordDetails } from './RecordDetails.tsx';
import { RecordHead } from './RecordHead.tsx';
import { RecordHistory } from './RecordHistory.tsx';
import styles from './ReviewDialog.module.css';
import { useReviewed } from './useReviewed.ts';
import { type ListQuery, useReviewQueue } from './useReviewQueue.ts';
import { isStatus } from './wording.ts';

const EditRecordDialog = lazyPart(() => import('./EditRecordDialog.tsx'), 'EditRecordDialog');
const AskCorrectionDialog = lazyPart(
  () => import('#web/features/corrections/AskCorrectionDialog.tsx'),
  'AskCorrectionDialog',
);

interface Props {
  id: string;
  /** The list from which it was opened. */
  list: ListQuery;
  /** Shows another record. */
  onShow: (id: string) => void;
  onClose: () => void;
  /** Called when a record was changed and lists are outdated. */
  onChanged: () => void;
  /** What the last decision did: also of the one after which it closes. */
  said: DecisionText | undefined;
  onSaid: (notice: DecisionText) => void;
}

const notYet = 'The registration was not there yet: please press again.';
const screenshotKeys = { larger: 'Z', turn: 'T' };
const documentKeys = { larger: 'Shift+Z', turn: 'Shift+T' };

/** Reviews the registrations of a list one after the other: the record, its files and the decision. */
export function ReviewDialog({ id, list, onShow, onClose, onChanged, said, onSaid }: Props) {
  const queue = useReviewQueue(list, id);
  const [files] = useState(createRecordFiles);
  const { review, failed, reload } = useReviewed(id, queue.next, files);
  const record = review?.data;
  const form = useDecisionForm(record);
  const reason = useWatch(form.control, 'reason');
  const { close, question } = useDiscardQuestion(reason.trim() !== '', onClose);
  const [openNext, setOpenNext] = useSwitch('reviewOpensNext', true);
  const [overtaken, setOvertaken] = useState(false);
  const [dialog, setDialog] = useState<'edit' | 'correction'>();
  const payment = useAttempt();
  /** The record that is shown or loading. */
  const currentId = useRef(id);
  const top = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    currentId.current = id;
  }, [id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record starts at its top
  useEffect(() => {
    setOvertaken(false);
    top.current?.scrollIntoView?.({ block: 'start' });
    top.current?.focus({ preventScroll: true });
  }, [id]);

  // Beside what can still be taken back.
  const sayNotYet = () => onSaid({ ...said, text: notYet });
  /** Whether the record on the screen is the wanted one: a key may be pressed before the next one is drawn. */
  const isDrawn = () => record?.id === id && currentId.current === id;
  const changed = () => {
    onChanged();
    reload();
  };
  /** Continues after a decision. */
  const showNext = () => {
    queue.settle();
    onChanged();
    if (openNext && queue.nextOpen) return show(queue.nextOpen);
    onClose();
  };
  const send = form.send(async (values) => {
    if (!record || !isStatus(record.status)) return;
    const { status: before } = record;
    try {
      const answer = await api(decideRegistration, {
        body: { ...values, id: record.id, expectedStatus: before },
      });
      const isLast = values.status !== before && openNext && !queue.nextOpen && queue.position !== undefined;
      const done = decisionTextOf(record, values, answer);
      onSaid(isLast ? { ...done, text: `${done.text} That was the last registration of this list.` } : done);
      if (values.status === before) changed();
      else showNext();
    } catch (error) {
      if (error instanceof AppError && error.code === 'RECORD_CHANGED') {
        setOvertaken(true);
        changed();
      }
      throw error;
    }
  });
  const decide = async (status: RegistrationStatus) => {
    if (!isDrawn()) return sayNotYet();
    setValue(form.control, 'status', status);
    await send();
  };
  const askForPayment = async () => {
    if (!record || !isDrawn()) return sayNotYet();
    await payment.attempt(async () => {
      const items = [{ id: record.id, version: record.version }];
      const { job } = await api(decideMany, { body: { action: 'askPayment', items } });
      const [left] = job?.left ?? [];
      if (left) throw new AppError('WRONG_STATE', left.message);
      return { message: 'The applicant has been asked for the payment.' };
    });
    reload();
  };

  const busy = form.busy;
  const unpaid = record?.status === 'New' && record.paymentStatus === '';
  const show = (other: string | undefined) => {
    if (!other) return;
    currentId.current = other;
    onShow(other);
  };
  const shortcuts: Shortcut[] = [
    { keys: 'J', label: 'Next registration', run: () => show(queue.next), disabled: busy || !queue.next },
    { keys: 'K', label: 'Previous registration', run: () => show(queue.previous), disabled: busy || !queue.previous },
    { keys: 'E', label: 'Edit details', run: () => setDialog('edit'), disabled: !record },
    {
      keys: 'M',
      label: 'Ask for the payment',
      run: () => void askForPayment(),
      disabled: record !== undefined && (!unpaid || payment.busy),
    },
  ];

  const tooEarly: Shortcut[] = [
    { keys: 'A', label: 'Approve', run: sayNotYet },
    { keys: 'R', label: 'Reject', run: sayNotYet },
    { keys: 'C', label: 'Ask for a correction', run: sayNotYet },
    { keys: 'P', label: 'Payment seen in the bank account', run: sayNotYet },
  ];

  return (
    <ModalDialog
      open
      wide="full"
      title="Review registration"
      onClose={close}
      busy={busy}
      head={
        <>
          <span
            className={`text-muted tabular-nums ${styles.position} inline-flex items-center min-h-touch`}
            role="status"
          >
            {queue.position !== undefined && `${formatNumber(queue.position)} of ${formatNumber(queue.total)}`}
          </span>
          <span className="flex gap-1 hidden-below-md">
            <PreviousNext
              onPrevious={queue.previous ? () => show(queue.previous) : undefined}
              onNext={queue.next ? () => show(queue.next) : undefined}
            />
          </span>
          <DecisionNotice
            said={said}
            onSaid={onSaid}
            onUndone={(undone) => {
              queue.reopen(undone);
              changed();
              show(undone);
            }}
            className={styles.decided ?? ''}
          />
          <span className="block ml-auto hidden-below-md">
            <Switch checked={openNext} onChange={setOpenNext}>
              Open the next one after a decision
            </Switch>
          </span>
          <ShortcutHelpButton />
        </>
      }
      actions={
        record && (
          <form
            className={`grid gap-1 w-full ${styles.decision}`}
            noValidate
            onSubmit={(event) => event.preventDefault()}
            aria-label="Decision"
          >
            {overtaken && (
              <Note tone="warning">
                Somebody else has decided meanwhile: the record is {record.status} now. Please look at it again before
                you decide.
              </Note>
            )}
            <DecisionBar
              key={id}
              form={form}
              record={record}
              warnings={review.warnings}
              queue={queue}
              onShow={show}
              decide={decide}
              onCorrection={() => setDialog('correction')}
            />
          </form>
        )
      }
    >
      {question}
      <Shortcuts title="Registration" of={shortcuts} />
      {!record && <Shortcuts title="Decision" of={tooEarly} />}
      {review && record ? (
        <div className={`grid gap-3 grid-cols-1 ${styles.columns}`}>
          <div className={styles.main}>
            <div ref={top} tabIndex={-1} className={styles.top}>
              <RecordHead review={review} onChanged={changed} onEdit={() => setDialog('edit')} onOpen={show} />
            </div>
            <RecordDetails record={record} />
            <RecordHistory review={review} onReload={reload} />
          </div>
          <div className={`grid gap-3 ${styles.files}`}>
            <ProtectedFile
              kind="screenshot"
              files={files}
              memberId={id}
              title="Payment screenshot"
              present={record.screenshot !== null}
              emptyText={review.online ? 'Paid online: none is needed.' : 'No payment screenshot has been sent.'}
              version={record.version}
              keys={screenshotKeys}
            >
              <PaymentDetails
                record={record}
                fee={review.fee}
                credit={review.credit}
                online={review.online}
                onAsk={unpaid ? () => void askForPayment() : undefined}
                busy={payment.busy}
              />
            </ProtectedFile>
            <ProtectedFile
              kind="document"
              files={files}
              memberId={id}
              title="Scanned ID card"
              present={record.document !== null}
              emptyText={messages.empty.document}
              version={record.version}
              keys={documentKeys}
            />
          </div>
        </div>
      ) : failed ? (
        <TryAgain onClick={reload} text={failed.message} />
      ) : (
        <Loading />
      )}
      <Suspense>
        {record && dialog === 'edit' && (
          <EditRecordDialog record={record} onClose={() => setDialog(undefined)} onSaved={changed} onGone={showNext} />
        )}
        {record && dialog === 'correction' && (
          <AskCorrectionDialog
            record={record}
            onClose={() => setDialog(undefined)}
            onAsked={showNext}
            reload={reload}
          />
        )}
      </Suspense>
    </ModalDialog>
  );
}
