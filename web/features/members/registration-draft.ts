import { draftKey, readKept, writeKept } from './accepted-terms.ts';
import { emptyPerson } from './fields/person-form.ts';
import type { RegistrationFormValues } from './registration-values.ts';

/**
 * A half-filled registration, kept for as long as the tab lives: a reload, or a phone that throws the page away while
 * another app is in front, loses nothing. Files cannot be kept here.
 */
export type DraftValues = Omit<RegistrationFormValues, 'document' | 'profile_Pic'>;

const emptyDraft: DraftValues = { membership: '', email: '', ...emptyPerson };

/** What was typed in this tab; null when nothing was. */
export function readDraft(): DraftValues | null {
  return parseDraft(readKept().values);
}

/** Whatever the storage holds, only known fields of the right kind come out of it. */
export function parseDraft(stored: unknown): DraftValues | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const given = stored as Record<string, unknown>;
  const values = Object.entries(emptyDraft).map(([name, initial]) => {
    const value = given[name];
    if (Array.isArray(initial)) {
      return [name, Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : initial];
    }
    return [name, typeof value === 'string' ? value : initial];
  });
  return Object.fromEntries(values) as DraftValues;
}

/** @param values the form's own; files among them are left out */
export function keepDraft(values: Partial<RegistrationFormValues>) {
  const { document: _document, profile_Pic: _picture, ...texts } = values;
  writeKept({ ...readKept(), values: texts });
}

/** Forgets the draft and that the terms were accepted. */
export function dropDraft() {
  try {
    sessionStorage.removeItem(draftKey);
  } catch {
    // Then there is none.
  }
}
