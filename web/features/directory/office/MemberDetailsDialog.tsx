import { Suspense, useState } from 'react';
import { reviewRegistration } from '#shared/contracts/registrations.ts';
import { endMemberSessions } from '#shared/contracts/sessions.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { ProtectedFile } from '#web/features/members/files/ProtectedFile.tsx';
import { createRecordFiles } from '#web/features/members/files/record-files.ts';
import { ErasureNotice, PersonHead } from '#web/features/registrations/review/PersonHead.tsx';
import { RecordDetails } from '#web/features/registrations/review/RecordDetails.tsx';
import { lazyPart } from '#web/lib/browser/lazyPart.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { AskedButton } from '#web/ui/dialogs/AskedButton.tsx';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { Button, buttonLook } from '#web/ui/page/Button.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { Loading } from '#web/ui/page/Loading.tsx';
import { TryAgain } from '#web/ui/page/TryAgain.tsx';
import { DirectoryBudget } from './DirectoryBudget.tsx';
import styles from './MemberDetailsDialog.module.css';
import { MemberEmail } from './MemberEmail.tsx';
import { MemberSecondFactor } from './MemberSecondFactor.tsx';

const EditRecordDialog = lazyPart(
  () => import('#web/features/registrations/review/EditRecordDialog.tsx'),
  'EditRecordDialog',
);

const documentKeys = { larger: 'Z', turn: 'T' };

interface Props {
  id: string;
  onClose: () => void;
  onChanged: () => void;
}

/** A member's current record, with the scanned ID. */
export function MemberDetailsDialog({ id, onClose, onChanged }: Props) {
  const { data, failed, loading, reload } = useLoad(reviewRegistration, { params: { id } });
  const [files] = useState(createRecordFiles);
  const [editing, setEditing] = useState(false);
  const record = data?.data;
  return (
    <ModalDialog
      open
      title="Member details"
      onClose={onClose}
      actions={
        record && (
          <>
            <Link to={paths.admin.person(id)} className={buttonLook('outlined')}>
              What has happened
            </Link>
            <Link
              to={`${paths.admin.registrations}?tab=${record.status}&search=${encodeURIComponent(record.reference)}`}
              className={buttonLook('outlined')}
            >
              Payment and decisions
            </Link>
            {record.status === 'Approved' && (
              <AskedButton
                label="End logins"
                title="End this member's logins?"
                act={() => api(endMemberSessions, { params: { id } })}
              >
                {record.name} is logged out on all devices at once, and can log in again with the same password.
              </AskedButton>
            )}
            <Button onClick={() => setEditing(true)}>Edit details</Button>
          </>
        )
      }
    >
      {record ? (
        <>
          <PersonHead person={record} money={data.money} />
          <div className={styles.details}>
            <ErasureNotice record={record} />
            <RecordDetails record={record} />
            {data?.emailBounced && (
              <MemberEmail memberId={id} email={record.email} bounced={data.emailBounced} onCleared={reload} />
            )}
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
          {record.status === 'Approved' && (
            <>
              <MemberSecondFactor memberId={id} name={record.name} on={data?.secondFactor ?? false} onLifted={reload} />
              <DirectoryBudget memberId={id} />
            </>
          )}
        </>
      ) : failed && !loading ? (
        <TryAgain onClick={reload} text={failed.message} />
      ) : (
        <Loading />
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
            onGone={() => {
              onChanged();
              onClose();
            }}
          />
        )}
      </Suspense>
    </ModalDialog>
  );
}
