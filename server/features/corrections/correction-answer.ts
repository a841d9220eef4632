import type { Correction } from '#shared/contracts/corrections.ts';
import type { CorrectionRow } from './corrections.queries.ts';

/** A correction in the names of the wire. */
export function correctionAnswer(row: CorrectionRow): Correction {
  return {
    state: row.answeredAt ? 'answered' : 'asked',
    fields: row.fields,
    note: row.note,
    by: row.by,
    askedAt: row.askedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
    changes: row.changes,
  };
}
