import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { updateSettings } from '#shared/contracts/settings.ts';
import { requiredText } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { api } from '#web/lib/api.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Prose, ProseWithHeadings } from '#web/ui/page/Prose.tsx';
import styles from './Settings.module.css';
import type { SettingsProps } from './useSettingsForm.ts';

const texts = {
  Home_data: { title: 'Welcome Message', emptyMessage: messages.texts.welcome, Shown: Prose },
  About: { title: 'About', emptyMessage: messages.texts.about, Shown: ProseWithHeadings },
};

interface Props extends SettingsProps {
  field: keyof typeof texts;
}

/** A long text of the site, with a dialog to change it. */
export function TextTab(props: Props) {
  const { title, Shown } = texts[props.field];
  const [open, setOpen] = useState(false);
  return (
    <section aria-label={title} className={`stack starts ${styles.section}`}>
      <div className="pad-3 breaks framed paper">
        <Shown text={props.settings[props.field]} />
      </div>
      <Button onClick={() => setOpen(true)}>Update {title}</Button>
      {open && <TextDialog {...props} onClose={() => setOpen(false)} />}
    </section>
  );
}

function TextDialog({ settings, field, onClose, onSaved }: Props & { onClose: () => void }) {
  const { title, emptyMessage, Shown } = texts[field];
  const current = { text: settings[field] };
  const form = useSchemaForm(z.object({ text: requiredText(emptyMessage, limits.articleLength) }), current);
  const text = useWatch({ control: form.control, name: 'text' });
  return (
    <FormDialog
      wide
      title={`Update ${title}`}
      submitLabel="Update"
      form={form}
      current={current}
      version={settings.version}
      save={(values) =>
        api(updateSettings, {
          params: { settingsId: settings._id },
          body: { [field]: values.text, version: settings.version },
        })
      }
      onClose={onClose}
      reload={onSaved}
    >
      <div className="stack gap-4 one-column two-from-md two-in-room">
        <Field
          control={form.control}
          name="text"
          label={title}
          required
          rows={16}
          maxLength={limits.articleLength}
          hint="An empty line begins a new paragraph."
        />
        <div>
          <p className="muted small flush below-1">What visitors will see</p>
          <div className="pad-3 breaks framed paper">
            <Shown text={text} />
          </div>
        </div>
      </div>
    </FormDialog>
  );
}
