// Before Unicode, fonts drew Indian letters in place of Latin ones: the text of such a page is no text that can be searched.

const names =
  /kruti|dev\s?lys|chanakya|shusha|shivaji|walkman[- ]?chanakya|agra(?![a-z])|bhaskar|krishna(?!murti)|shree[- ]?(dev|lipi|tam|tel|kan|mal|guj|ban|ori|pud)|dvb?[- ]?(ttsurekh|yogesh)|ttsurekh|dv-?tt|ml-?tt|revathi|karthika(?=-?(tt|n))|bamini|vanavil|tscii|amudham|nudi|baraha|anupama|hemalatha|akruti|aps-?dv|4c?gandhi|saral|asees|joy|gurbani ?(lipi|akhar)|anmol ?lipi|sulekha|bijoy|sutonny|inpage|noori ?nastaliq ?(char|n\d)/i;

/** Whether a font's name is that of one which draws other letters than its text says. */
export const isLegacyFont = (name: string): boolean => names.test(name.replace(/^[A-Z]{6}\+/, ''));

/** Words that are looked at, and the share of them that no language in Latin letters reaches. */
const fewest = 30;
const share = 0.35;

/** Whether Latin letters are no words: in such a font most of them have no vowel, whatever its name is. */
export function looksLegacy(text: string): boolean {
  const words = text.match(/[A-Za-z][^\s]*[A-Za-z]|[A-Za-z]{2,}/g) ?? [];
  const lower = words.filter((word) => /[a-z]/.test(word));
  if (lower.length < fewest) return false;
  const strange = lower.filter(
    (word) => !/[aeiouy]/i.test(word) || /[A-Za-z][;{}[\]|~^\\ØÙ‡†;][A-Za-z]/.test(word) || /[a-z][A-Z]/.test(word),
  );
  return strange.length / lower.length >= share;
}
