import NoteAdd from '@mui/icons-material/NoteAddOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { OfficeRecord } from '#shared/contracts/members.ts';
import { membershipValues, registrationStatuses } from '#shared/options.ts';
import { CheckField } from '#web/ui/CheckField.tsx';
import { Field } from '#web/ui/Field.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import styles from './DecisionFields.module.css';
import type { DecisionForm } from './decision.ts';
import { tierLabel } from './wording.ts';

const tierOptions = membershipValues.map((value) => ({ value, label: tierLabel(value) }));

interface Props {
  form: DecisionForm;
  record: OfficeRecord;
}

/** Status and membership, changed together; what belongs to the change appears with it. */
export function DecisionFields({ form: { control, formState }, record }: Props) {
  const [status, membership, note] = useWatch({ control, name: ['status', 'membership', 'note'] });
  const [noteWanted, setNoteWanted] = useState(false);
  const changed = status !== record.status || membership !== record.membership;
  const rejecting = status === 'Rejected' && record.status !== 'Rejected';
  const payable = status === 'Approved' && record.payment_status !== 'PAYMENT_SUCCESS';
  const noteShown = changed || noteWanted || note !== '';
  return (
    <div className={styles.fields}>
      <SelectField control={control} name="status" label="Status" options={registrationStatuses} chosenOnly />
      <SelectField control={control} name="membership" label="Membership" options={tierOptions} chosenOnly />
      <div className={styles.save}>
        {!noteShown && (
          <Button variant="text" startIcon={<NoteAdd />} onClick={() => setNoteWanted(true)}>
            Add a note
          </Button>
        )}
        <Button type="submit" loading={formState.isSubmitting}>
          Save
        </Button>
      </div>
      {payable && (
        <div className={styles.wide}>
          <CheckField control={control} name="paymentSeen" label="Payment seen in the bank account" />
        </div>
      )}
      {rejecting && (
        <div className={styles.half}>
          <Field control={control} name="reason" label="Reason" required rows={2} hint="Mailed to the applicant" />
        </div>
      )}
      {noteShown && (
        <div className={rejecting ? styles.half : styles.wide}>
          <Field
            control={control}
            name="note"
            label="Note"
            rows={rejecting ? 2 : undefined}
            hint="For the office only; kept with the decision"
          />
        </div>
      )}
    </div>
  );
}
