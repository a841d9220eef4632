import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { type SettingsRecord, updateSettings } from '#shared/contracts/settings.ts';
import { requiredText } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { api } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { Field } from '#web/ui/Field.tsx';
import { FormStack } from '#web/ui/FormStack.tsx';
import { ModalDialog } from '#web/ui/ModalDialog.tsx';
import { useConflict } from '#web/ui/useConflict.tsx';
import { useDiscardQuestion } from '#web/ui/useDiscardQuestion.tsx';
import styles from './Settings.module.css';

interface Props {
  title: string;
  settings: SettingsRecord;
  field: 'Home_data' | 'About';
  emptyMessage: string;
  /** The text as visitors see it. */
  show: (text: string) => ReactNode;
  onSaved: () => void;
}

/** A long text of the site: as it stands, and a dialog to change it. */
export function TextTab({ title, settings, field, emptyMessage, show, onSaved }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <section aria-label={title} className={styles.section}>
      <div className={styles.preview}>{show(settings[field])}</div>
      <Button onClick={() => setOpen(true)}>Update {title}</Button>
      {open && (
        <TextDialog
          title={title}
          settings={settings}
          field={field}
          emptyMessage={emptyMessage}
          show={show}
          onClose={() => setOpen(false)}
          onSaved={onSaved}
        />
      )}
    </section>
  );
}

function TextDialog({ title, settings, field, emptyMessage, show, onClose, onSaved }: Props & { onClose: () => void }) {
  const form = useSchemaForm(z.object({ text: requiredText(emptyMessage, limits.articleLength) }), {
    text: settings[field],
  });
  const text = useWatch({ control: form.control, name: 'text' });
  const conflict = useConflict(settings.version, onSaved, () => form.reset({ text: settings[field] }));
  const { close, question } = useDiscardQuestion(form.formState.isDirty, onClose);
  const busy = form.formState.isSubmitting;
  const submit = form.send(async (values) => {
    try {
      const { message } = await api(updateSettings, {
        params: { settingsId: settings._id },
        body: { [field]: values.text, version: settings.version },
      });
      toast.success(message);
      onClose();
      onSaved();
    } catch (error) {
      conflict.check(error);
      throw error;
    }
  });
  return (
    <ModalDialog
      open
      wide
      title={`Update ${title}`}
      onClose={close}
      onSubmit={submit}
      busy={busy}
      actions={
        <>
          <Button variant="outlined" onClick={close} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Update
          </Button>
        </>
      }
    >
      {conflict.notice}
      <div className={styles.columns}>
        <FormStack disabled={busy}>
          <Field
            control={form.control}
            name="text"
            label={title}
            required
            rows={16}
            maxLength={limits.articleLength}
            hint="An empty line begins a new paragraph."
          />
        </FormStack>
        <div>
          <p className={styles.caption}>What visitors will see</p>
          <div className={styles.preview}>{show(text)}</div>
        </div>
      </div>
      {question}
    </ModalDialog>
  );
}
