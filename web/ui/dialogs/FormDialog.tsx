import { type ReactNode, useRef, useState } from 'react';
import { toast } from '#web/lib/browser/toast.ts';
import type { ApiOptions } from '#web/lib/calls/api.ts';
import { saveFailure } from '#web/lib/calls/useAttempt.ts';
import { resetForm } from '#web/lib/forms/useField.ts';
import type { Defaults, Form } from '#web/lib/forms/useForm.ts';
import { FormActions, FormStack } from '#web/ui/forms/FormStack.tsx';
import { useConflict } from '#web/ui/forms/useConflict.tsx';
import { UploadProgress } from '#web/ui/page/Progress.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { ModalDialog } from './ModalDialog.tsx';
import { useDiscardQuestion } from './useDiscardQuestion.tsx';

export interface FormDialogProps<Values extends object> {
  title: string;
  submitLabel: string;
  /** For an action that cannot be undone. */
  danger?: boolean;
  form: Form<Values>;
  /** The values of the last loaded record. */
  current: Defaults<Values>;
  /** The last loaded record's version; undefined for a new one. */
  version: number | undefined;
  /** Sends the form; the dialog then closes with the answer's message. Passing `options` to the call shows upload progress. */
  save: (values: Values, options: ApiOptions) => Promise<{ message: string }>;
  /** The question to confirm before sending; undefined for none. */
  ask?: (values: Values) => { title: string; text: string } | undefined;
  /** The message for a failure for which the server gives no reason; absent: the failure's own. */
  failure?: string;
  onClose: () => void;
  /** Loads the record again after it was saved or somebody else changed it. */
  reload: () => void;
  wide?: boolean;
  /** See ModalDialog. */
  beside?: boolean;
  /** The fields. */
  children: ReactNode;
}

/** A record in a form: asks before typed text is lost, and never overwrites somebody else's change unseen. */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { title, submitLabel, danger, form, current, version, save, ask, failure } = props;
  const { onClose, reload, wide, beside, children } = props;
  const [progress, setProgress] = useState<number>();
  const conflict = useConflict(version, reload, () => resetForm(form.control, current));
  const { close, question } = useDiscardQuestion(form.isDirty, onClose);
  const busy = form.busy;

  const [openQuestion, setOpenQuestion] = useState<{ title: string; text: string }>();
  const answered = useRef('');

  const submit = form.send(async (values) => {
    setProgress(undefined);
    const toAsk = ask?.(values);
    if (toAsk && answered.current !== toAsk.text) return setOpenQuestion(toAsk);
    try {
      const { message } = await save(values, { onProgress: setProgress });
      toast.success(message);
      onClose();
      reload();
    } catch (error) {
      answered.current = '';
      if (conflict.check(error)) return;
      throw failure === undefined ? error : saveFailure(error, failure);
    }
  });

  return (
    <ModalDialog
      open
      wide={wide}
      beside={beside}
      title={title}
      onClose={close}
      onSubmit={submit}
      busy={busy}
      actions={<FormActions busy={busy} submitLabel={submitLabel} danger={danger} onCancel={close} />}
    >
      {conflict.notice}
      <FormStack disabled={busy}>
        {children}
        {busy && progress !== undefined && <UploadProgress fraction={progress} label="Saving" />}
      </FormStack>
      {question}
      {openQuestion && (
        <ConfirmDialog
          open
          title={openQuestion.title}
          confirmLabel={submitLabel}
          danger={danger}
          onClose={() => setOpenQuestion(undefined)}
          onConfirm={async () => {
            answered.current = openQuestion.text;
            await submit();
          }}
        >
          {openQuestion.text}
        </ConfirmDialog>
      )}
    </ModalDialog>
  );
}
