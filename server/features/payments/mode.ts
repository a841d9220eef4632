import type { PaymentMode } from '#shared/options.ts';

// `IMPSP2A…` and `UPICR` are written as one word; a name such as Upinder is not a transfer.
const forms: [mode: PaymentMode, form: RegExp][] = [
  ['upi', /(?<![A-Z])UPI(?:CR|AR|IN)?(?![A-Z])/],
  ['imps', /(?<![A-Z])IMPS/],
  ['neft', /(?<![A-Z])NEFT/],
  ['rtgs', /(?<![A-Z])RTGS/],
  ['cheque', /(?<![A-Z])(?:CLG|CHQ|CHEQUE|CLEARING)(?![A-Z])/],
  ['cash', /(?<![A-Z])CASH(?:\s|-)?DEP|BY CASH(?![A-Z])/],
];

/** How a credit was paid, by the first mode named in its narration. @returns null without one */
export function modeOf(narration: string): PaymentMode | null {
  const text = narration.toUpperCase();
  const named = forms
    .map(([mode, form]) => ({ mode, at: text.search(form) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at);
  return named[0]?.mode ?? null;
}
