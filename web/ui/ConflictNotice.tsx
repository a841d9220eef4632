import { Button } from './Button.tsx';
import { Note } from './Note.tsx';

/** Shown in a form when somebody else has saved the same record meanwhile, so that no change is overwritten unseen. */
export function ConflictNotice({ waiting, onShowCurrent }: { waiting?: boolean; onShowCurrent: () => void }) {
  return (
    <div className="below-2">
      <Note
        tone="warning"
        action={
          <Button look="outlined" small busy={waiting} onClick={onShowCurrent}>
            Show theirs
          </Button>
        }
      >
        Someone else has changed this record in the meantime. Saving again replaces their change with yours.
      </Note>
    </div>
  );
}
