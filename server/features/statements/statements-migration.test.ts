import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { databaseBefore } from '#tests/old-migrations.ts';
import { cautionOf } from './narration.ts';
import { linesOf } from './read-statement.ts';

/** Open lines as they were stored before, with every long number as a key. */
const narrations = [
  ['UPI/CR/632012345678/KAVITA RAO/AIP-2026-000123', '632012345678', ['632012345678', 'AIP-2026-000123']],
  ['IMPS-633668845977-KAMALA DEVI-SBIN-9832651955-FEE', '633668845977', ['633668845977', '9832651955']],
  ['TRANSFER FROM 4897659946423 ANIL', '4897659946423', ['4897659946423']],
  ['CASH DEP 20112026 BR 0042', '20112026', ['20112026']],
  ['NEFT CR-HDFC0000001-ANIL & CO-N325261234567890', 'N325261234567890', ['N325261234567890']],
  ['REV-UPI/632012345679/ANIL', '632012345679', ['632012345679']],
  ['UPI/DR/632012345670/HALL RENT', '632012345670', ['632012345670']],
] as const;

it('reclassifies earlier open lines by the transaction’s own number, like a new file', async () => {
  const { pool, update } = await databaseBefore('_judge_lines_by_their_own_number');
  for (const [index, [narration, utr, keys]] of narrations.entries()) {
    await pool.query(
      `insert into statement_lines (id, hash, ordinal, date, amount, utr, narration, words, keys)
        values ($1, $2, 1, '2026-11-03', 100000, $3, $4, '{}', $5)`,
      [randomUUID(), `before ${index}`, utr, narration, keys],
    );
  }
  await update();
  const { rows } = await pool.query<{ narration: string }>(
    `select narration, keys, numbers, caution, text_hash as "textHash" from statement_lines order by hash`,
  );
  const credits = narrations.map(([narration]) => {
    return { date: '2026-11-03', paise: 100_000, narration, reference: '', caution: cautionOf(narration) };
  });
  const today = [...linesOf(credits)].flat();
  expect(rows).toEqual(
    today.map(({ narration, caution, textHash }, index) => {
      const keys: readonly string[] = narrations[index]![2];
      const own = today[index]!.keys;
      return {
        narration,
        caution,
        textHash,
        keys: keys.filter((key) => own.includes(key)),
        numbers: keys.filter((key) => !key.startsWith('AIP-')),
      };
    }),
  );
});
