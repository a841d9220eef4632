import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { lazy, Suspense, useRef, useState } from 'react';
import { decideRegistration, reviewRegistration } from '#shared/contracts/members.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { api } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { Loading } from '#web/ui/Loading.tsx';
import { ModalDialog } from '#web/ui/ModalDialog.tsx';
import { TryAgain } from '#web/ui/TryAgain.tsx';
import { DecisionFields } from './DecisionFields.tsx';
import { useDecisionForm } from './decision.ts';
import { PaymentDetails } from './PaymentDetails.tsx';
import { ProtectedFile } from './ProtectedFile.tsx';
import { RecordDetails } from './RecordDetails.tsx';
import { RecordHead } from './RecordHead.tsx';
import { RecordHistory } from './RecordHistory.tsx';
import styles from './ReviewDialog.module.css';
import { isStatus } from './wording.ts';

const EditRecordDialog = lazy(async () => ({ default: (await import('./EditRecordDialog.tsx')).EditRecordDialog }));

interface Props {
  id: string;
  onClose: () => void;
  /** The record was changed: lists that show it are out of date. */
  onChanged: () => void;
}

/** One registration with all that is known of it, and the decision about it. */
export function ReviewDialog({ id, onClose, onChanged }: Props) {
  const review = useLoad(reviewRegistration, { params: { id } });
  const { data, failed, loading, reload } = review;
  const record = data?.data;
  const form = useDecisionForm(record);
  const [overtaken, setOvertaken] = useState(false);
  const [editing, setEditing] = useState(false);
  const below = useRef<HTMLDivElement>(null);
  const narrow = useMediaQuery(useTheme().breakpoints.down('md'));

  const changed = () => {
    onChanged();
    reload();
  };
  const decide = form.send(async (values) => {
    if (!record || !isStatus(record.status)) return;
    try {
      const { message } = await api(decideRegistration, { body: { ...values, id, expectedStatus: record.status } });
      toast.success(message);
      onChanged();
      onClose();
    } catch (error) {
      if (error instanceof AppError && error.code === 'RECORD_CHANGED') {
        setOvertaken(true);
        changed();
      }
      throw error;
    }
  });

  const decision = record && (
    <form className={styles.decision} noValidate onSubmit={decide} aria-label="Decision">
      {overtaken && (
        <Alert severity="warning" role="alert">
          Somebody else has decided meanwhile: the record is {record.status} now. Please look at it again before you
          save.
        </Alert>
      )}
      <DecisionFields form={form} record={record} />
    </form>
  );

  // On a phone the decision stands below all that leads to it.
  const toDecision = record && (
    <Button
      variant="outlined"
      fullWidth
      onClick={() => {
        below.current?.scrollIntoView();
        form.setFocus('status');
      }}
    >
      Go to the decision
    </Button>
  );

  return (
    <ModalDialog
      open
      wide
      title="Review registration"
      onClose={onClose}
      busy={form.formState.isSubmitting}
      actions={narrow ? toDecision : decision}
    >
      {data && record ? (
        <div className={styles.columns}>
          <div className={styles.main}>
            <RecordHead review={data} onChanged={changed} onEdit={() => setEditing(true)} />
            <PaymentDetails record={record} fee={data.fee} />
            <RecordDetails record={record} />
          </div>
          <div>
            <ProtectedFile
              kind="screenshot"
              memberId={id}
              title="Payment screenshot"
              present={record.screenShot !== null}
              emptyText="No payment screenshot has been sent."
              version={record.version}
            />
            <ProtectedFile
              kind="document"
              memberId={id}
              title="Scanned ID card"
              present={record.document !== null}
              emptyText={messages.empty.document}
              version={record.version}
            />
          </div>
          <div className={styles.history}>
            <RecordHistory review={data} onReload={reload} />
          </div>
          {narrow && (
            <div ref={below} className={styles.below}>
              {decision}
            </div>
          )}
        </div>
      ) : failed && !loading ? (
        <TryAgain onClick={reload} text={failed.message} />
      ) : (
        <Loading />
      )}
      <Suspense>
        {record && editing && <EditRecordDialog record={record} onClose={() => setEditing(false)} onSaved={changed} />}
      </Suspense>
    </ModalDialog>
  );
}
