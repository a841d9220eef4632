import type { DefaultValues, FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { toast } from '#web/lib/toast.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { useConflict } from './useConflict.tsx';
import { useLeaveQuestion } from './useLeaveQuestion.tsx';

interface Options<S extends z.ZodType<unknown, FieldValues>> {
  schema: S;
  /** The values of the last loaded record. */
  current: DefaultValues<z.input<S>>;
  version: number;
  /** There is unsaved input besides the form's values, such as a file. */
  dirty?: boolean;
  save: (values: z.input<S>) => Promise<{ message: string }>;
  /** Loads the record again after it was saved or somebody else changed it. */
  onSaved: () => void;
}

/** A record in a form on a page; {@link FormDialog} is the same in a dialog. Render `notice` above the fields, `question` anywhere. */
export function useRecordForm<S extends z.ZodType<unknown, FieldValues>>({
  schema,
  current,
  version,
  dirty = false,
  save,
  onSaved,
}: Options<S>) {
  const form = useSchemaForm(schema, current);
  const conflict = useConflict(version, onSaved, () => form.reset(current));
  const question = useLeaveQuestion(form.formState.isDirty || dirty);
  /** Saves; a failure is shown, not thrown. */
  const send = async (values: z.input<S>) => {
    try {
      const { message } = await save(values);
      toast.success(message);
      conflict.settle();
      form.reset(values);
      onSaved();
    } catch (error) {
      conflict.check(error);
      form.showFailure(error);
    }
  };
  return { form, busy: form.formState.isSubmitting, notice: conflict.notice, question, send };
}
