import { type ImportField, importFieldLabel, importFields } from '#shared/import-fields.ts';
import { person } from '#shared/person.ts';
import { cellText, type StoredCell, spellingsIn, wordKey } from './cells.ts';
import { headSpellings } from './head-spellings.ts';

const fieldByHead = new Map<string, ImportField>();
/** Heads that count only if no other column gives the field. */
const weakHeads = new Set<string>();
/** Heads of a part of the field: they count, all together, only if no column gives it whole. */
const partHeads = new Set<string>();
for (const field of importFields) {
  for (const spelling of spellingsIn(headSpellings[field] ?? '')) {
    fieldByHead.set(wordKey(spelling), field);
    if (spelling.endsWith('?')) weakHeads.add(wordKey(spelling));
    if (spelling.endsWith('+')) partHeads.add(wordKey(spelling));
  }
}
for (const field of importFields) {
  const term = field in person ? person[field as keyof typeof person].term : '';
  for (const label of [field, importFieldLabel(field), term, exportTitleOf(field)]) {
    fieldByHead.set(wordKey(label), field);
    weakHeads.delete(wordKey(label));
  }
}
fieldByHead.delete('');

/** The head of the directory's export; '' for a field without a column there. */
function exportTitleOf(field: ImportField): string {
  const declared: { term: string; exportTitle?: string } | undefined =
    field in person ? person[field as keyof typeof person] : undefined;
  return declared?.exportTitle ?? declared?.term ?? '';
}

const strengths = ['exact', 'weak', 'part'] as const;

interface Recognised {
  field: ImportField;
  strength: (typeof strengths)[number];
}

/** The field of a head. Text in brackets is a remark. */
function recognise(head: string): Recognised | undefined {
  for (const text of [head, head.replace(/\([^)]*\)|\[[^\]]*\]/g, '')]) {
    const key = wordKey(text);
    const field = fieldByHead.get(key);
    if (field) return { field, strength: partHeads.has(key) ? 'part' : weakHeads.has(key) ? 'weak' : 'exact' };
  }
  return undefined;
}

/** The field of a column, by its head; '' for an unknown one. */
export const fieldOfHead = (head: string): ImportField | '' => recognise(head)?.field ?? '';

/** The field of each column. Of two for one field the first counts, but an exact head before a weak one; parts are joined. */
export function fieldsOfHeads(heads: readonly StoredCell[]): (ImportField | '')[] {
  const recognised = Array.from(heads, (head) => recognise(cellText(head)));
  const columns = new Map<ImportField, number[]>();
  for (const strength of strengths) {
    const before = new Set(columns.keys());
    for (const [index, head] of recognised.entries()) {
      if (head?.strength !== strength || before.has(head.field)) continue;
      const same = columns.get(head.field) ?? [];
      if (strength === 'part' || same.length === 0) columns.set(head.field, [...same, index]);
    }
  }
  return recognised.map((head, index) => (head && columns.get(head.field)?.includes(index) ? head.field : ''));
}

/** The number of recognised columns that makes a row the heads; with the name one less. */
export const headsNeeded = 3;

/** The heads' words, by which their mapping is remembered. */
export const headWords = (heads: readonly StoredCell[]): string[] =>
  Array.from(heads, (head) => wordKey(cellText(head)));
