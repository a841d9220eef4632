import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { reviewRegistration } from '#shared/contracts/registrations.ts';
import { liftSecondFactor } from '#shared/contracts/second-factor.ts';
import { endMemberSessions } from '#shared/contracts/sessions.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { ErasureNotice } from '#web/features/registrations/review/ErasureNotice.tsx';
import { ProtectedFile } from '#web/features/registrations/review/ProtectedFile.tsx';
import { RecordDetails } from '#web/features/registrations/review/RecordDetails.tsx';
import { RecordTitle } from '#web/features/registrations/review/RecordTitle.tsx';
import { createRecordFiles } from '#web/features/registrations/review/record-files.ts';
import { api } from '#web/lib/api.ts';
import { useAttempt } from '#web/lib/useAttempt.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Loading } from '#web/ui/Loading.tsx';
import { ModalDialog } from '#web/ui/ModalDialog.tsx';
import { TryAgain } from '#web/ui/TryAgain.tsx';
import { DirectoryBudget } from './DirectoryBudget.tsx';
import styles from './MemberDetailsDialog.module.css';

const EditRecordDialog = lazy(async () => ({
  default: (await import('#web/features/registrations/review/EditRecordDialog.tsx')).EditRecordDialog,
}));

const documentKeys = { larger: 'Z', turn: 'T' };

interface Props {
  id: string;
  onClose: () => void;
  onChanged: () => void;
}

/** A member's record as it is now, with the scanned ID. */
export function MemberDetailsDialog({ id, onClose, onChanged }: Props) {
  const { data, failed, loading, reload } = useLoad(reviewRegistration, { params: { id } });
  const [files] = useState(createRecordFiles);
  const [editing, setEditing] = useState(false);
  const [ending, setEnding] = useState(false);
  const [lifting, setLifting] = useState(false);
  const { attempt } = useAttempt();
  const record = data?.data;
  return (
    <ModalDialog
      open
      title="Member details"
      onClose={onClose}
      actions={
        record && (
          <>
            <Button
              variant="outlined"
              component={Link}
              to={`${paths.admin.registrations}?tab=${record.status}&search=${encodeURIComponent(record.reference)}`}
            >
              Payment and decisions
            </Button>
            {record.status === 'Approved' && (
              <Button variant="outlined" onClick={() => setEnding(true)}>
                End logins
              </Button>
            )}
            {record.status === 'Approved' && data?.secondFactor && (
              <Button variant="outlined" onClick={() => setLifting(true)}>
                Lift second factor
              </Button>
            )}
            <Button onClick={() => setEditing(true)}>Edit details</Button>
          </>
        )
      }
    >
      {record ? (
        <>
          <RecordTitle record={record} />
          <div className={styles.details}>
            <ErasureNotice record={record} />
            <RecordDetails record={record} />
          </div>
          <ProtectedFile
            kind="document"
            files={files}
            keys={documentKeys}
            memberId={id}
            title="Scanned ID card"
            present={record.document !== null}
            emptyText={messages.empty.document}
            version={record.version}
          />
          {record.status === 'Approved' && <DirectoryBudget memberId={id} />}
        </>
      ) : failed && !loading ? (
        <TryAgain onClick={reload} text={failed.message} />
      ) : (
        <Loading />
      )}
      {record && ending && (
        <ConfirmDialog
          open
          title="End this member's logins?"
          confirmLabel="End logins"
          onClose={() => setEnding(false)}
          onConfirm={async () => {
            await attempt(() => api(endMemberSessions, { params: { id } }));
          }}
        >
          {record.ProsecutorName} is logged out on all devices at once, and can log in again with the same password.
        </ConfirmDialog>
      )}
      {record && lifting && (
        <ConfirmDialog
          open
          danger
          title="Lift this member's second factor?"
          confirmLabel="Lift"
          onClose={() => setLifting(false)}
          onConfirm={async () => {
            if (await attempt(() => api(liftSecondFactor, { params: { id } }))) reload();
          }}
        >
          For a member who has lost the phone and the recovery codes. Please make sure first that it is{' '}
          {record.ProsecutorName} who asks: call the number on the record. The password alone is then enough to log in.
          The member is logged out on all devices and told by e-mail.
        </ConfirmDialog>
      )}
      <Suspense>
        {record && editing && (
          <EditRecordDialog
            record={record}
            onClose={() => setEditing(false)}
            onSaved={() => {
              onChanged();
              reload();
            }}
          />
        )}
      </Suspense>
    </ModalDialog>
  );
}
