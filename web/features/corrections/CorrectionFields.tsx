import { z } from 'zod';
import { correctionFields, correctionNote } from '#shared/contracts/corrections.ts';
import { limits } from '#shared/limits.ts';
import type { CorrectableName } from '#shared/person-fields.ts';
import { FieldTicks } from '#web/features/canned-replies/FieldTicks.tsx';
import { ReadyTexts } from '#web/features/canned-replies/ReadyTexts.tsx';
import { setValue, useField } from '#web/lib/forms/useField.ts';
import type { FormControl } from '#web/lib/forms/useForm.ts';
import { Field } from '#web/ui/forms/Field.tsx';

/** The fields that an applicant is asked to correct, and why. */
export interface CorrectionRequest {
  fields: CorrectableName[];
  note: string;
}
export const emptyRequest: CorrectionRequest = { fields: [], note: '' };
export const requestSchema = z.object({ fields: correctionFields, note: correctionNote }) as z.ZodType<
  unknown,
  CorrectionRequest
>;

/** The fields to tick, and the note. */
export function CorrectionFields({ control }: { control: FormControl<CorrectionRequest> }) {
  const note = useField(control, 'note');
  const pick = (text: string, names: readonly string[]) => {
    note.onChange(note.value ? `${note.value}\n${text}` : text);
    setValue(control, 'fields', [...new Set([...control.values.fields, ...(names as CorrectableName[])])]);
  };
  return (
    <>
      <ReadyTexts kind="correction" onPick={pick} />
      <Field
        control={control}
        name="note"
        label="Note"
        required
        rows={3}
        maxLength={limits.reasonLength}
        hint="Mailed to the applicant, with a link to a page for these fields only"
      />
      <FieldTicks control={control} legend="What is to be corrected? *" />
    </>
  );
}
