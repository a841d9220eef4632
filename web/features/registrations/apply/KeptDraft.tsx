import { useEffect, useState } from 'react';
import { clock } from '#shared/clock.ts';
import type { PersonValues } from '#web/features/members/fields/person-form.ts';
import type { FormControl } from '#web/lib/forms/useForm.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { draftKeptAt, keepDraft } from './registration-draft.ts';

/** Keeps what is typed as this tab's draft, and says when it last did. */
export function KeptDraft({ control }: { control: FormControl<PersonValues<'registration'>> }) {
  const [keptAt, setKeptAt] = useState(draftKeptAt);
  const [now, setNow] = useState(() => clock.ms());
  useEffect(() => {
    const stop = control.subscribe((name) => {
      if (!name) return;
      keepDraft(control.values);
      setKeptAt(draftKeptAt());
      setNow(clock.ms());
    });
    return () => void stop();
  }, [control]);
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.ms()), 30_000);
    return () => clearInterval(timer);
  }, []);
  if (keptAt === null) return null;
  return (
    <p className="text-muted text-14 m-0">
      <T>Saved on this device, {ago(now - keptAt)}.</T>
    </p>
  );
}

function ago(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return t('just now');
  return minutes < 60
    ? t('{minutes, plural, one {# minute} other {# minutes}} ago', { minutes })
    : t('{hours, plural, one {# hour} other {# hours}} ago', { hours: Math.floor(minutes / 60) });
}
