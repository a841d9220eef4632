import { type FocusEvent, useRef, useState } from 'react';
import {
  type MailTemplate,
  resetTemplate,
  templateSchema,
  testMail,
  updateTemplate,
} from '#shared/contracts/templates.ts';
import type { Language } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { resetForm, useWatch } from '#web/lib/forms/useField.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { FormStack } from '#web/ui/forms/FormStack.tsx';
import { useRecordForm } from '#web/ui/forms/useRecordForm.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { MailPreview } from './MailPreview.tsx';
import { MarkupField } from './MarkupField.tsx';
import styles from './Templates.module.css';
import { VariableList } from './VariableList.tsx';

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Inserts a variable at the cursor; a paragraph variable gets blank lines around it. */
function insert(field: TextField, name: string, paragraph: boolean): void {
  const start = field.selectionStart ?? field.value.length;
  const end = field.selectionEnd ?? start;
  const before = field.value.slice(0, start).trimEnd();
  const after = field.value.slice(end).trimStart();
  field.focus();
  if (paragraph) {
    const inserted = `${before && '\n\n'}{{${name}}}${after && '\n\n'}`;
    field.setRangeText(inserted, before.length, field.value.length - after.length, 'end');
  } else {
    field.setRangeText(`{{${name}}}`, start, end, 'end');
  }
  // Notifies the form, as typing does.
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The words of a mail in a language. */
const wordsIn = (template: MailTemplate, language: Language) => (language === 'hi' ? template.hi : template);

interface Props {
  template: MailTemplate;
  language: Language;
  onSaved: () => void;
}

/** Edits the template of one kind of mail in one language. */
export function TemplateEditor({ template, language, onSaved }: Props) {
  const { kind, version, variables } = template;
  const { isDefault, outdated, subject: itsSubject, text: itsText } = wordsIn(template, language);
  const current = { subject: itsSubject, text: itsText };
  const isHindi = language === 'hi';
  const { form, busy, notice, bar, question, send } = useRecordForm({
    schema: templateSchema,
    current,
    version,
    save: (words) => api(updateTemplate, { params: { kind }, body: { ...words, version, language } }),
    onSaved,
  });
  const { control } = form;
  const [subject, text] = useWatch(control, ['subject', 'text']);
  const [asking, setAsking] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  const lastField = useRef<TextField>(null);

  const remember = ({ target }: FocusEvent) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) lastField.current = target;
  };
  function put(name: string, paragraph: boolean) {
    const textField = box.current?.querySelector('textarea');
    // A paragraph cannot be in the subject.
    const field = paragraph ? textField : (lastField.current ?? textField);
    if (field) insert(field, name, paragraph);
  }

  return (
    <div className={`grid gap-4 grid-cols-1 grid-cols-2-from-lg ${styles.editor}`}>
      <form
        ref={box}
        noValidate
        aria-label={`${template.title}, ${isHindi ? 'Hindi' : 'English'}`}
        onSubmit={form.send(send)}
        onFocus={remember}
      >
        {notice}
        {outdated && (
          <p className="break-anywhere m-0 mb-2 border-l-bad bg-paper px-2 py-1">
            These words no longer fit, and the mail leaves with its default words. Please correct them, or go back to
            the default.
          </p>
        )}
        {isHindi && isDefault && !template.isDefault && (
          <p className="break-anywhere m-0 mb-2 border-l-bad bg-paper px-2 py-1">
            The English words were changed. The Hindi ones are still the default ones.
          </p>
        )}
        <FormStack disabled={busy}>
          <Field control={control} name="subject" label="Subject" required maxLength={limits.lineLength} />
          <MarkupField control={control} name="text" label="Text" rows={18} />
          <div className="flex flex-wrap items-center gap-1">
            <Button
              look="outlined"
              onClick={form.send(async (words) => {
                const { message } = await api(testMail, { body: { kind, language, ...words } });
                toast.success(message);
              })}
            >
              Test to myself
            </Button>
            {!isDefault && (
              <Button look="text" danger onClick={() => setAsking(true)}>
                Back to the default
              </Button>
            )}
          </div>
        </FormStack>
        <VariableList variables={variables} onPick={put} />
        {bar}
      </form>
      <MailPreview kind={kind} language={language} subject={subject} text={text} />
      {question}
      <ConfirmDialog
        open={asking}
        danger
        title="Back to the default?"
        confirmLabel="Back to the default"
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          const answer = await api(resetTemplate, { params: { kind }, query: { language } });
          toast.success(answer.message);
          const { subject: ownSubject, text: ownText } = wordsIn(answer.template, language);
          resetForm(form.control, { subject: ownSubject, text: ownText });
          onSaved();
        }}
      >
        The {isHindi ? 'Hindi' : 'English'} words of ‘{template.title}’ that you have changed are deleted. Mails leave
        with the default words from now on.
      </ConfirmDialog>
    </div>
  );
}
