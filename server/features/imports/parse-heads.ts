import { type ImportField, importFieldLabel, importFields } from '#shared/import-fields.ts';
import { person } from '#shared/person.ts';
import { cellText, type StoredCell, spellingsIn, wordKey } from './cells.ts';
import { headSpellings } from './head-spellings.ts';

const fieldByHead = new Map<string, ImportField>();
/** Heads that count only if no other column gives the field. */
const weakHeads = new Set<string>();
for (const field of importFields) {
  for (const spelling of spellingsIn(headSpellings[field] ?? '')) {
    fieldByHead.set(wordKey(spelling), field);
    if (spelling.endsWith('?')) weakHeads.add(wordKey(spelling));
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

interface Recognised {
  field: ImportField;
  weak: boolean;
}

/** The field of a head. Text in brackets is a remark. */
function recognise(head: string): Recognised | undefined {
  for (const text of [head, head.replace(/\([^)]*\)|\[[^\]]*\]/g, '')]) {
    const field = fieldByHead.get(wordKey(text));
    if (field) return { field, weak: weakHeads.has(wordKey(text)) };
  }
  return undefined;
}

/** The field of a column, by its head; '' for an unknown one. */
export const fieldOfHead = (head: string): ImportField | '' => recognise(head)?.field ?? '';

/** The field of each column. Of two columns for one field the first counts, but an exact head before a weak one. */
export function fieldsOfHeads(heads: readonly StoredCell[]): (ImportField | '')[] {
  const recognised = Array.from(heads, (head) => recognise(cellText(head)));
  const column = new Map<ImportField, number>();
  for (const weak of [false, true]) {
    for (const [index, head] of recognised.entries()) {
      if (head && head.weak === weak && !column.has(head.field)) column.set(head.field, index);
    }
  }
  return recognised.map((head, index) => (head && column.get(head.field) === index ? head.field : ''));
}

/** The number of recognised columns that makes a row the heads; with the name one less. */
export const headsNeeded = 3;

/** The heads' words, by which their mapping is remembered. */
export const headWords = (heads: readonly StoredCell[]): string[] =>
  Array.from(heads, (head) => wordKey(cellText(head)));
