/** Under this name a tab keeps what was accepted and, once the form is open, what was typed: see `registration-draft.ts`. */
export const draftKey = 'registration-draft';

/** What the tab keeps; an empty record without anything, and where the browser keeps nothing. */
export function readKept(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(draftKey) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

export function writeKept(kept: Record<string, unknown>) {
  try {
    sessionStorage.setItem(draftKey, JSON.stringify(kept));
  } catch {
    // Storage is full or forbidden: the form works without it.
  }
}

/** The version of the terms that was accepted in this tab. */
export function acceptedTerms(): unknown {
  return readKept().termsVersion;
}

/** Remembers that the terms were accepted; what was typed under older ones stays. */
export function acceptTerms(termsVersion: string) {
  writeKept({ ...readKept(), termsVersion });
}
