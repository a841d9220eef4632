import { limits } from '#shared/limits.ts';
import { comparableUtr, isUtr } from '#shared/utr.ts';
import { useLeft, useWatch } from '#web/lib/forms/useField.ts';
import { t } from '#web/lib/languages/text.ts';
import { Field } from '#web/ui/forms/Field.tsx';
import { fieldTexts, usePersonForm } from './field-texts.ts';

/** The warning about a number that cannot be a UTR; it is accepted, as the office can find a payment without it. */
export const utrWarning = (typed: string): string | undefined =>
  typed.trim() === '' || isUtr(comparableUtr(typed))
    ? undefined
    : t(
        'This does not look like a UTR: it has 12 digits (UPI, IMPS), or 16 or 22 letters and digits (NEFT, RTGS). Please compare it with your payment; you can also send it as it is.',
      );

/** Warns about a number that cannot be a UTR once the field is left; the number is accepted all the same. */
export function UtrField() {
  const control = usePersonForm();
  const texts = fieldTexts('utr', 'payment');
  const typed = useWatch(control, 'utr');
  const isLeft = useLeft(control, 'utr');
  const warning = isLeft ? utrWarning(typed ?? '') : undefined;
  return <Field {...texts} name="utr" control={control} maxLength={limits.utrLength} hint={warning ?? texts.hint} />;
}
