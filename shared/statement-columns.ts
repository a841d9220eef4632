import type { ColumnMapping } from './contracts/statements.ts';

/** What a column of a bank's table may give; `amount` are credits and debits that say themselves which they are. */
export const statementFields = {
  date: 'Date of the transaction',
  narration: 'Narration',
  credit: 'Credit',
  debit: 'Debit',
  amount: 'Credits and debits, with their sign',
  sign: 'Credit or debit (CR / DR)',
} as const;

const mappedKinds = ['date', 'narration', 'credit', 'debit', 'sign'] as const;

/** The field of each mapped column, by its number from 0. */
export function fieldsOfMapping(mapping: ColumnMapping): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const kind of mappedKinds) {
    const column = mapping[kind];
    if (column != null) fields[column] ??= kind;
  }
  if (mapping.sign === mapping.credit) fields[mapping.credit] = 'amount';
  return fields;
}

/** The mapping of columns with these fields; null where something is missing, as in one of other tables. */
export function mappingOfFields(fields: Readonly<Record<string, string>>): ColumnMapping | null {
  const columns = new Map(Object.entries(fields).map(([column, field]) => [field, Number(column)]));
  const [date, narration, amount] = [columns.get('date'), columns.get('narration'), columns.get('amount')];
  const credit = columns.get('credit') ?? amount;
  if (date === undefined || narration === undefined || credit === undefined) return null;
  return { date, narration, credit, debit: columns.get('debit'), sign: columns.get('sign') ?? amount };
}
