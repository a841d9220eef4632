import { z } from 'zod';
import { type Tier, tierSchema, updateTier } from '#shared/contracts/tiers.ts';
import { api } from '#web/lib/api.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { CheckField } from '#web/ui/forms/CheckField.tsx';
import { digits, Field } from '#web/ui/forms/Field.tsx';

interface Props {
  tier: Tier;
  /** Whether it offers a withdrawn tier again. */
  adding?: boolean;
  onClose: () => void;
  /** Loads the tiers again. */
  reload: () => void;
}

/** The form holds the benefits as lines of one text. */
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const schema = z.object({
  title: tierSchema.shape.title,
  heading: tierSchema.shape.heading,
  fee: tierSchema.shape.fee,
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

/** Changes a tier; the membership page and the payment step show it at once. */
export function TierDialog({ tier, adding = false, ...dialog }: Props) {
  const current = valuesOf(tier, adding);
  const form = useSchemaForm(schema, current);
  const { control } = form;
  return (
    <FormDialog
      {...dialog}
      title={adding ? 'Add membership' : `Edit ${tier.title}`}
      submitLabel={adding ? 'Add' : 'Save'}
      form={form}
      current={current}
      version={tier.version}
      save={(values) =>
        api(updateTier, {
          params: { membership: tier.membership },
          body: { ...values, benefits: linesOf(values.benefits), version: tier.version },
        })
      }
    >
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
        {...digits(8)}
        hint="Applies to registrations from now on"
      />
      <Field control={control} name="benefits" label="Benefits, one a line" required rows={8} />
      <CheckField control={control} name="offered" label="Offered to applicants" />
    </FormDialog>
  );
}
