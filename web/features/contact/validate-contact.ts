import { contactSchema } from '#shared/contracts/contact.ts';
import type { FieldErrors } from '#shared/errors.ts';
import { plainEmail } from '#shared/typing.ts';
import { fieldErrors } from '#web/lib/forms/checked-by.ts';
import { t } from '#web/lib/languages/text.ts';

/** Loaded when the form is first sent, so that no page starts with the schema library. */
export const validateContact = (values: unknown): Promise<FieldErrors> => fieldErrors(contactSchema, values);

const looksRight = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
/** Usual providers, and how they are mistyped. */
const slips: Record<string, RegExp> = {
  'gmail.com': /^(g[amil]{3,5}|gmai|gmaill)\.(com?|con|cmo|vom)$/,
  'yahoo.com': /^(yaho+|yhoo|yahho)\.(com?|con|cmo)$/,
  'hotmail.com': /^(hotm[ail]{2,4}|hotmial)\.(com?|con|cmo)$/,
};

/** A question about an e-mail address that is likely mistaken; undefined for any other. */
export function mistakenEmail(email: string): string | undefined {
  const plain = plainEmail(email);
  if (!looksRight.test(plain)) {
    return t(`‘${plain}’ does not look like an e-mail address. If it is right, press Send message again.`);
  }
  const [name, domain = ''] = plain.toLowerCase().split('@');
  const meant = Object.keys(slips).find((provider) => provider !== domain && slips[provider]!.test(domain));
  return meant && t(`Did you mean ${name}@${meant}? If it is right as it is, press Send message again.`);
}
