import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { resendCredentials } from '#shared/contracts/registrations.ts';
import { api } from '#web/lib/api.ts';
import { formatDay } from '#web/lib/format.ts';
import { showFailure } from '#web/lib/show-failure.ts';
import { toast } from '#web/lib/toast.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { KeyHint } from '#web/ui/KeyHint.tsx';
import { CorrectionNotice } from './CorrectionNotice.tsx';
import { ErasureNotice } from './ErasureNotice.tsx';
import styles from './RecordHead.module.css';
import type { Review } from './RecordHistory.tsx';
import { RecordTitle } from './RecordTitle.tsx';
import { Warnings } from './Warnings.tsx';

interface Props {
  review: Review;
  onChanged: () => void;
  onEdit: () => void;
  /** Opens another record. */
  onOpen: (id: string) => void;
}

/** Whose record it is, what to be careful about, and what can be done beside deciding. */
export function RecordHead({ review: { data: record, warnings, removalAt }, onChanged, onEdit, onOpen }: Props) {
  const [asking, setAsking] = useState(false);
  const resend = async () => {
    try {
      const { message } = await api(resendCredentials, { params: { id: record._id } });
      toast.success(message);
      onChanged();
    } catch (error) {
      showFailure(error);
    }
  };
  return (
    <div className={styles.head}>
      <RecordTitle record={record} />
      <div className={styles.buttons}>
        <Button size="small" variant="outlined" aria-keyshortcuts="E" onClick={onEdit}>
          Edit details
          <KeyHint keys="E" />
        </Button>
        {record.status === 'Approved' && (
          <Button size="small" variant="outlined" onClick={() => setAsking(true)}>
            Resend credentials
          </Button>
        )}
      </div>
      <ErasureNotice record={record} />
      {record.status === 'Rejected' && (
        <Alert severity="info" icon={false}>
          Reason of the rejection: {record.rejectionReason || 'none was given'}
        </Alert>
      )}
      {removalAt && (
        <Alert severity="info" icon={false}>
          This application will be deleted on {formatDay(removalAt)}
          {record.status === 'New' ? ' unless it is paid for or decided before' : ''}.
        </Alert>
      )}
      <CorrectionNotice correction={record.correction} />
      <Warnings warnings={warnings} onOpen={onOpen} />
      <ConfirmDialog
        open={asking}
        title="Resend credentials?"
        confirmLabel="Resend credentials"
        onConfirm={resend}
        onClose={() => setAsking(false)}
      >
        A mail with a new temporary password goes to {record.email}. The present password of {record.ProsecutorName}{' '}
        stops working when that mail leaves.
      </ConfirmDialog>
    </div>
  );
}
