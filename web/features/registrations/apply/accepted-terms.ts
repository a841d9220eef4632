/** The storage key of the accepted terms and of the form's draft: see `registration-draft.ts`. */
export const draftKey = 'registration-draft';

/** The tab's stored record; empty if there is none or storage is blocked. */
export function readKept(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(draftKey) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

export function writeKept(terms: Record<string, unknown>) {
  try {
    sessionStorage.setItem(draftKey, JSON.stringify(terms));
  } catch {
    // Storage is full or blocked: the form works without it.
  }
}

/** The version of the terms accepted in this tab. */
export function acceptedTerms(): unknown {
  return readKept().termsVersion;
}

/** Stores that the terms were accepted; a draft from older terms stays. */
export function acceptTerms(termsVersion: string) {
  writeKept({ ...readKept(), termsVersion });
}

/** A tier chosen now replaces the draft's. */
export function chooseTier(membership: string) {
  const terms = readKept();
  if (terms.values) writeKept({ ...terms, values: { ...terms.values, membership } });
}
