import {
  getLetterSettings,
  type LetterSettings,
  letterSettingsChanges,
  updateLetterSettings,
} from '#shared/contracts/letters.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { asTyped } from '#web/lib/forms/validate.ts';
import { digits, Field } from '#web/ui/forms/Field.tsx';
import { RecordForm } from '#web/ui/forms/RecordForm.tsx';
import { useRecordForm } from '#web/ui/forms/useRecordForm.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';

const schema = asTyped(letterSettingsChanges.omit({ version: true }));

/** How circulars and notices are sent. */
export function LetterSettingsTab() {
  const load = useLoad(getLetterSettings, {});
  return (
    <Loaded of={load}>{({ data }) => <SettingsForm key={data.version} settings={data} onSaved={load.reload} />}</Loaded>
  );
}

function SettingsForm({ settings, onSaved }: { settings: LetterSettings; onSaved: () => void }) {
  const record = useRecordForm({
    schema,
    current: {
      perMinute: String(settings.perMinute),
      clearDays: String(settings.clearDays),
      bouncesUntilStop: String(settings.bouncesUntilStop),
    },
    version: settings.version,
    save: (body) => api(updateLetterSettings, { body: { ...body, version: settings.version } }),
    onSaved,
  });
  const field = { control: record.form.control, required: true, ...digits(4) } as const;
  return (
    <RecordForm label="Letters" record={record}>
      <Field
        {...field}
        name="perMinute"
        label="Mails a minute"
        hint="All letters together, from 1 to 6,000. Ask your mail provider what it allows; other mails never wait for letters."
      />
      <Field
        {...field}
        name="clearDays"
        label="Clear days of a notice"
        hint="Between the day of sending and that of the meeting, from 0 to 90; what your bye-laws ask for."
      />
      <Field
        {...field}
        name="bouncesUntilStop"
        label="Mails that did not arrive until circulars stop"
        hint="From 1 to 20. Notices, codes and login details are always tried."
      />
    </RecordForm>
  );
}
