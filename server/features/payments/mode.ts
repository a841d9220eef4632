import type { PaymentMode } from '#shared/options.ts';

// `IMPSP2A…` and `UPICR` are written as one word; a name such as Upinder is no transfer.
const forms: [mode: PaymentMode, form: RegExp][] = [
  ['upi', /(?<![A-Z])UPI(?:CR|AR|IN)?(?![A-Z])/],
  ['imps', /(?<![A-Z])IMPS/],
  ['neft', /(?<![A-Z])NEFT/],
  ['rtgs', /(?<![A-Z])RTGS/],
  ['cheque', /(?<![A-Z])(?:CLG|CHQ|CHEQUE|CLEARING)(?![A-Z])/],
  ['cash', /(?<![A-Z])CASH(?:\s|-)?DEP|BY CASH(?![A-Z])/],
];

/** How a credit came, as its narration's form says: the first one named in it. @returns null where it says nothing */
export function modeOf(narration: string): PaymentMode | null {
  const text = narration.toUpperCase();
  const named = forms
    .map(([mode, form]) => ({ mode, at: text.search(form) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at);
  return named[0]?.mode ?? null;
}
