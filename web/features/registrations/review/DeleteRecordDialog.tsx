import { deleteRegistration } from '#shared/contracts/registrations.ts';
import { api } from '#web/lib/api.ts';
import { showFailure } from '#web/lib/show-failure.ts';
import { toast } from '#web/lib/toast.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

/** Deletes a rejected record permanently, after a confirmation. */
export function DeleteRecordDialog(props: {
  record: { _id: string; ProsecutorName: string; reference: string };
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { record, onClose, onDeleted } = props;
  const remove = async () => {
    try {
      const { message } = await api(deleteRegistration, { params: { id: record._id } });
      toast.success(message);
    } catch (error) {
      showFailure(error);
    }
    // Also after a failure, as somebody else may have deleted or reopened it.
    onDeleted();
  };
  return (
    <ConfirmDialog open danger title="Delete this record?" confirmLabel="Delete" onConfirm={remove} onClose={onClose}>
      The record of {record.ProsecutorName} ({record.reference}) will be deleted with its files. This cannot be undone.
    </ConfirmDialog>
  );
}
