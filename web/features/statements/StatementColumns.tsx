import { useState } from 'react';
import type { ColumnMapping, StatementAnswer } from '#shared/contracts/statements.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { ColumnChoices } from '#web/ui/tables/ColumnChoices.tsx';

interface Props {
  columns: StatementAnswer['statement']['columns'];
  /** The current mapping. */
  mapping: ColumnMapping | null;
  busy: boolean;
  /** The columns were not recognised; otherwise the office changes a recognised mapping. */
  needed: boolean;
  onSend: (mapping: ColumnMapping) => void;
}

const fields = [
  { value: 'date', label: 'Date of the transaction' },
  { value: 'narration', label: 'Narration' },
  { value: 'credit', label: 'Credit' },
  { value: 'debit', label: 'Debit' },
  { value: 'amount', label: 'Credits and debits, with their sign' },
  { value: 'sign', label: 'Credit or debit (CR / DR)' },
] as const;
type Field = (typeof fields)[number]['value'];

function fieldOf(column: number, { date, narration, credit, debit, sign }: ColumnMapping): Field | '' {
  if (column === credit) return sign === credit ? 'amount' : 'credit';
  if (column === date) return 'date';
  if (column === narration) return 'narration';
  return column === debit ? 'debit' : column === sign ? 'sign' : '';
}

/** The mapping that was chosen; null while something is missing. */
function mappingOf(columns: Props['columns'], chosen: readonly string[]): ColumnMapping | null {
  const columnOf = (field: Field) => columns[chosen.indexOf(field)]?.index;
  const [date, narration, amount] = [columnOf('date'), columnOf('narration'), columnOf('amount')];
  const credit = columnOf('credit') ?? amount;
  if (date === undefined || narration === undefined || credit === undefined) return null;
  return { date, narration, credit, debit: columnOf('debit') ?? null, sign: columnOf('sign') ?? amount ?? null };
}

/** Maps the columns of a bank's table, once for each layout. */
export function StatementColumns({ columns, mapping, busy, needed, onSend }: Props) {
  const [chosen, setChosen] = useState<string[]>(() =>
    columns.map(({ index }) => (mapping ? fieldOf(index, mapping) : '')),
  );
  const complete = mappingOf(columns, chosen);
  return (
    <form
      className="grid gap-2 mt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (complete) onSend(complete);
      }}
    >
      <h2>Which column is which?</h2>
      <p className="measure">
        {needed && 'The columns of this file were not recognised. '}Date, narration and credits are needed. What you
        choose is kept for files with the same headings.
      </p>
      <ColumnChoices
        columns={columns.map(({ index, name, samples }) => ({ index, title: name, samples }))}
        fields={fields}
        chosen={chosen}
        disabled={busy}
        onChange={setChosen}
      />
      <div>
        <Button type="submit" disabled={!complete} busy={busy}>
          Read the statement
        </Button>
      </div>
    </form>
  );
}
