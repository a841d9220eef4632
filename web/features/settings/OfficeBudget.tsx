import { z } from 'zod';
import { type SettingsRecord, securitySchema, updateSettings } from '#shared/contracts/settings.ts';
import { keepDigits } from '#shared/typing.ts';
import { api } from '#web/lib/api.ts';
import { Field } from '#web/ui/Field.tsx';
import { FormStack } from '#web/ui/FormStack.tsx';
import { useRecordForm } from '#web/ui/useRecordForm.tsx';

// The form holds the number as text.
const schema = z.object({
  officeRecordsPerHour: securitySchema.shape.officeRecordsPerHour as z.ZodType<unknown, string>,
});

const onlyDigits = (text: string) => keepDigits(text, 7);

/** The number of records that one administrator may list before the password is required. */
export function OfficeBudget({ settings, onSaved }: { settings: SettingsRecord; onSaved: () => void }) {
  const { form, busy, notice, bar, question, send } = useRecordForm({
    schema,
    current: { officeRecordsPerHour: String(settings.security?.officeRecordsPerHour ?? '') },
    version: settings.version,
    save: (security) =>
      api(updateSettings, {
        params: { settingsId: settings._id },
        body: { security, version: settings.version },
      }),
    onSaved,
  });
  return (
    <form noValidate onSubmit={form.send(send)} aria-label="Records an hour">
      <div className="stack gap-4 one-column two-in-room">
        <div>
          {notice}
          <FormStack disabled={busy}>
            <Field
              control={form.control}
              name="officeRecordsPerHour"
              label="Records an hour for one administrator"
              required
              inputMode="numeric"
              keep={onlyDigits}
              hint="Rows of lists; the same record counts each time"
            />
          </FormStack>
        </div>
        <section aria-label="What this means">
          <p className="muted small flush below-1">What this means</p>
          <div className="pad-3 breaks framed paper">
            <p>
              Anyone who looks through more records in an hour is asked for the password, and the other administrators
              are told by e-mail. A usual day in the office stays far below 3,000.
            </p>
            <p>
              The log says, by day and administrator, how many records, IDs and proofs of payment were opened; each
              record says by whom, for 90 days.
            </p>
          </div>
        </section>
      </div>
      {bar}
      {question}
    </form>
  );
}
