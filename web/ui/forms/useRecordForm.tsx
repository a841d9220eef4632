import type { BaseSyntheticEvent, ReactNode } from 'react';
import type { z } from 'zod';
import { toast } from '#web/lib/browser/toast.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { resetForm } from '#web/lib/forms/useField.ts';
import { type Defaults, useForm } from '#web/lib/forms/useForm.ts';
import { useLeaveQuestion } from '#web/ui/dialogs/useDiscardQuestion.tsx';
import { SaveBar } from './SaveBar.tsx';
import { useConflict } from './useConflict.tsx';

interface Options<S extends z.ZodType<unknown, object>> {
  schema: S;
  /** The values of the last loaded record. */
  current: Defaults<z.input<S>>;
  version: number;
  save: (values: z.input<S>) => Promise<{ message: string }>;
  /** Values that are for one save only, as they are after it. */
  once?: Partial<z.input<S>>;
  /** Loads the record again after it was saved or somebody else changed it. */
  onSaved: () => void;
}

/** What {@link RecordForm} shows: `notice` above the fields, `bar` as the form's last element, `question` anywhere. */
export interface RecordState {
  busy: boolean;
  notice: ReactNode;
  bar: ReactNode;
  question: ReactNode;
  /** Checks the fields and saves. */
  submit: (event?: BaseSyntheticEvent) => Promise<void>;
}

/** A record in a form on a page, usually a {@link RecordForm}; {@link FormDialog} is the same in a dialog. */
export function useRecordForm<S extends z.ZodType<unknown, object>>({
  schema,
  current,
  version,
  save,
  once,
  onSaved,
}: Options<S>) {
  const form = useForm(checkedBy(schema), current);
  const conflict = useConflict(version, onSaved, () => resetForm(form.control, current));
  const question = useLeaveQuestion(form.isDirty);
  /** Saves; a failure is shown, not thrown. */
  const send = async (values: z.input<S>) => {
    try {
      const { message } = await save(values);
      toast.success(message);
      conflict.settle();
      resetForm(form.control, { ...values, ...once });
      onSaved();
    } catch (error) {
      if (!conflict.check(error)) form.showFailure(error);
    }
  };
  const busy = form.busy;
  const bar = (
    <SaveBar
      dirty={form.isDirty}
      busy={busy}
      onDiscard={() => {
        resetForm(form.control, current);
        conflict.settle();
      }}
    />
  );
  return { form, busy, notice: conflict.notice, bar, question, send, submit: form.send(send) };
}
