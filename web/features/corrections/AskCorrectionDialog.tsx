import { askCorrection } from '#shared/contracts/corrections.ts';
import type { OfficeRecord } from '#shared/contracts/members.ts';
import { api } from '#web/lib/calls/api.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { CorrectionFields, emptyRequest, requestSchema } from './CorrectionFields.tsx';

interface Props {
  record: OfficeRecord;
  onClose: () => void;
  onAsked: () => void;
  /** Called when somebody else has changed the record. */
  reload: () => void;
}

/** Asks one applicant for a correction. */
export function AskCorrectionDialog({ record, onClose, onAsked, reload }: Props) {
  const form = useForm(checkedBy(requestSchema), emptyRequest);
  return (
    <FormDialog
      beside
      title="Ask for a correction"
      submitLabel="Ask for correction"
      form={form}
      current={emptyRequest}
      version={record.version}
      save={async (request) => {
        const answer = await api(askCorrection, { body: { ...request, id: record.id, version: record.version } });
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
