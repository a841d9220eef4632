import { securitySchema } from '#shared/contracts/settings.ts';
import { asTyped } from '#web/lib/forms/validate.ts';
import { digits, Field } from '#web/ui/forms/Field.tsx';
import { RecordForm } from '#web/ui/forms/RecordForm.tsx';
import { type SettingsProps, useSettingsForm } from './useSettingsForm.ts';

const schema = asTyped(securitySchema);

/** The number of records that one administrator may list before the password is required. */
export function OfficeBudget(props: SettingsProps) {
  const current = { officeRecordsPerHour: String(props.settings.security?.officeRecordsPerHour ?? '') };
  const record = useSettingsForm('security', props, schema, current);
  return (
    <RecordForm
      label="Records an hour"
      record={record}
      beside={{
        title: 'What this means',
        content: (
          <>
            <p>
              Anyone who looks through more records in an hour is asked for the password, and the other administrators
              are told by e-mail. A usual day in the office stays far below 3,000.
            </p>
            <p>
              The log says, by day and administrator, how many records, IDs and proofs of payment were opened; each
              record says by whom, for 366 days.
            </p>
          </>
        ),
      }}
    >
      <Field
        control={record.form.control}
        name="officeRecordsPerHour"
        label="Records an hour for one administrator"
        required
        {...digits(7)}
        hint="Rows of lists; the same record counts each time"
      />
    </RecordForm>
  );
}
