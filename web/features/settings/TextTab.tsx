import { useState } from 'react';
import { z } from 'zod';
import { type SettingsRecord, updateSettings } from '#shared/contracts/settings.ts';
import { optionalText, requiredText } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { FieldInBoth, HindiState, hindiChanges, ShownInBoth, StillFits } from '#web/features/content/InBoth.tsx';
import { api } from '#web/lib/calls/api.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useWatch } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Prose, ProseWithHeadings } from '#web/ui/page/Prose.tsx';
import styles from './Settings.module.css';
import type { SettingsProps } from './useSettingsForm.ts';

const texts = {
  homeText: { title: 'Welcome Message', emptyMessage: messages.texts.welcome, Shown: Prose },
  aboutText: { title: 'About', emptyMessage: messages.texts.about, Shown: ProseWithHeadings },
};

interface Props extends SettingsProps {
  field: keyof typeof texts;
}

/** A long text of the site, with a dialog to change it. */
export function TextTab(props: Props) {
  const { settings, field } = props;
  const { title, Shown } = texts[field];
  const [open, setOpen] = useState(false);
  const hindi = settings.hi[field];
  return (
    <section aria-label={title} className={`grid gap-2 justify-items-start ${styles.section}`}>
      <HindiState {...hindiOf(settings, field)} />
      <ShownInBoth english={<Shown text={settings[field]} />} hindi={hindi && <Shown text={hindi} />} />
      <Button onClick={() => setOpen(true)}>Update {title}</Button>
      {open && <TextDialog {...props} onClose={() => setOpen(false)} />}
    </section>
  );
}

function TextDialog({ settings, field, onClose, onSaved }: Props & { onClose: () => void }) {
  const { title, emptyMessage, Shown } = texts[field];
  const stored = hindiOf(settings, field);
  const current = { text: settings[field], hindi: settings.hi[field] ?? '', stillFits: false };
  const schema = z.object({
    text: requiredText(emptyMessage, limits.articleLength),
    hindi: optionalText(limits.articleLength),
    stillFits: z.boolean(),
  });
  const form = useForm(checkedBy(schema), current);
  const { control } = form;
  const [text, hindi] = useWatch(control, ['text', 'hindi']);
  return (
    <FormDialog
      wide
      title={`Update ${title}`}
      submitLabel="Update"
      form={form}
      current={current}
      version={settings.version}
      save={(typed) =>
        api(updateSettings, {
          params: { settingsId: settings.id },
          body: {
            [field]: typed.text,
            hi: hindiChanges({ [field]: typed.hindi }, stored.hi, typed.stillFits),
            version: settings.version,
          },
        })
      }
      onClose={onClose}
      reload={onSaved}
    >
      <FieldInBoth
        control={control}
        name="text"
        hindi="hindi"
        label={title}
        required
        rows={14}
        maxLength={limits.articleLength}
        hint="An empty line begins a new paragraph."
        isOlder={stored.older.length > 0}
      />
      <StillFits control={control} name="stillFits" {...stored} />
      <ShownInBoth english={<Shown text={text} />} hindi={hindi && <Shown text={hindi} />} />
    </FormDialog>
  );
}

/** Of one of the two texts, which are saved apart. */
function hindiOf({ hi, older }: SettingsRecord, field: keyof typeof texts) {
  const text = hi[field];
  return { hi: text === undefined ? {} : { [field]: text }, older: older.filter((name) => name === field) };
}
