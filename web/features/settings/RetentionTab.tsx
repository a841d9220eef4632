import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { retentionSchema, type SettingsRecord, updateSettings } from '#shared/contracts/settings.ts';
import { limits } from '#shared/limits.ts';
import { keepDigits } from '#shared/typing.ts';
import { api } from '#web/lib/api.ts';
import { Field } from '#web/ui/Field.tsx';
import { FormStack } from '#web/ui/FormStack.tsx';
import { useRecordForm } from '#web/ui/useRecordForm.tsx';

// The form holds numbers as text.
const schema = z.object({
  rejectedDays: retentionSchema.shape.rejectedDays as z.ZodType<unknown, string>,
  unpaidDays: retentionSchema.shape.unpaidDays as z.ZodType<unknown, string>,
});

const onlyDigits = (text: string) => keepDigits(text, 4);
const within = ({ min, max }: { min: number; max: number }) => `From ${min} to ${max} days`;

/** The retention periods of unsuccessful applications. */
export function RetentionTab({ settings, onSaved }: { settings: SettingsRecord; onSaved: () => void }) {
  const current = {
    rejectedDays: String(settings.retention.rejectedDays),
    unpaidDays: String(settings.retention.unpaidDays),
  };
  const { form, busy, notice, bar, question, send } = useRecordForm({
    schema,
    current,
    version: settings.version,
    save: (retention) =>
      api(updateSettings, {
        params: { settingsId: settings._id },
        body: { retention, version: settings.version },
      }),
    onSaved,
  });
  const { control } = form;
  const shown = useWatch({ control });
  const unpaidDays = Number(shown.unpaidDays);
  const reminders = [(unpaidDays - limits.removalNoticeDays) / 2, unpaidDays - limits.removalNoticeDays];
  const unpaidFits = retentionSchema.shape.unpaidDays.safeParse(shown.unpaidDays).success;
  return (
    <form noValidate onSubmit={form.send(send)} aria-label="Retention">
      <div className="stack gap-4 one-column two-in-room">
        <div>
          {notice}
          <FormStack disabled={busy}>
            <Field
              control={control}
              name="rejectedDays"
              label="Rejected applications: days after the rejection"
              required
              inputMode="numeric"
              keep={onlyDigits}
              hint={within(limits.retention.rejectedDays)}
            />
            <Field
              control={control}
              name="unpaidDays"
              label="Unpaid applications: days without a payment"
              required
              inputMode="numeric"
              keep={onlyDigits}
              hint={within(limits.retention.unpaidDays)}
            />
          </FormStack>
        </div>
        <section aria-label="What this means">
          <p className="muted small flush below-1">What this means</p>
          <div className="pad-3 breaks framed paper">
            <p>
              At the end of its period an application is deleted with its scanned ID card, pictures and mails. The log
              keeps its reference number. The Privacy Policy states these periods.
            </p>
            {unpaidFits && (
              <p>
                Applicants who have not paid are reminded by e-mail after {reminders.map(Math.floor).join(' and ')}{' '}
                days. The second mail names the day on which the application will be deleted.
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
          </div>
        </section>
      </div>
      {bar}
      {question}
    </form>
  );
}
