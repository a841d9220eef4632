import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';

/** Shown in a form when somebody else has saved the same record meanwhile, so that no change is overwritten unseen. */
export function ConflictNotice({ waiting, onShowCurrent }: { waiting?: boolean; onShowCurrent: () => void }) {
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2 }}
      action={
        <Button variant="outlined" size="small" loading={waiting} onClick={onShowCurrent}>
          Show theirs
        </Button>
      }
    >
      Someone else has changed this record in the meantime. Saving again replaces their change with yours.
    </Alert>
  );
}
