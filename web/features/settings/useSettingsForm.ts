import type { z } from 'zod';
import { type SettingsRecord, updateSettings } from '#shared/contracts/settings.ts';
import { api } from '#web/lib/calls/api.ts';
import type { Defaults } from '#web/lib/forms/useForm.ts';
import { useRecordForm } from '#web/ui/forms/useRecordForm.tsx';

export interface SettingsProps {
  settings: SettingsRecord;
  onSaved: () => void;
}

/** One part of the settings in a form on a page. */
export function useSettingsForm<S extends z.ZodType<unknown, object>>(
  part: 'association' | 'payment' | 'retention' | 'security',
  { settings: { id: settingsId, version }, onSaved }: SettingsProps,
  schema: S,
  current: Defaults<z.input<S>>,
  {
    sent = (values) => values,
    once = {},
  }: {
    /** What of the form's values is sent. */
    sent?: (values: z.input<S>) => object;
    once?: Partial<z.input<S>>;
  } = {},
) {
  return useRecordForm({
    schema,
    current,
    version,
    save: (values) => api(updateSettings, { params: { settingsId }, body: { [part]: sent(values), version } }),
    once,
    onSaved,
  });
}
