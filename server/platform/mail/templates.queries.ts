import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/platform/database/client.ts';
import { mailTemplates } from './tables.ts';
import type { TemplateKind, Words } from './template.ts';

export type TemplateRow = typeof mailTemplates.$inferSelect;

/** The office's words in a row; null for the default. */
export const wordsIn = (row: TemplateRow | undefined): Words | null =>
  row && row.subject !== null && row.text !== null ? { subject: row.subject, text: row.text } : null;

export async function findTemplates(db: Queryable): Promise<TemplateRow[]> {
  return db.select().from(mailTemplates);
}

/** The office's words for a kind. Read for each mail, so that a change takes effect at once in every process. */
export async function findWords(db: Queryable, kind: string): Promise<Words | null> {
  const [row] = await db
    .select()
    .from(mailTemplates)
    .where(and(eq(mailTemplates.kind, kind), isNotNull(mailTemplates.subject)));
  return wordsIn(row);
}

/** The office's words by kind, where it has any. */
export async function findChangedWords(db: Queryable): Promise<Map<string, Words>> {
  const rows = await findTemplates(db);
  return new Map(rows.flatMap((row) => (row.subject === null ? [] : [[row.kind, wordsIn(row)!]])));
}

/** The locked row of a kind, inserted if necessary. */
export async function lockTemplate(tx: Transaction, kind: TemplateKind): Promise<TemplateRow> {
  await tx.insert(mailTemplates).values({ kind }).onConflictDoNothing();
  const [row] = await tx.select().from(mailTemplates).where(eq(mailTemplates.kind, kind)).for('update');
  return row!;
}

/** @param words null: the default */
export async function saveTemplate(tx: Transaction, kind: TemplateKind, words: Words | null): Promise<TemplateRow> {
  const [row] = await tx
    .update(mailTemplates)
    .set({
      subject: words?.subject ?? null,
      text: words?.text ?? null,
      version: sql`${mailTemplates.version} + 1`,
    })
    .where(eq(mailTemplates.kind, kind))
    .returning();
  return row!;
}
