// Offered to features: the codes that administrators are mailed, one live a purpose.
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Queryable } from '#server/platform/database/client.ts';
import { clock } from '#shared/clock.ts';
import { mailCodes } from './tables.ts';

type CodeRow = typeof mailCodes.$inferSelect;
type Purpose = CodeRow['purpose'];

const codeHours = 1;
const tries = 5;

/** Stores a code in place of an earlier one. @param way the hash of what it proves */
export async function putMailCode(
  tx: Queryable,
  code: Pick<CodeRow, 'administratorId' | 'purpose' | 'codeHash' | 'way'>,
): Promise<void> {
  const values = { ...code, until: new Date(clock.ms() + codeHours * 3_600_000), triesLeft: tries };
  await tx
    .insert(mailCodes)
    .values(values)
    .onConflictDoUpdate({ target: [mailCodes.administratorId, mailCodes.purpose], set: values });
}

const live = (administratorId: string, purpose: Purpose) =>
  and(eq(mailCodes.administratorId, administratorId), eq(mailCodes.purpose, purpose));

/** Takes one try of a live code; undefined where there is none, or no try is left. */
export async function takeMailCodeTry(
  db: Queryable,
  administratorId: string,
  purpose: Purpose,
): Promise<CodeRow | undefined> {
  const [row] = await db
    .update(mailCodes)
    .set({ triesLeft: sql`${mailCodes.triesLeft} - 1` })
    .where(and(live(administratorId, purpose), gt(mailCodes.triesLeft, 0), gt(mailCodes.until, clock.now())))
    .returning();
  return row;
}

/** Uses a code up. @returns false when somebody was faster */
export async function spendMailCode(tx: Queryable, { administratorId, purpose, codeHash }: CodeRow): Promise<boolean> {
  const rows = await tx
    .delete(mailCodes)
    .where(and(live(administratorId, purpose), eq(mailCodes.codeHash, codeHash)))
    .returning({ id: mailCodes.administratorId });
  return rows.length === 1;
}
