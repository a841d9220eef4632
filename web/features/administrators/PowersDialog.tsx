import { type Administrator, powersSchema, setPowers } from '#shared/contracts/auth.ts';
import { api } from '#web/lib/api.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { PowersFields } from './PowersField.tsx';

/** Changes an administrator's powers and States. */
export function PowersDialog(props: { row: Administrator; onClose: () => void; reload: () => void }) {
  const { row, onClose, reload } = props;
  const current = { powers: [...row.powers], states: [...row.states] };
  const form = useSchemaForm(powersSchema, current);
  return (
    <FormDialog
      title="Powers and States"
      submitLabel="Save"
      form={form}
      current={current}
      version={row.version}
      save={(values) => api(setPowers, { params: { id: row._id }, body: { ...values, version: row.version } })}
      onClose={onClose}
      reload={reload}
    >
      <p>{row.email}. A change counts at once, also where this person is logged in, and a mail tells of it.</p>
      <PowersFields control={form.control} />
    </FormDialog>
  );
}
