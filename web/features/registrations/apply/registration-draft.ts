import { clock } from '#shared/clock.ts';
import { type FileName, isFile, type PersonName } from '#shared/person-fields.ts';
import { emptyPerson, type PersonValues } from '#web/features/members/fields/person-form.ts';
import { draftKey, readKept, writeKept } from './accepted-terms.ts';

/**
 * An incomplete registration, stored until the tab is closed, so that it survives a reload, or a phone that discards the page
 * in the background. Files cannot be stored.
 */
export type DraftValues = Omit<PersonValues<'registration'>, FileName>;

const emptyDraft = textsOf(emptyPerson('registration'));

/** This tab's draft; null if there is none. */
export function readDraft(): DraftValues | null {
  return parseDraft(readKept().values);
}

/** Reads only known fields of the right type, as the storage may hold anything. */
export function parseDraft(stored: unknown): DraftValues | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const draft = stored as Record<string, unknown>;
  const values = Object.entries(emptyDraft).map(([name, initial]) => {
    const value = draft[name];
    if (Array.isArray(initial)) {
      return [name, Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : initial];
    }
    return [name, typeof value === 'string' ? value : initial];
  });
  return Object.fromEntries(values) as DraftValues;
}

/** @param values the form's; files are left out */
export function keepDraft(values: object) {
  writeKept({ ...readKept(), values: textsOf(values), keptAt: clock.ms() });
}

/** When the draft was last kept, in milliseconds; null if none is, as with storage that is full or blocked. */
export function draftKeptAt(): number | null {
  const { values, keptAt } = readKept();
  return values && typeof keptAt === 'number' ? keptAt : null;
}

function textsOf(values: object) {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isFile(name as PersonName)));
}

/** Removes the draft and the acceptance of the terms. */
export function dropDraft() {
  try {
    sessionStorage.removeItem(draftKey);
  } catch {
    // Storage is blocked, so there is nothing to remove.
  }
}
