import { type FileName, isFile, type PersonName } from '#shared/person-fields.ts';
import { emptyPerson, type PersonValues } from '#web/features/members/fields/person-form.ts';
import { draftKey, readKept, writeKept } from './accepted-terms.ts';

/**
 * A half-filled registration, kept for as long as the tab lives: a reload, or a phone that throws the page away while
 * another app is in front, loses nothing. Files cannot be kept here.
 */
export type DraftValues = Omit<PersonValues<'registration'>, FileName>;

const emptyDraft = textsOf(emptyPerson('registration'));

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
export function keepDraft(values: object) {
  writeKept({ ...readKept(), values: textsOf(values) });
}

function textsOf(values: object) {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isFile(name as PersonName)));
}

/** Forgets the draft and that the terms were accepted. */
export function dropDraft() {
  try {
    sessionStorage.removeItem(draftKey);
  } catch {
    // Then there is none.
  }
}
