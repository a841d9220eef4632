import Button from '@mui/material/Button';
import { z } from 'zod';
import { type Tier, tierSchema, updateTier } from '#shared/contracts/memberships.ts';
import { keepDigits } from '#shared/fields.ts';
import { api } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { CheckField } from '#web/ui/CheckField.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FormStack } from '#web/ui/FormStack.tsx';
import { ModalDialog } from '#web/ui/ModalDialog.tsx';
import { useConflict } from '#web/ui/useConflict.tsx';
import { useDiscardQuestion } from '#web/ui/useDiscardQuestion.tsx';

interface Props {
  tier: Tier;
  /** Opened to offer a withdrawn tier again. */
  adding?: boolean;
  onSaved: () => void;
  onClose: () => void;
  onConflict: () => void;
}

/** In the form the benefits are the lines of one text. */
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const schema = z.object({
  title: tierSchema.shape.title,
  heading: tierSchema.shape.heading,
  fee: tierSchema.shape.fee as z.ZodType<unknown, string>,
  benefits: z.string().superRefine((text, context) => {
    const problem = tierSchema.shape.benefits.safeParse(linesOf(text)).error?.issues[0];
    if (problem) context.addIssue({ code: 'custom', message: problem.message });
  }),
  offered: z.boolean(),
});

const valuesOf = (tier: Tier, adding: boolean) => ({
  title: tier.title,
  heading: tier.heading,
  fee: String(tier.fee),
  benefits: tier.benefits.join('\n'),
  offered: adding || tier.offered,
});

/** Changes a tier; the membership page and the payment step follow at once. */
export function TierDialog({ tier, adding = false, onSaved, onClose, onConflict }: Props) {
  const form = useSchemaForm(schema, valuesOf(tier, adding));
  const { control } = form;
  const conflict = useConflict(tier.version, onConflict, () => form.reset(valuesOf(tier, adding)));
  const { close, question } = useDiscardQuestion(form.formState.isDirty, onClose);
  const busy = form.formState.isSubmitting;
  const submit = form.send(async (values) => {
    try {
      const { message } = await api(updateTier, {
        params: { membership: tier.membership },
        body: { ...values, benefits: linesOf(values.benefits), version: tier.version },
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
      title={adding ? 'Add membership' : `Edit ${tier.title}`}
      onClose={close}
      onSubmit={submit}
      busy={busy}
      actions={
        <>
          <Button variant="outlined" onClick={close} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {adding ? 'Add' : 'Save'}
          </Button>
        </>
      }
    >
      {conflict.notice}
      <FormStack disabled={busy}>
        <Field control={control} name="title" label="Title" required maxLength={100} />
        <Field
          control={control}
          name="heading"
          label="Heading"
          required
          maxLength={200}
          hint="One line under the title"
        />
        <Field
          control={control}
          name="fee"
          label="Fee in rupees, paid once"
          required
          inputMode="numeric"
          keep={(text) => keepDigits(text, 8)}
          hint="Registrations that are not yet paid are asked for the new fee"
        />
        <Field control={control} name="benefits" label="Benefits, one a line" required rows={8} />
        <CheckField control={control} name="offered" label="Offered to applicants" />
      </FormStack>
      {question}
    </ModalDialog>
  );
}
