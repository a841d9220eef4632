import { emptyPerson } from '#web/features/members/fields/person-form.ts';
import type { RegistrationFormValues } from '#web/features/members/registration-values.ts';

/**
 * A half-filled registration, kept for as long as the tab lives: a reload, or a phone that throws the page away while
 * another app is in front, loses nothing. Files cannot be kept here.
 */
export interface RegistrationDraft {
  /** The version of the terms that was accepted before the form was opened. */
  termsVersion: string;
  values: DraftValues;
}

export type DraftValues = Omit<RegistrationFormValues, 'document' | 'profile_Pic'>;

const key = 'registration-draft';
const emptyDraft: DraftValues = { membership: '', email: '', ...emptyPerson };

/** The draft of this tab; null without one, and where the browser keeps nothing. */
export function readDraft(): RegistrationDraft | null {
  try {
    return parseDraft(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
  } catch {
    return null;
  }
}

/** Whatever the storage holds, only known fields of the right kind come out of it. */
export function parseDraft(stored: unknown): RegistrationDraft | null {
  if (!isRecord(stored) || typeof stored.termsVersion !== 'string') return null;
  const given = isRecord(stored.values) ? stored.values : {};
  const values = Object.entries(emptyDraft).map(([name, initial]) => {
    const value = given[name];
    if (Array.isArray(initial)) {
      return [name, Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : initial];
    }
    return [name, typeof value === 'string' ? value : initial];
  });
  return { termsVersion: stored.termsVersion, values: Object.fromEntries(values) as DraftValues };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** @param values the form's own; files among them are left out */
export function keepDraft(termsVersion: string, values: Partial<RegistrationFormValues>) {
  const { document: _document, profile_Pic: _picture, ...texts } = values;
  try {
    sessionStorage.setItem(key, JSON.stringify({ termsVersion, values: texts }));
  } catch {
    // Storage is full or forbidden: the form works without a draft.
  }
}

export function dropDraft() {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Then there is none.
  }
}
