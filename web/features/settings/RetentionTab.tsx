import { retentionSchema } from '#shared/contracts/settings.ts';
import { limits } from '#shared/limits.ts';
import { useWatch } from '#web/lib/forms/useField.ts';
import { asTyped } from '#web/lib/forms/validate.ts';
import { digits, Field } from '#web/ui/forms/Field.tsx';
import { RecordForm } from '#web/ui/forms/RecordForm.tsx';
import { type SettingsProps, useSettingsForm } from './useSettingsForm.ts';

const schema = asTyped(retentionSchema);
const within = ({ min, max }: { min: number; max: number }) => `From ${min} to ${max} days`;

/** The retention periods of unsuccessful applications. */
export function RetentionTab(props: SettingsProps) {
  const { rejectedDays, unpaidDays } = props.settings.retention;
  const current = { rejectedDays: String(rejectedDays), unpaidDays: String(unpaidDays) };
  const record = useSettingsForm('retention', props, schema, current);
  const { control } = record.form;
  const typed = retentionSchema.shape.unpaidDays.safeParse(useWatch(control, 'unpaidDays')).data;
  const days = { control, required: true, ...digits(4) } as const;
  return (
    <RecordForm
      label="Retention"
      record={record}
      beside={{
        title: 'What this means',
        content: (
          <>
            <p>
              At the end of its period an application is deleted with its scanned ID card, pictures and mails. The log
              keeps its reference number. The Privacy Policy states these periods.
            </p>
            {typed !== undefined && (
              <p>
                Applicants who have not paid are reminded by e-mail after{' '}
                {Math.floor((typed - limits.removalNoticeDays) / 2)} and {typed - limits.removalNoticeDays} days. The
                second mail names the day on which the application will be deleted.
              </p>
            )}
            <p>
              Overview shows what is to be deleted within the next {limits.removalNoticeDays} days. A longer period also
              applies to applications already rejected; a shorter one only to later rejections.
            </p>
            <p>
              Rule 8(3) of the Digital Personal Data Protection Rules, 2025, which comes into force in May 2027,
              requires personal data to be kept for at least one year after it was processed. Please set the periods
              accordingly by then.
            </p>
          </>
        ),
      }}
    >
      <Field
        {...days}
        name="rejectedDays"
        label="Rejected applications: days after the rejection"
        hint={within(limits.retention.rejectedDays)}
      />
      <Field
        {...days}
        name="unpaidDays"
        label="Unpaid applications: days without a payment"
        hint={within(limits.retention.unpaidDays)}
      />
    </RecordForm>
  );
}
