import { limits } from '#shared/limits.ts';
import { t } from '#web/lib/languages/text.ts';

export interface Strength {
  /** 0 (empty) to 4. */
  score: 0 | 1 | 2 | 3 | 4;
  hint: string;
}

/**
 * Estimates a password's strength, mainly by its length: a long one of plain words beats a short one of symbols. Only a hint
 * while typing; the server decides.
 */
export function passwordStrength(password: string): Strength {
  if (password === '')
    return {
      score: 0,
      hint: t(`At least ${limits.passwordMin} characters. A few unrelated words make a good password.`),
    };
  if (password.length < limits.passwordMin) {
    return { score: 1, hint: t(`Too short: ${limits.passwordMin - password.length} more needed.`) };
  }
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u].filter((kind) => kind.test(password)).length;
  const different = new Set(password.toLowerCase()).size;
  if (different < 5) return { score: 1, hint: t('Weak: too few different characters.') };
  const points = password.length + 2 * kinds;
  if (points < 14) return { score: 2, hint: t('Fair: a longer one is better.') };
  if (points < 20) return { score: 3, hint: t('Good.') };
  return { score: 4, hint: t('Strong.') };
}
