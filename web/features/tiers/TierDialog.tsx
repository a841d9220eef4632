import { z } from 'zod';
import { type Tier, tierSchema, updateTier } from '#shared/contracts/tiers.ts';
import { FieldInBoth, hindiChanges, ShownInBoth, StillFits } from '#web/features/content/InBoth.tsx';
import { api } from '#web/lib/calls/api.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useWatch } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { langOf } from '#web/lib/languages/written-text.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { CheckField } from '#web/ui/forms/CheckField.tsx';
import { digits, Field } from '#web/ui/forms/Field.tsx';
import { OfficeText } from '#web/ui/page/Prose.tsx';

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

const { title, heading, fee, benefits, hi } = tierSchema.shape;
const asLines = (rule: z.ZodType) =>
  z.string().superRefine((text, context) => {
    const problem = rule.safeParse(linesOf(text)).error?.issues[0];
    if (problem) context.addIssue({ code: 'custom', message: problem.message });
  });
const schema = z.object({
  title,
  heading,
  fee,
  benefits: asLines(benefits),
  offered: z.boolean(),
  hi: hi.unwrap().extend({ benefits: asLines(hi.unwrap().shape.benefits) }),
  stillFits: z.boolean(),
});

const valuesOf = (tier: Tier, adding: boolean) => ({
  title: tier.title,
  heading: tier.heading,
  fee: String(tier.fee),
  benefits: tier.benefits.join('\n'),
  offered: adding || tier.offered,
  hi: {
    title: tier.hi.title ?? '',
    heading: tier.hi.heading ?? '',
    benefits: tier.hi.benefits?.join('\n') ?? '',
  },
  stillFits: false,
});

/** Changes a tier; the membership page and the payment step show it at once. */
export function TierDialog({ tier, adding = false, ...dialog }: Props) {
  const current = valuesOf(tier, adding);
  const form = useForm(checkedBy(schema), current);
  const { control } = form;
  const shown = useWatch(control);
  const isOlder = (name: string) => tier.older.includes(name);
  return (
    <FormDialog
      {...dialog}
      wide
      title={adding ? 'Add membership' : `Edit ${tier.title}`}
      submitLabel={adding ? 'Add' : 'Save'}
      form={form}
      current={current}
      version={tier.version}
      save={({ stillFits, ...values }) => {
        const hindi = { ...values.hi, benefits: linesOf(values.hi.benefits) };
        return api(updateTier, {
          params: { membership: tier.membership },
          body: {
            ...values,
            benefits: linesOf(values.benefits),
            hi: hindiChanges(hindi, tier.hi, stillFits),
            version: tier.version,
          },
        });
      }}
    >
      <FieldInBoth
        control={control}
        name="title"
        hindi="hi.title"
        label="Title"
        required
        maxLength={100}
        isOlder={isOlder('title')}
      />
      <FieldInBoth
        control={control}
        name="heading"
        hindi="hi.heading"
        label="Heading"
        required
        maxLength={200}
        hint="One line under the title"
        isOlder={isOlder('heading')}
      />
      <FieldInBoth
        control={control}
        name="benefits"
        hindi="hi.benefits"
        label="Benefits, one a line"
        required
        rows={8}
        isOlder={isOlder('benefits')}
      />
      <Field
        control={control}
        name="fee"
        label="Fee in rupees, paid once"
        required
        {...digits(8)}
        hint="Applies to registrations from now on"
      />
      <CheckField control={control} name="offered" label="Offered to applicants" />
      <StillFits control={control} name="stillFits" hi={tier.hi} older={tier.older} />
      <ShownInBoth
        english={<TierTexts {...shown} />}
        hindi={
          Object.values(shown.hi ?? {}).some(Boolean) && (
            <TierTexts
              title={shown.hi?.title || shown.title}
              heading={shown.hi?.heading || shown.heading}
              benefits={shown.hi?.benefits?.trim() ? shown.hi.benefits : shown.benefits}
            />
          )
        }
      />
    </FormDialog>
  );
}

interface TextsProps {
  title?: string | undefined;
  heading?: string | undefined;
  benefits?: string | undefined;
}

const TierTexts = ({ title: name = '', heading: line = '', benefits: list = '' }: TextsProps) => (
  <>
    <OfficeText as="h3" className="text-22 m-0" text={name} lang={langOf(name)} />
    <OfficeText as="p" className="text-muted" text={line} lang={langOf(line)} />
    <ul className="m-0">
      {linesOf(list).map((each) => (
        <OfficeText key={each} as="li" text={each} lang={langOf(each)} />
      ))}
    </ul>
  </>
);
