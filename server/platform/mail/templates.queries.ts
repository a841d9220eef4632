import { eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/platform/database/client.ts';
import type { Language } from '#shared/languages.ts';
import { mailTemplates } from './tables.ts';
import type { TemplateKind, Words } from './template.ts';

export type TemplateRow = typeof mailTemplates.$inferSelect;

/** The office's words in a row, in a language; null for the default. */
export function wordsIn(row: TemplateRow | undefined, language: Language): Words | null {
  const [subject = null, text = null] =
    language === 'hi' ? [row?.hindiSubject, row?.hindiText] : [row?.subject, row?.text];
  return subject !== null && text !== null ? { subject, text } : null;
}

export async function findTemplates(db: Queryable): Promise<TemplateRow[]> {
  return db.select().from(mailTemplates);
}

/** The office's words for a kind. Read for each mail, so that a change takes effect at once in every process. */
export async function findWords(db: Queryable, kind: string, language: Language): Promise<Words | null> {
  const [row] = await db.select().from(mailTemplates).where(eq(mailTemplates.kind, kind));
  return wordsIn(row, language);
}

/** The office's words in a language by kind, where it has any. */
export async function findChangedWords(db: Queryable, language: Language): Promise<Map<string, Words>> {
  const rows = await findTemplates(db);
  const words = rows.map((row) => [row.kind, wordsIn(row, language)] as const);
  return new Map(words.flatMap(([kind, changed]) => (changed ? [[kind, changed]] : [])));
}

/** The locked row of a kind, inserted if necessary. */
export async function lockTemplate(tx: Transaction, kind: TemplateKind): Promise<TemplateRow> {
  await tx.insert(mailTemplates).values({ kind }).onConflictDoNothing();
  const [row] = await tx.select().from(mailTemplates).where(eq(mailTemplates.kind, kind)).for('update');
  return row!;
}

/** @param words null: the default */
export async function saveTemplate(
  tx: Transaction,
  kind: TemplateKind,
  language: Language,
  words: Words | null,
): Promise<TemplateRow> {
  const { subject, text } = words ?? { subject: null, text: null };
  const [row] = await tx
    .update(mailTemplates)
    .set({
      ...(language === 'hi' ? { hindiSubject: subject, hindiText: text } : { subject, text }),
      version: sql`${mailTemplates.version} + 1`,
    })
    .where(eq(mailTemplates.kind, kind))
    .returning();
  return row!;
}
