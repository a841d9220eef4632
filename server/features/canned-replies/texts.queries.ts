import { asc, eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/platform/database/client.ts';
import type { TextKind } from '#shared/contracts/canned-replies.ts';
import { limits } from '#shared/limits.ts';
import { readyTexts } from './tables.ts';

export type TextRow = typeof readyTexts.$inferSelect;
export type TextValues = Pick<TextRow, 'kind' | 'title' | 'text'> & { fields?: string[] | undefined };

/** @param kind '' for all */
export async function findTexts(db: Queryable, kind: TextKind | ''): Promise<TextRow[]> {
  return db
    .select()
    .from(readyTexts)
    .where(kind === '' ? undefined : eq(readyTexts.kind, kind))
    .orderBy(asc(readyTexts.title), asc(readyTexts.createdAt))
    .limit(limits.readyTexts);
}

export async function countTexts(db: Queryable): Promise<number> {
  return db.$count(readyTexts);
}

export async function insertText(tx: Transaction, values: TextValues): Promise<TextRow> {
  const [row] = await tx.insert(readyTexts).values(values).returning();
  return row!;
}

export async function updateText(tx: Transaction, id: string, values: Partial<TextValues>) {
  const [row] = await tx.update(readyTexts).set(values).where(eq(readyTexts.id, id)).returning();
  return row;
}

export async function findText(tx: Transaction, id: string): Promise<TextRow | undefined> {
  const [row] = await tx.select().from(readyTexts).where(eq(readyTexts.id, id));
  return row;
}

export async function deleteText(tx: Transaction, id: string): Promise<TextRow | undefined> {
  const [row] = await tx.delete(readyTexts).where(eq(readyTexts.id, id)).returning();
  return row;
}
