import { bundledStates } from '#server/features/locations/bundle.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { type DocumentAccess, documentChanges } from '#shared/contracts/library.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { findCategory } from './categories.queries.ts';
import type { DocumentValues } from './documents.queries.ts';

const texts = messages.library;

/** The fields of the office's form; absent: unchanged. '' is none. */
export interface DocumentChange {
  title?: string | undefined;
  summary?: string | undefined;
  number?: string | undefined;
  category?: string | undefined;
  date?: string | undefined;
  language?: string | undefined;
  access?: string | undefined;
  states?: string[] | undefined;
  draft?: boolean | undefined;
}

/** What a new document begins with. */
export const noValues: DocumentValues = {
  ...{ title: '', summary: '', number: '', categoryId: null, date: null, language: null, access: null },
  states: [],
  draft: false,
};

/** A document after a change. The caller holds the lock of categories. @throws VALIDATION naming every wrong field, and what a published document lacks */
export async function valuesOf(tx: Transaction, sent: DocumentChange, before: DocumentValues): Promise<DocumentValues> {
  const fields: Record<string, string> = {};
  const checked = documentChanges.safeParse(sent);
  for (const { path, message } of checked.error?.issues ?? []) fields[String(path[0])] ??= message;
  const change: DocumentChange = { ...sent, ...checked.data };
  const entries = Object.entries({
    title: change.title,
    summary: change.summary,
    number: change.number,
    draft: change.draft,
  }).filter(([, value]) => value !== undefined);
  const values: DocumentValues = { ...before, ...Object.fromEntries(entries) };
  if (change.date !== undefined) values.date = change.date || null;
  if (change.language !== undefined) values.language = change.language || null;
  if (change.access !== undefined) values.access = (change.access as DocumentAccess | '') || null;
  if (change.category !== undefined) {
    const categoryId = change.category === '' ? undefined : await findCategory(tx, change.category);
    if (change.category !== '' && !categoryId) fields.category = texts.category;
    values.categoryId = categoryId ?? null;
  }
  if (change.states !== undefined) {
    values.states = [...new Set(change.states)].sort();
    if (values.states.some((state) => !bundledStates.includes(state))) fields.states = texts.unknownState;
  }
  if (values.access !== 'States') values.states = [];
  if (!values.draft) {
    if (values.title === '') fields.title ??= texts.title;
    if (values.categoryId === null) fields.category ??= texts.category;
    if (values.date === null) fields.date ??= texts.date;
    if (values.language === null) fields.language ??= texts.language;
    if (values.access === null) fields.access ??= texts.access;
    if (values.access === 'States' && values.states.length === 0) fields.states ??= texts.states;
  }
  const [first] = Object.values(fields);
  if (first !== undefined) throw new AppError('VALIDATION', first, { fields });
  return values;
}

/** A title from a file's name. */
export function titleOfName(name: string): string {
  const plain = name
    .replace(/\.pdf$/i, '')
    .replace(/[_\s]+/g, ' ')
    .trim();
  return plain.slice(0, limits.lineLength) || 'Document';
}

/** Whether somebody who could read the document no longer can. */
export function isNarrower(before: DocumentValues, after: DocumentValues): boolean {
  if (after.draft && !before.draft) return true;
  if (before.draft) return false;
  const width = { everybody: 2, members: 1, States: 0 };
  const [from, to] = [before.access ?? 'everybody', after.access ?? 'States'];
  if (width[to] !== width[from]) return width[to] < width[from];
  return to === 'States' && before.states.some((state) => !after.states.includes(state));
}
