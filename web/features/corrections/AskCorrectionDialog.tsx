import { askCorrection } from '#shared/contracts/corrections.ts';
import type { OfficeRecord } from '#shared/contracts/members.ts';
import { api } from '#web/lib/api.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { CorrectionFields, noWish, wishSchema } from './CorrectionFields.tsx';

interface Props {
  record: OfficeRecord;
  onClose: () => void;
  onAsked: () => void;
  /** Somebody else has changed the record. */
  reload: () => void;
}

/** Asks one applicant for a correction. */
export function AskCorrectionDialog({ record, onClose, onAsked, reload }: Props) {
  const form = useSchemaForm(wishSchema, noWish);
  return (
    <FormDialog
      beside
      title="Ask for a correction"
      submitLabel="Ask for correction"
      form={form}
      current={noWish}
      version={record.version}
      save={async (wish) => {
        const answer = await api(askCorrection, { body: { ...wish, id: record._id, version: record.version } });
        onAsked();
        return answer;
      }}
      onClose={onClose}
      reload={reload}
    >
      <CorrectionFields control={form.control} />
    </FormDialog>
  );
}
